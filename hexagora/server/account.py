"""The interface over HTTP to an identity: keeping it with a code or passkeys, signing in on another device, taking
along or deleting all that is kept about it."""

import hashlib
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response, StreamingResponse
from sqlalchemy import Connection

from hexagora.server import archive, exporting, messages, passkeys, persons, seating
from hexagora.server.api import REFUSALS, Address, Guest, InHall, Limited, answer
from hexagora.server.errors import Refusal
from hexagora.server.forgetting import Kept, forget_all, kept_of
from hexagora.server.hall import Hall, iso
from hexagora.server.identity import Signer
from hexagora.server.mine import ZIP
from hexagora.server.passkeys import Place

router = APIRouter(prefix="/api", responses=REFUSALS)


def the_signer(request: Request) -> Signer:
    signer: Signer = request.app.state.signer
    return signer


def the_place(request: Request) -> Place:
    return passkeys.place_of(request.headers.get("origin"))


OfServer = Annotated[Signer, Depends(the_signer)]
Here = Annotated[Place, Depends(the_place)]


@router.get("/me/identity", response_model=messages.Identity, summary="How one can come back from another device")
async def identity(hall: InHall, guest: Guest) -> Response:
    return await _identity(hall, guest)


async def _identity(hall: Hall, guest: str, status: int = 200) -> Response:
    kept = await persons.kept(hall, guest)
    return answer({
        "name": await hall.storage.guest_name(guest) or "", "code": None if kept.code is None else iso(kept.code),
        "passkeys": [{"id": key.id, "name": key.name, "created": iso(key.created), "used": iso(key.used)}
                     for key in kept.passkeys], "tables": kept.tables}, status)


@router.post("/me/code", status_code=201, response_model=messages.NewCode,
             summary="Makes a recovery code, told once; the one before is void")
async def make_code(hall: InHall, guest: Guest, address: Address, limiter: Limited) -> Response:
    limiter.check("sign-in", address)
    return answer({"code": await persons.make_code(hall, guest)}, 201)


@router.post("/me/code/revoke", response_model=messages.Identity, summary="Makes the recovery code void")
async def revoke_code(hall: InHall, guest: Guest) -> Response:
    await persons.revoke_code(hall, guest)
    return await _identity(hall, guest)


@router.post("/me/passkeys/options", summary="What the browser asks an authenticator for a new passkey")
async def passkey_options(hall: InHall, guest: Guest, address: Address, limiter: Limited, here: Here) -> Response:
    limiter.check("sign-in", address)
    known = [key.id for key in (await persons.kept(hall, guest)).passkeys]
    handle = hashlib.sha256(guest.encode()).digest()
    name = await hall.storage.guest_name(guest) or ""
    return await _told(hall, guest, await hall.aside_for(address, passkeys.to_register, here, handle, name, known))


async def _told(hall: Hall, guest: str, asked: passkeys.Asked) -> Response:
    await persons.keep_challenge(hall, asked.challenge, guest)
    return answer(asked.options)


@router.post("/me/passkeys", status_code=201, response_model=messages.Identity, summary="Keeps a new passkey")
async def add_passkey(wanted: messages.NewPasskey, hall: InHall, guest: Guest, address: Address, here: Here
                      ) -> Response:
    challenge = passkeys.challenge_of(wanted.credential)
    await persons.use_challenge(hall, challenge, guest)
    made = await hall.aside_for(address, passkeys.registered, here, wanted.credential, challenge)
    await persons.add_passkey(hall, guest, made.id, made.public_key, made.sign_count, wanted.name)
    return await _identity(hall, guest, 201)


@router.post("/me/passkeys/remove", response_model=messages.Identity, summary="Removes a passkey")
async def remove_passkey(wanted: messages.OnePasskey, hall: InHall, guest: Guest) -> Response:
    await persons.remove_passkey(hall, guest, wanted.id)
    return await _identity(hall, guest)


# signing in: prove who one is, then become it


@router.post("/sign-in/options", summary="What the browser asks an authenticator for signing in")
async def sign_in_options(hall: InHall, guest: Guest, address: Address, limiter: Limited, here: Here) -> Response:
    limiter.check("sign-in", address)
    return await _told(hall, guest, await hall.aside_for(address, passkeys.to_sign_in, here))


