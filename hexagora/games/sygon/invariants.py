"""What must hold in every state of a match: nothing appears, nothing gets lost, nothing is counted twice."""


from hexagora.games.sygon import rules_board, rules_score
from hexagora.games.sygon import state as S
from hexagora.games.sygon.names import CARD_IDS, KIND_NAMES, PIECE_NAMES
from hexagora.games.sygon.state import Box, State


def broken(box: Box, s: State) -> list[str]:
    """Sentences about what does not hold; none in a good state."""
    found = [*_pieces(box, s), *_wizards(box, s), *_goods(box, s), *_board(box, s), *_cards(box, s)]
    if s.stage == S.AT_TURN:
        found += _turn(box, s)
    return found


def _pieces(box: Box, s: State) -> list[str]:
    """Each piece is on the board or in the supply; the trackers follow the board."""
    found = []
    cells = range(box.cells)
    for p in range(box.players):
        own = [c for c in cells if s.town[c] == p + 1]
        on_board = {
            S.TOWN: len(own),
            S.WORKSHOP: sum(s.workshop[c] for c in own),
            S.MARKET: sum(s.market[c] for c in own),
            S.WALL: sum(s.wall[c][d] == p + 1 for c in cells for d in range(S.SIDES)),
        }
        for piece in range(S.PIECES):
            if s.left[p][piece] < 0 or s.left[p][piece] + on_board[piece] != box.pieces[piece]:
                found.append(f"p{p + 1} has {s.left[p][piece]} {PIECE_NAMES[piece]}s left, {on_board[piece]} on board")
        for k in range(S.KINDS):
            towns = [c for c in own if rules_board.kind_of(s, c) == k]
            if s.towns_on[p][k] != len(towns) or s.workshops_on[p][k] != sum(s.workshop[c] for c in towns):
                found.append(f"the income of p{p + 1} in {KIND_NAMES[k]} does not follow the board")
    return found


def _wizards(box: Box, s: State) -> list[str]:
    found = []
    for c in range(box.cells):
        for p in range(box.players):
            if s.present[p][c] != sum(s.wizard_at[p][w] == c for w in range(box.wizards)):
                found.append(f"the Wizards of p{p + 1} on hex {c} are counted wrongly")
        if s.crowd[c] != sum(s.present[p][c] for p in range(box.players)) or s.crowd[c] > box.wizards_per_hex:
            found.append(f"hex {c} holds {s.crowd[c]} Wizards")
        if s.crowd[c] and not rules_board.is_landscape(s, c):
            found.append(f"a Wizard stands on hex {c}, which is no Landscape")
    for p in range(box.players):
        for w in range(box.wizards):
            if s.wizard_at[p][w] >= S.CELLS and s.wizard_down[p][w]:
                found.append(f"Wizard {w + 1} of p{p + 1} lies although it is not on the board")
    return found


def _goods(box: Box, s: State) -> list[str]:
    """Nobody holds less than nothing or more than allowed; pending goods are held goods of the running turn."""
    found = []
    for p in range(box.players):
        name = f"p{p + 1}"
        if not 0 <= s.gold_pending[p] <= s.gold[p] <= box.max_gold:
            found.append(f"{name} has {s.gold[p]} Gold, {s.gold_pending[p]} of it pending")
        for k in range(S.KINDS):
            if not 0 <= s.cubes_pending[p][k] <= s.cubes[p][k]:
                found.append(f"{name} has {s.cubes[p][k]} {KIND_NAMES[k]}, {s.cubes_pending[p][k]} of it pending")
        discarding = s.choice == S.DISCARDING and s.actor == p
        if (rules_board.cubes_held(s, p) > box.max_cubes) != discarding:
            found.append(f"{name} holds {rules_board.cubes_held(s, p)} cubes")
        if s.phase[p] == S.WAITING and (s.gold_pending[p] or any(s.cubes_pending[p])):
            found.append(f"{name} has pending goods outside the own turn")
    return found


def _board(box: Box, s: State) -> list[str]:
    found = []
    for c in range(box.cells):
        land = rules_board.is_landscape(s, c)
        if not land and (s.value[c] or s.token[c] or s.town[c] or any(s.wall[c])):
            found.append(f"something is left on hex {c}, which is no Landscape")
        if not s.town[c] and (s.workshop[c] or s.market[c] or s.town_down[c]):
            found.append(f"hex {c} has a building without a Town")
    if s.stage > S.AT_TILES:
        volcanoes = sum(rules_board.is_volcano(s, c) for c in range(box.cells))
        if volcanoes != S.VOLCANOES:
            found.append(f"there are {volcanoes} Volcanoes")
    if any(rules_score.score_of(box, s, p) < 0 for p in range(box.players)):
        found.append("a score is below 0")
    return found


def _cards(box: Box, s: State) -> list[str]:
    found = []
    for i, card in enumerate(CARD_IDS):
        held = sum(s.hand[p][i] for p in range(box.players))
        copies = box.card_copies[i] if box.cards else 0
        if s.stock[i] < 0 or held < 0 or s.stock[i] + held > copies:
            found.append(f"{card}: {s.stock[i]} for sale and {held} held of {copies}")
    return found


def _turn(box: Box, s: State) -> list[str]:
    running = [p for p in range(box.players) if s.phase[p] != S.WAITING]
    if running != sorted({s.actor, box.mate[s.actor]}):
        return [f"it is the turn of p{s.actor + 1}, but the turns of {running} are running"]
    return []
