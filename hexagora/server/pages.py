"""Pages and files of the client. No page holds a script or a style of its own."""

import html
import mimetypes
import os
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.datastructures import Headers
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from hexagora.engine.locales import SOURCE
from hexagora.server import lending

WEB = Path(__file__).parent.parent / "web"
BEGIN = "<head>\n"
HEAD = f"""{BEGIN}  <meta charset="utf-8">
  <meta name="color-scheme" content="light dark">
  <link rel="icon" href="/static/symbols/logo.svg" type="image/svg+xml">
  <link rel="apple-touch-icon" href="/static/icons/maskable.png">
  <link rel="manifest" href="/static/manifest.webmanifest">
  <link rel="stylesheet" href="/static/css/base.css">
"""  # how the head of every page begins
PUT_IN = '<script type="module" src="/static/js/{}"></script>'
TO_LOBBY = "To the lobby"
REVALIDATE = "no-cache"  # browsers keep the file and ask whether it changed
READ_AT_ONCE = 256 * 1024  # bytes of a file; in pieces, with a change of thread for each, small ones take much longer
PAGES_KEPT = 64
SCRIPT = re.compile(r'<script type="module" src="/static/js/([\w-]+\.js)"></script>')
IMPORT = re.compile(r"^(?:import|export) .*?from '\./([\w-]+\.js)'", re.MULTILINE)
for ending, kind in ((".js", "text/javascript"), (".mjs", "text/javascript"), (".css", "text/css"),
                     (".svg", "image/svg+xml"), (".json", "application/json"), (".woff2", "font/woff2"),
                     (".webmanifest", "application/manifest+json")):
    mimetypes.add_type(kind, ending)

router = APIRouter(include_in_schema=False)


class Files(StaticFiles):
    """Files with their right types; a browser asks again whether they changed, and mostly gets a 304."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = REVALIDATE
        return response

    def file_response(self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope,
                      status_code: int = 200) -> Response:
        found = super().file_response(full_path, stat_result, scope, status_code)
        in_pieces = scope["method"] != "GET" or "range" in Headers(scope=scope) or stat_result.st_size > READ_AT_ONCE
        if in_pieces or not isinstance(found, FileResponse):
            return found
        content = Path(full_path).read_bytes()
        return Response(content, status_code, {**found.headers, "content-length": str(len(content))})


def page(name: str, more: dict[str, str] | None = None, kind: str = "text/html; charset=utf-8") -> Response:
    path = WEB / name
    if not path.is_file():
        return HTMLResponse(message_page("The client is not installed", f"The file {name} is missing."), 503)
    return Response(_whole(path, path.stat().st_mtime_ns), headers={"cache-control": REVALIDATE, **(more or {})},
                    media_type=kind)


@lru_cache(PAGES_KEPT)
def _whole(path: Path, changed: int) -> bytes:
    """A page that names all modules of its script, so that a browser asks for them together; it would find them only
    one behind the other, each in the one that imports it."""
    def named(script: re.Match[str]) -> str:
        links = (f'<link rel="modulepreload" href="/static/js/{name}">' for name in _modules(script[1]))
        return "".join([*links, script[0]])

    return SCRIPT.sub(named, headed(path.read_text("utf8"))).encode()


def headed(text: str) -> str:
    """A page, whose file has only what is its own, with what all have."""
    return text.replace(BEGIN, HEAD)


def _modules(script: str) -> list[str]:
    """The modules that a script needs before it runs, itself first."""
    found = [script]
    for name in found:
        text = (WEB / "js" / name).read_text("utf8")
        found += [other for other in dict.fromkeys(IMPORT.findall(text)) if other not in found]
    return found


def message_page(title: str, text: str, lobby: str = TO_LOBBY, language: str = SOURCE, deed: str | None = None,
                 script: str = "") -> str:
    """A page that says one thing, and may offer one deed, which is posted to its own address, or by a script."""
    button = f'<form method="post"><button class="primary big">{html.escape(deed)}</button></form>' if deed else ""
    look = "quiet" if deed else "primary"
    return (f'<!doctype html><html lang="{language}">{HEAD}<title>{html.escape(title)}</title>'
            '<meta name="viewport" content="width=device-width">'
            f'{script and PUT_IN.format(script)}</head><body class="combed"><main class="notice">'
            '<img src="/static/symbols/lost.svg" alt="" width="120" height="120">'
            f'<h1>{html.escape(title)}</h1><p>{html.escape(text)}</p>{button}'
            f'<a class="button {look} big" href="/">{html.escape(lobby)}</a></main></body></html>')


@router.get("/")
async def lobby() -> Response:
    return page("index.html")


@router.get("/mine")
async def mine() -> Response:
    return page("mine.html")


@router.get("/me")
async def me() -> Response:
    return page("me.html")


@router.get("/ratings")
async def leaders() -> Response:
    return page("ratings.html")


@router.get("/t/{table}")
async def table(table: str) -> Response:
    return page("table.html")


class Lent(Files):
    """The engine for browsers: a worker's scripts say for themselves what the worker may do."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["content-security-policy"] = lending.POLICY
        return response


def mount(app: Any, site: str) -> None:
    """`site` is a folder with a site whose engine is lent to browsers."""
    app.router.routes += router.routes
    app.mount("/static", Files(directory=WEB, check_dir=False), name="static")
    for part in lending.FILES if site else ():
        app.mount(f"{lending.ADDRESS}/{part}", Lent(directory=Path(site) / part), name=f"thinking {part}")