@router.post("/sign-in/passkey", response_model=messages.Proven, summary="Proves who one is with a passkey")
async def with_passkey(wanted: messages.Passkey, hall: InHall, guest: Guest, address: Address, here: Here,
                       signer: OfServer) -> Response:
    challenge = passkeys.challenge_of(wanted.credential)
    await persons.use_challenge(hall, challenge, guest)
    key = await persons.passkey(hall, str(wanted.credential.get("id", "")))
    count = await hall.aside_for(address, passkeys.signed, here, wanted.credential, challenge, key.public_key,
                                 key.sign_count)
    await persons.passkey_used(hall, key.id, count)
    return answer(await _proven(hall, signer, guest, key.guest))


@router.post("/sign-in/code", response_model=messages.Proven, summary="Proves who one is with a recovery code")
async def with_code(wanted: messages.Code, hall: InHall, guest: Guest, address: Address, limiter: Limited,
                    signer: OfServer) -> Response:
    limiter.check("sign-in", address)
    return answer(await _proven(hall, signer, guest, await persons.who_has_code(hall, wanted.code)))


async def _proven(hall: Hall, signer: Signer, guest: str, becomes: str) -> dict[str, Any]:
    here, there = await persons.kept(hall, guest), await persons.kept(hall, becomes)
    return {"ticket": signer.ticket(guest, becomes), "same": guest == becomes,
            "name": await hall.storage.guest_name(becomes) or "", "tables": there.tables, "here": here.tables,
            "kept": here.comes_back}


@router.post("/sign-in", response_model=messages.Self, summary="Becomes who one has proven to be")
async def sign_in(wanted: messages.SignIn, request: Request, hall: InHall, guest: Guest, signer: OfServer) -> Response:
    becomes = signer.read_ticket(wanted.ticket, guest)
    if becomes is None:
        raise Refusal("bad-ticket", "This took too long, or began in another browser. Please sign in again.", 409)
    changed = await persons.become(hall, guest, becomes, wanted.tables == "along")
    hall.spawn(seating.tell_changed(hall, changed), "signed in")
    return _with_cookie(answer({"name": await hall.storage.guest_name(becomes) or ""}), request, signer, becomes)


@router.get("/me/export", summary="Everything that is kept about oneself, in one ZIP archive",
            response_class=StreamingResponse)
async def export(hall: InHall, guest: Guest, address: Address, limiter: Limited) -> Response:
    limiter.check("table", address)
    return StreamingResponse(archive.zipped(hall, address, exporting.export(hall, guest, address)), media_type=ZIP,
                             headers={"content-disposition": 'attachment; filename="hexagora-my-data.zip"'})


@router.post("/me/forget", response_model=messages.Forgotten, summary="Deletes everything that is kept about oneself")
async def forget(wanted: messages.Forget, request: Request, hall: InHall, guest: Guest, signer: OfServer) -> Response:
    def work(connection: Connection) -> tuple[Kept, list[str]]:
        kept = kept_of(connection, [guest])
        return kept, forget_all(connection, kept)

    kept, changed = await hall.storage.change(work)
    hall.spawn(seating.tell_changed(hall, changed), "forgotten")
    return _with_cookie(answer({"seats": len(kept.places), "lines": len(kept.lines)}), request, signer, None)


@router.post("/sign-out", response_model=messages.Self, summary="This browser is nobody known from now on")
async def sign_out(request: Request, signer: OfServer) -> Response:
    return _with_cookie(answer({"name": ""}), request, signer, None)


@router.post("/sign-out/others", response_model=messages.Self,
             summary="All other devices are nobody known from now on; passkeys and the recovery code stay")
async def sign_out_others(request: Request, hall: InHall, guest: Guest, address: Address, limiter: Limited,
                          signer: OfServer) -> Response:
    limiter.check("sign-in", address)
    new, changed = await persons.renew(hall, guest)
    await seating.tell_changed(hall, changed)
    return _with_cookie(answer({"name": await hall.storage.guest_name(new) or ""}), request, signer, new)


def _with_cookie(response: Response, request: Request, signer: Signer, guest: str | None) -> Response:
    response.headers["set-cookie"] = signer.cookie(guest, request.app.state.settings.secure_cookie)
    return response
