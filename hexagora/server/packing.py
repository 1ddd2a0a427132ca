"""Documents that are made once and sent often: plain and packed, with a tag by which browsers know them."""

import gzip
import hashlib
from dataclasses import dataclass
from typing import Annotated

from fastapi import Header
from fastapi.responses import Response

from hexagora.server.pages import REVALIDATE

PACKED = "gzip"
JSON = "application/json"

Accepted = Annotated[str, Header(alias="accept-encoding", include_in_schema=False)]
Known = Annotated[str, Header(alias="if-none-match", include_in_schema=False)]


@dataclass(frozen=True)
class Document:
    plain: bytes
    packed: bytes
    tag: str


def document(plain: bytes) -> Document:
    return Document(plain, gzip.compress(plain), f'"{hashlib.sha256(plain).hexdigest()[:16]}"')


def reply(told: Document, accepted: str, known: str) -> Response:
    """The document as the browser wants it, or that it has it already."""
    headers = {"cache-control": REVALIDATE, "etag": told.tag, "vary": "accept-encoding"}
    if known == told.tag:
        return Response(status_code=304, headers=headers)
    if PACKED in accepted:
        return Response(told.packed, media_type=JSON, headers={**headers, "content-encoding": PACKED})
    return Response(told.plain, media_type=JSON, headers=headers)
