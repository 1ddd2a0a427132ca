"""What holds in every state of Hexcape."""


from hexagora.games.hexcape import state as S
from hexagora.games.hexcape.rules_map import has_thawed, place_of
from hexagora.games.hexcape.state import Box, State
from hexagora.games.hexcape.texts import cell_name


def broken(box: Box, s: State) -> list[str]:
    """Sentences about what does not hold."""
    problems = []
    if any(s.way):
        problems.append("the scratch field of the walks is not clear")
    colours = [c for c in s.colour if c]
    if len(set(colours)) < len(colours):
        problems.append("two players have the same colour")
    if s.round == 0:
        return problems
    return problems + _order(box, s) + _tokens(box, s) + _costs(box, s) + _cards(box, s) + _turn(box, s)


def _order(box: Box, s: State) -> list[str]:
    order = sorted(s.order[k] for k in range(box.players))
    return [] if order == list(range(box.players)) else [f"the order {order} is no order of all players"]


def _tokens(box: Box, s: State) -> list[str]:
    problems = []
    for p in range(box.players):
        if not 0 <= s.at[p] < box.passable[s.map]:
            problems.append(f"the token of player {p} is on no passable hex")
        if s.at[p] == box.goal[s.map] and s.phase != S.FINISHED:
            problems.append("somebody stays on the End hex")
    away = [s.at[p] for p in range(box.players) if s.at[p] != box.start[s.map]]
    if len(set(away)) < len(away):
        problems.append("two tokens on a hex that is not the Start hex")
    return problems


def _costs(box: Box, s: State) -> list[str]:
    problems = []
    highest = min(box.highest, box.die[s.map]) if has_thawed(box, s) else box.highest
    for c in range(box.passable[s.map]):
        if not box.lowest <= s.cost[c] <= highest:
            problems.append(f"{cell_name(box, s, c)} costs {s.cost[c]}, outside {box.lowest} to {highest}")
    for c in (box.start[s.map], box.goal[s.map]):
        if not box.raise_ends and s.cost[c] != box.printed[place_of(box, s, c)]:
            problems.append(f"{cell_name(box, s, c)} was changed")
    return problems


def _cards(box: Box, s: State) -> list[str]:
    problems = []
    for p in range(box.players):
        if (s.fate[p] == S.NO_CARD) != (s.card[p] == 0):
            problems.append(f"the card of player {p} and its fate do not agree")
        elif s.fate[p] == S.FACE_DOWN and s.card[p] != S.UNKNOWN_CARD and box.kind[s.card[p] - 1] != S.SECRET:
            problems.append(f"player {p} keeps a card face down that must be shown")
        elif s.fate[p] == S.OPEN and box.kind[s.card[p] - 1] != S.KEEP:
            problems.append(f"player {p} has a card open that is not kept")
    for card in range(S.CARDS):
        if sum(1 for p in range(box.players) if s.card[p] == card + 1) > box.copies[card]:
            problems.append(f"more copies of card {card} are out than the deck has")
    return problems


def _turn(box: Box, s: State) -> list[str]:
    problems = []
    if s.phase == S.MOVING and s.ap < 1:
        problems.append("the moving step without action points")
    left = s.rope or s.right or s.fresh
    if (s.phase == S.FINISHED and left) or (s.phase == S.ACTION_ROLL and (left or s.ap)):
        problems.append("something of the last turn is left")
    if s.erasures and s.phase != S.ERASING:
        problems.append("something is still to be erased")
    if s.phase != S.FINISHED and s.winners:
        problems.append("there is a winner while the match goes on")
    if s.phase == S.FINISHED and not s.winners:
        problems.append("the match is over without a winner")
    return problems
