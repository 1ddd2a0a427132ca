"""Links of seats: invitations, and passes that open one's own seat on another device."""

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from hexagora.server import languages, seating
from hexagora.server.gate import NEWCOMER, ONLY_HEAD
from hexagora.server.hall import Hall

router = APIRouter(include_in_schema=False)


@router.get("/t/{table}/s/{secret}")
async def follow(request: Request, table: str, secret: str) -> Response:
    """As `come`. Programs look at links too, as messengers do to show what is there, and would take the seat: whoever
    is not known yet comes by posting, which the page does by itself."""
    if ONLY_HEAD in request.scope:
        return RedirectResponse(f"/t/{table}", 303)
    if request.scope[NEWCOMER]:
        return languages.page(request, "A seat is kept for you", "Somebody invites you to a table.", "Sit down",
                              "come.js")
    return await come(request, table, secret)


@router.post("/t/{table}/s/{secret}")
async def come(request: Request, table: str, secret: str) -> Response:
    """Opens a seat for whoever comes first with an invitation, or with a pass of one's own; then shows the table."""
    state, guest = request.app.state, request.scope["guest"]
    hall: Hall = state.hall
    hall.limiter.check("link", request.scope["address"])
    taken = await seating.follow(hall, state.signer, table, secret, guest)
    return RedirectResponse(f"/t/{table}?taken={taken}" if taken else f"/t/{table}", 303)
