"""Passkeys (WebAuthn): what authenticators are asked, and whether their answers hold. The library is loaded when
somebody wants one."""

import json
import logging
import re
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from hexagora.server.errors import Refusal

log = logging.getLogger("hexagora.passkeys")
TITLE = "Hexagora"
CHALLENGE = re.compile("[A-Za-z0-9_-]{1,200}")


@dataclass(frozen=True)
class Place:
    """The name that passkeys of this server belong to, and the address of the page that asks."""

    name: str
    origin: str


def place_of(origin: str | None) -> Place:
    """Where the page is that asks; the gate has seen to it that it is one of ours."""
    name = urlsplit(origin or "").hostname or ""
    if not origin or not name or _is_number(name):
        raise Refusal("no-passkeys", "Passkeys need a server with a name, as localhost or one with https; use a "
                      "recovery code here.", 409)
    return Place(name, origin)


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


@dataclass(frozen=True)
class Asked:
    """What the browser is told to ask the authenticator, and the part of it that has to come back signed."""

    options: dict[str, Any]
    challenge: str


def _asked(options: Any) -> Asked:
    from webauthn import options_to_json

    document = json.loads(options_to_json(options))
    return Asked(document, document["challenge"])


def to_register(place: Place, handle: bytes, person: str, known: list[str]) -> Asked:
    """A new passkey that can be found without a name; the ones that are there are not made again."""
    from webauthn import base64url_to_bytes, generate_registration_options
    from webauthn.helpers import structs

    wanted = structs.AuthenticatorSelectionCriteria(
        resident_key=structs.ResidentKeyRequirement.REQUIRED, require_resident_key=True,
        user_verification=structs.UserVerificationRequirement.PREFERRED)
    return _asked(generate_registration_options(
        rp_id=place.name, rp_name=TITLE, user_id=handle, user_name=person or TITLE, user_display_name=person or TITLE,
        authenticator_selection=wanted,
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(base64url_to_bytes(key)) for key in known]))


def to_sign_in(place: Place) -> Asked:
    """Any passkey of this server."""
    from webauthn import generate_authentication_options

    return _asked(generate_authentication_options(rp_id=place.name))


def challenge_of(credential: dict[str, Any]) -> str:
    """Which question an answer is to."""
    from webauthn import base64url_to_bytes

    try:
        told = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        if CHALLENGE.fullmatch(told["challenge"]):  # packed up as it was it has passed no door yet
            return str(told["challenge"])
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        pass
    raise _not_understood("it does not say what it answers")


@dataclass(frozen=True)
class Registered:
    id: str
    public_key: str
    sign_count: int


def registered(place: Place, credential: dict[str, Any], challenge: str) -> Registered:
    """A new passkey, if the answer holds."""
    from webauthn import base64url_to_bytes, verify_registration_response
    from webauthn.helpers import bytes_to_base64url

    try:
        found = verify_registration_response(
            credential=credential, expected_challenge=base64url_to_bytes(challenge), expected_rp_id=place.name,
            expected_origin=place.origin)
    except Exception as e:  # what a stranger wrote went into the library, which promises nothing of what it raises
        raise _not_understood(str(e)) from None
    return Registered(bytes_to_base64url(found.credential_id), bytes_to_base64url(found.credential_public_key),
                      found.sign_count)


def signed(place: Place, credential: dict[str, Any], challenge: str, public_key: str, sign_count: int) -> int:
    """The new count of the authenticator, if the answer holds."""
    from webauthn import base64url_to_bytes, verify_authentication_response

    try:
        found = verify_authentication_response(
            credential=credential, expected_challenge=base64url_to_bytes(challenge), expected_rp_id=place.name,
            expected_origin=place.origin, credential_public_key=base64url_to_bytes(public_key),
            credential_current_sign_count=sign_count)
    except Exception as e:  # what a stranger wrote went into the library, which promises nothing of what it raises
        raise _not_understood(str(e)) from None
    return found.new_sign_count


def _not_understood(why: str) -> Refusal:
    log.info("a passkey was not accepted", extra={"why": why[:200]})
    return Refusal("bad-passkey", "The passkey was not accepted. Please try it again.", 422)
