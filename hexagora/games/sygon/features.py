"""What a seat sees of Hexes of Sygon, as numbers. Nothing is hidden in this game."""

from hexagora.engine.observing import seats_away
from hexagora.games.sygon import state as S
from hexagora.games.sygon.rules_board import friendly
from hexagora.games.sygon.rules_score import score_of, score_to_win

TERRAIN = 0  # by its number in the state, NOTHING first
LAID = S.SCORCHED + 1
VALUE, BLACK_TOKEN, RED_TOKEN, SMOKE, QUIET, BURNING = (LAID + k for k in range(6))
OWNED = BURNING + 1  # here begins what belongs to each player
TOWN, TOWN_DOWN, WORKSHOP, MARKET, WIZARDS_HERE, WIZARDS_DOWN = range(6)
WALLS = 6
OF_AN_OWNER = WALLS + S.SIDES
CHANNELS = OWNED + S.PLAYERS * OF_AN_OWNER
MOST_GOLD, MOST_CUBES, MOST_SCORE, MOST_ROUND = 30, 20, 40, 50
STAGES, PHASES, CHOICES = S.AT_END + 1, S.DONE + 1, S.REPLICATING + 1
DECIDES = STAGES
ROUND, FINAL, TO_WIN, FORESIGHT = (DECIDES + k for k in range(1, 5))
CHOICE = FORESIGHT + 1
FOR_SALE = CHOICE + CHOICES
DIE = FOR_SALE + S.CARDS  # per face and colour: whether it makes that Volcano erupt
PLAYER = DIE + S.FACES * S.VOLCANOES
GOLD, GOLD_PENDING, SCORE, FRIEND = range(4)
CUBES = 4
CUBES_PENDING = CUBES + S.KINDS
SUPPLY = CUBES_PENDING + S.KINDS
PHASE = SUPPLY + S.PIECES
MOVES = PHASE + PHASES
CAST_BY = MOVES + S.WIZARDS
CAST = CAST_BY + S.WIZARDS
TELEPORTED, BOUGHT_CUBE, BOUGHT_CARD, PLAYED_CARD, ECHOES, HAS_WRIT, COLLECTED, IN_BLIZZARD, BLIZZARD_NEXT = (
    CAST + S.SPELLS + k for k in range(9))
HAND = BLIZZARD_NEXT + 1
EVOKED = HAND + S.CARDS
OF_A_PLAYER = EVOKED + S.CARDS


def observe(box, s, seat, out):
    for cell in range(box.cells):
        observe_hex(box, s, seat, cell, out)
    for player in range(box.players):
        away = seats_away(box, s.seat[player], seat)
        for w in range(box.wizards):
            here = s.wizard_at[player][w] + 0
            if here < S.CELLS:
                at = here * CHANNELS + OWNED + away * OF_AN_OWNER
                out[at + WIZARDS_HERE] += 1
                out[at + WIZARDS_DOWN] += s.wizard_down[player][w] != 0
    at = box.cells * CHANNELS
    observe_round(box, s, seat, at, out)
    own = player_at(box, s, seat)
    for player in range(box.players):
        first = at + PLAYER + seats_away(box, s.seat[player], seat) * OF_A_PLAYER
        out[first + FRIEND] = friendly(box, own, player)
        observe_goods(box, s, player, first, out)
        observe_turn(box, s, player, first, out)


def player_at(box, s, seat):
    """Players are numbered by order of play; the one who sits there."""
    for player in range(box.players):
        if s.seat[player] == seat:
            return player
    return seat


def observe_hex(box, s, seat, cell, out):
    at = cell * CHANNELS
    ground = s.terrain[cell] + 0
    out[at + TERRAIN + ground] = 1
    out[at + VALUE] = s.value[cell]
    out[at + BLACK_TOKEN] = s.token[cell] == 1
    out[at + RED_TOKEN] = s.token[cell] == 2
    if ground >= S.FIRST_VOLCANO and ground <= S.LAST_VOLCANO:
        out[at + SMOKE] = (s.clouds >> (ground - S.FIRST_VOLCANO)) & 1
        out[at + QUIET] = (s.lulled >> (ground - S.FIRST_VOLCANO)) & 1
        out[at + BURNING] = (s.erupting >> (ground - S.FIRST_VOLCANO)) & 1
    if s.town[cell] > 0:
        first = at + OWNED + seats_away(box, s.seat[s.town[cell] - 1], seat) * OF_AN_OWNER
        out[first + TOWN] = 1
        out[first + TOWN_DOWN] = s.town_down[cell] != 0
        out[first + WORKSHOP] = s.workshop[cell]
        out[first + MARKET] = s.market[cell]
    for side in range(S.SIDES):
        if s.wall[cell][side] > 0:
            owner = seats_away(box, s.seat[s.wall[cell][side] - 1], seat)
            out[at + OWNED + owner * OF_AN_OWNER + WALLS + side] = 1


def observe_round(box, s, seat, at, out):
    out[at + min(s.stage, S.AT_END)] = 1
    deciding = s.stage < S.AT_END and s.stage > S.AT_TOKENS and s.stage != S.AT_ROLL
    out[at + DECIDES] = deciding and s.seat[s.actor] == seat
    out[at + ROUND] = min(MOST_ROUND, s.round)
    out[at + FINAL] = s.final
    out[at + TO_WIN] = max(0, min(MOST_SCORE, score_to_win(box, s)))
    out[at + FORESIGHT] = s.foresight > 0
    if s.stage == S.AT_TURN:
        out[at + CHOICE + s.choice] = 1
    for card in range(S.CARDS):
        out[at + FOR_SALE + card] = min(4, s.stock[card])
    for face in range(S.FACES):
        for v in range(S.VOLCANOES):
            out[at + DIE + face * S.VOLCANOES + v] = (box.die[face] >> v) & 1


def observe_goods(box, s, player, at, out):
    out[at + GOLD] = min(MOST_GOLD, s.gold[player])
    out[at + GOLD_PENDING] = min(MOST_GOLD, s.gold_pending[player])
    out[at + SCORE] = min(MOST_SCORE, score_of(box, s, player))
    for kind in range(S.KINDS):
        out[at + CUBES + kind] = min(MOST_CUBES, s.cubes[player][kind])
        out[at + CUBES_PENDING + kind] = min(MOST_CUBES, s.cubes_pending[player][kind])
    for piece in range(S.PIECES):
        out[at + SUPPLY + piece] = min(MOST_CUBES, s.left[player][piece])
    for card in range(S.CARDS):
        out[at + HAND + card] = min(4, s.hand[player][card])
        out[at + EVOKED + card] = (s.evocations[player] >> card) & 1


def observe_turn(box, s, player, at, out):
    out[at + PHASE + s.phase[player]] = 1
    for w in range(S.WIZARDS):
        out[at + MOVES + w] = min(8, s.moves[player][w])
        out[at + CAST_BY + w] = (s.cast_wizards[player] >> w) & 1
    for spell in range(S.SPELLS):
        out[at + CAST + spell] = (s.cast_spells[player] >> spell) & 1
    out[at + TELEPORTED] = s.teleported[player]
    out[at + BOUGHT_CUBE] = s.bought_cube[player]
    out[at + BOUGHT_CARD] = s.bought[player]
    out[at + PLAYED_CARD] = s.played[player]
    out[at + ECHOES] = s.echo[player]
    out[at + HAS_WRIT] = s.writ[player]
    out[at + COLLECTED] = s.collected[player]
    out[at + IN_BLIZZARD] = s.blizzard[player]
    out[at + BLIZZARD_NEXT] = s.blizzard_next[player]
