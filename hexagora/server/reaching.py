"""The interface over HTTP to how one is reached when no page is open: pushes to this browser, a mail address."""

import hashlib
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import FileResponse, Response

from hexagora.server import channels, languages, mailing, messages, outside, pages, pushing
from hexagora.server.api import REFUSALS, Address, Guest, InHall, Limited, answer
from hexagora.server.errors import Refusal
from hexagora.server.hall import Hall

router = APIRouter(prefix="/api", responses=REFUSALS)
links = APIRouter(include_in_schema=False)
Secret = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{20,64}$")]


@router.get("/me/channels", response_model=messages.Channels, summary="How one is reached when no page is open")
async def ways(hall: InHall, guest: Guest) -> Response:
    return await _channels(hall, guest)


async def _channels(hall: Hall, guest: str, status: int = 200) -> Response:
    settings, mail = hall.settings, await channels.mail_of(hall, guest)
    key = pushing.public_key(await hall.storage.push_key()) if settings.push else None
    return answer({"key": key, "browsers": await channels.count_of(hall, guest), "mail": bool(settings.smtp_host),
                   "address": mail.address if mail else None, "confirmed": bool(mail and mail.confirmed)}, status)


@router.post("/me/push", status_code=201, response_model=messages.Channels, summary="This browser wants to be told")
async def subscribe(wanted: messages.Subscription, hall: InHall, guest: Guest, address: Address,
                    limiter: Limited) -> Response:
    limiter.check("preview", address)
    if not hall.settings.push:
        raise Refusal("no-push", "This server sends no pushes.", 409)
    wrong = outside.problem(wanted.endpoint)
    if wrong or not pushing.fits(wanted.p256dh, wanted.auth):
        raise Refusal("bad-subscription", f"The address of the push service: {wrong}." if wrong else
                      "The keys of the subscription are not those of a browser.", 422)
    await channels.subscribe(hall, guest, wanted.endpoint, wanted.p256dh, wanted.auth, wanted.language)
    return await _channels(hall, guest, 201)


@router.post("/me/push/remove", response_model=messages.Channels, summary="This browser wants to be told no more")
async def unsubscribe(wanted: messages.Unsubscription, hall: InHall, guest: Guest) -> Response:
    await channels.unsubscribe(hall, guest, wanted.endpoint)
    return await _channels(hall, guest)


@router.post("/me/mail", status_code=201, response_model=messages.Channels,
             summary="Asks for mails; the address has to be confirmed by a link that is sent there")
async def ask_for_mail(wanted: messages.MailAddress, hall: InHall, guest: Guest, address: Address,
                       limiter: Limited) -> Response:
    settings = hall.settings
    if not settings.smtp_host:
        raise Refusal("no-mail", "This server sends no mails.", 409)
    if not mailing.is_address(wanted.address):
        raise Refusal("bad-address", "This is no mail address; one looks like anna@example.org.", 422)
    for who in (address, hashlib.sha256(wanted.address.lower().encode()).hexdigest()):
        limiter.check("mail", who)  # nobody is written to often, whoever asks for it
    token = await channels.ask_for_mail(hall, guest, wanted.address, wanted.language)
    home = settings.public_url.rstrip("/")
    subject, text = mailing.confirmation(lambda said: languages.told(wanted.language, said), home,
                                         f"{home}/mail/confirm/{token}")
    try:
        await mailing.send(settings, mailing.made(settings, wanted.address, subject, text))
    except mailing.MailFailed:
        await channels.remove_mail(hall, guest)
        raise Refusal("mail-failed", "The mail server did not take the mail. Check the address, or try again later.",
                      502) from None
    return await _channels(hall, guest, 201)


@router.post("/me/mail/remove", response_model=messages.Channels, summary="No more mails")
async def remove_mail(hall: InHall, guest: Guest) -> Response:
    await channels.remove_mail(hall, guest)
    return await _channels(hall, guest)


# what mails lead to: looking changes nothing, for programs look at links too


@links.get("/mail/confirm/{token}")
async def look_at_confirming(token: Secret, request: Request, hall: InHall) -> Response:
    mail = await channels.waits_for(hall, token)
    return languages.page(request, "Mails when it is your turn", mail.address, "Confirm this address")


@links.post("/mail/confirm/{token}")
async def confirm(token: Secret, request: Request, hall: InHall) -> Response:
    await channels.confirm(hall, token)
    return languages.page(request, "Mails when it is your turn", "Your address is confirmed.")


@links.get("/mail/stop/{key}")
async def look_at_stopping(key: Secret, request: Request) -> Response:
    return languages.page(request, "Mails when it is your turn", "Do you want no more of them?", "No more mails")


@links.post("/mail/stop/{key}")
async def stop(key: Secret, request: Request, hall: InHall) -> Response:
    await channels.stop(hall, key)
    return languages.page(request, "Mails when it is your turn", "No more mails will come.")


@links.get("/service.js")
async def worker() -> Response:
    """The worker that shows pushes; it must lie above all pages."""
    return FileResponse(pages.WEB / "js" / "pushed.js", media_type="text/javascript",
                        headers={"cache-control": pages.REVALIDATE})
