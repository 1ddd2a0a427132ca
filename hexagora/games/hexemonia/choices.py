"""Each legal action as a choice: its label, the way of clicks to it, what it brings and what to beware of."""


from hexagora.engine.scene import Choice, Target, button, cell, place, player
from hexagora.games.hexemonia import forecasts, rules, words
from hexagora.games.hexemonia import state as S
from hexagora.games.hexemonia.content import RESOURCE_NAMES
from hexagora.games.hexemonia.state import Box, State

MENU_LABELS = {S.PRODUCE: "Produce", S.STRATEGIC: "Strategic action", S.SPECIAL: "Special action", S.WAR: "War",
               S.PASS: "No action"}
LAST_STEPS = (S.AT_EXCHANGE, S.AT_SPECIAL, S.AT_WAR)  # after these the turn is over
END_LABELS = {S.AT_PLAY: "To the action", S.AT_EXCHANGE: "Finish the strategic action", S.AT_MUSTER: "Attack now"}


def choice(box: Box, s: State, a: int) -> Choice:
    """One choice of the player who decides; also of chance, where somebody else enters its outcomes."""
    name = words.text(box, s, a)
    if a >= S.CHANCE_START:
        return Choice(a, name, name.capitalize(), "chance", [button(name)])
    if a >= S.PRODUCE:
        return _menu(box, s, a, name)
    if a < S.PLAY_AT:
        return _simple(box, s, a, name)
    if a < S.CUBE_AT:
        return _play(box, s, a, name)
    if a < S.SWAP_AT:
        return _cube(box, s, a, name)
    if a < S.BATCH:
        return _exchange(box, s, a, name)
    if a < S.STRIKE:
        return _batch(box, s, a, name)
    return _force(box, s, a, name)


def _own(box: Box, s: State, c: int) -> Target:
    return cell(words.cell_name(box, c), words.player_name(s.active))


def _heap(box: Box, p: int, c: int, r: int) -> Target:
    board = words.player_name(p)
    return Target("piece", f"{board}-{words.cell_name(box, c)}-{RESOURCE_NAMES[r]}", board)


def _menu(box: Box, s: State, a: int, name: str) -> Choice:
    if a == S.END:
        return _end(box, s, a, name)
    if a >= S.REVEAL:
        return Choice(a, name, "Reveal the Acropolis", "reveal", [button(name)], forecasts.reveal_forecast(box, s),
                      "cannot be taken back")
    forecast = {S.PRODUCE: forecasts.production, S.SPECIAL: forecasts.gears, S.WAR: forecasts.targets,
                S.STRATEGIC: forecasts.asleep}.get(a)
    last = a in (S.PRODUCE, S.PASS)
    warning = forecasts.end_warnings(box, s, a) if last else ""
    if a in (S.SPECIAL, S.WAR):
        warning = forecasts.gold_left_out(box, s, s.active)
    return Choice(a, name, MENU_LABELS[a], "action", [button(name)], forecast(box, s) if forecast else "", warning,
                  _preview(box, s, a), last)


def _end(box: Box, s: State, a: int, name: str) -> Choice:
    label = END_LABELS.get(s.phase, "Done")
    if s.phase in LAST_STEPS:
        return Choice(a, name, label, "end", [button(name)], warning=forecasts.end_warnings(box, s, a), final=True)
    forecast = forecasts.mustered(box, s, 0, 0) if s.phase == S.AT_MUSTER else ""
    return Choice(a, name, label, "end", [button(name)], forecast)


def _preview(box: Box, s: State, a: int) -> list[str]:
    """The hexes that an action of the menu is about."""
    if a == S.WAR:
        return [_place(box, p, c) for p, c in forecasts.prey(box, s)]
    cells = {S.PRODUCE: forecasts.producing, S.SPECIAL: forecasts.usable}.get(a)
    return [_place(box, s.active, c) for c in cells(box, s)] if cells else []


def _place(box: Box, p: int, c: int) -> str:
    return place(words.cell_name(box, c), words.player_name(p))


def _pile(s: State, verb: str) -> str:
    """The pile that a hex is taken from, called on, put back from or discarded from."""
    if verb == "take":
        return "display"
    if verb == "stack":
        return "oracle"
    mine = "myths" if verb == "activate" or s.phase == S.AT_MYTHOUT else "hand"
    return f"{mine}-{words.player_name(s.active)}"


def _simple(box: Box, s: State, a: int, name: str) -> Choice:
    """Actions that name one thing: a type, a resource, a player, a cell."""
    if a < S.OF_RESOURCE:
        card, verb = words.type_name(box, a - S.OF_TYPE), name.split(" ")[0]
        forecast = forecasts.gear_forecast(box, s, box.gear[a - S.OF_TYPE], s.host[a - S.OF_TYPE]) \
            if verb == "activate" else ""
        return Choice(a, name, f"{verb.capitalize()} {card}", verb, [Target("card", card, _pile(s, verb))], forecast)
    if a < S.OF_PLAYER:
        kind = RESOURCE_NAMES[a - S.OF_RESOURCE]
        return Choice(a, name, f"Take a {kind}" if kind != "gold" else "Take gold", "gain", [button(kind)],
                      "goes on your Acropolis")
    if a < S.ON_CELL:
        other = a - S.OF_PLAYER
        told = forecasts.demand_forecast if s.phase == S.AT_DEMAND else forecasts.curse_forecast
        verb = "Demand of" if s.phase == S.AT_DEMAND else "Pandora's jar for"
        return Choice(a, name, f"{verb} {words.person(other)}", "player", [player(other)], told(box, s, other))
    return _on_cell(box, s, a, name)


def _on_cell(box: Box, s: State, a: int, name: str) -> Choice:
    c = a - S.ON_CELL
    where = words.hex_at(box, s, s.active, c)
    path = [_own(box, s, c)]
    if s.phase in (S.AT_DROP, S.AT_AGORA_DROP):
        gained, lost = forecasts.move_forecast(box, s, a)
        return Choice(a, name, f"Put them on {where}", "drop", path, gained, lost)
    if s.phase == S.AT_NECROPOLIS:
        _, lost = forecasts.changes_activity(box, s, a, s.active)
        spare = forecasts.source_of(box, s, s.active, c, S.CITIZEN)
        return Choice(a, name, f"Bury a citizen of {where}", "bury", path, spare, lost)
    if s.phase == S.AT_SETTLE:
        return Choice(a, name, f"Place it on {where}", "settle", path)
    gear = box.gear[s.tile[s.active][c] - 1]
    return Choice(a, name, f"Use {where}", "activate", path, forecasts.gear_forecast(box, s, gear, c))


def _play(box: Box, s: State, a: int, name: str) -> Choice:
    kind, c = words.play_parts(a)
    card = words.type_name(box, kind)
    path = [Target("card", card, f"hand-{words.player_name(s.active)}"), _own(box, s, c)]
    if kind >= box.first_myth:
        host = words.hex_at(box, s, s.active, c)
        warning = f"{host} can be conquered, and the Myth with it" if forecasts.is_exposed(box, s, s.active, c) else ""
        return Choice(a, name, f"Play {card} with its token on {host}", "myth", path, "free", warning)
    price = forecasts.cubes(box.cost[kind])
    return Choice(a, name, f"Play {card} on {words.cell_name(box, c)}", "play", path, f"costs {price}",
                  forecasts.play_warning(box, s, kind, c))


def _cube(box: Box, s: State, a: int, name: str) -> Choice:
    r, c = words.cube_parts(a)
    p = s.giver if s.phase == S.AT_GIVE else s.active
    where = words.hex_at(box, s, p, c)
    if s.phase in (S.AT_PAY, S.AT_GIVE):
        _, lost = forecasts.changes_activity(box, s, a, p)
        verb = "Pay" if s.phase == S.AT_PAY else "Give"
        return Choice(a, name, f"{verb} from {where}", verb.lower(), [_heap(box, p, c, r)],
                      forecasts.source_of(box, s, p, c, r), lost)
    return Choice(a, name, f"A {RESOURCE_NAMES[r]} for {where}", "fill", [_own(box, s, c)])


def _exchange(box: Box, s: State, a: int, name: str) -> Choice:
    c, direction = divmod(a - S.SWAP_AT, 2)
    gained, lost = forecasts.changes_activity(box, s, a, s.active)
    way = "citizens to hoplite" if direction == S.TO_HOPLITE else "hoplite to citizens"
    return Choice(a, name, f"{way.capitalize()} on {words.hex_at(box, s, s.active, c)}", "exchange",
                  [_own(box, s, c), button(way)], gained, lost)


def _batch(box: Box, s: State, a: int, name: str) -> Choice:
    number, r, c = words.batch_parts(a)
    _, lost = forecasts.changes_activity(box, s, a, s.active)
    verb, forecast = "Lift", forecasts.source_of(box, s, s.active, c, r, number)
    if s.phase == S.AT_MUSTER:
        units = [number if r == kind else 0 for kind in (S.CITIZEN, S.HOPLITE)]
        verb, forecast = "Muster", f"{forecast}; {forecasts.mustered(box, s, *units)}"
    label = f"{verb} {words.plural(number, r)} from {words.hex_at(box, s, s.active, c)}"
    return Choice(a, name, label, verb.lower(), [_heap(box, s.active, c, r), button(str(number))], forecast, lost,
                  onto=_drops(box, s, a))


def _drops(box: Box, s: State, a: int) -> list[str]:
    """Where cubes that are lifted can be put down."""
    then = forecasts.after(box, s, a)
    if then.phase not in (S.AT_DROP, S.AT_AGORA_DROP):
        return []
    out = [0] * S.MAX_LEGAL
    return [_place(box, s.active, drop - S.ON_CELL) for drop in out[: rules.legal(box, then, out)]]


def _force(box: Box, s: State, a: int, name: str) -> Choice:
    if a < S.ATTACK:
        p, c, number = words.strike_parts(a)
        path = [cell(words.cell_name(box, c), words.player_name(p)), button(str(number))]
        label = f"Take {words.plural(number, S.CITIZEN)} from {words.person(p)}'s {words.hex_at(box, s, p, c)}"
        return Choice(a, name, label, "strike", path, "excess citizens go to the supply")
    if a < S.LOSE:
        p, c = words.attack_parts(a)
        return Choice(a, name, f"Attack {words.person(p)}'s {words.hex_at(box, s, p, c)}", "attack",
                      [cell(words.cell_name(box, c), words.player_name(p))], forecasts.battle(box, s, p, c))
    hoplites = a - S.LOSE
    return Choice(a, name, forecasts.losses(box, s, hoplites), "lose", [button(str(hoplites))],
                  forecasts.survivors(box, s, hoplites))
