"""What an action or the next eruption would do, in words: forecasts and warnings for the table."""

from typing import Any

from hexagora.engine.scene import Good
from hexagora.games.sygon import rules, rules_board, rules_build, rules_cast, rules_round, rules_score, words
from hexagora.games.sygon import state as S
from hexagora.games.sygon.names import CARD_IDS, COLOUR_NAMES, KIND_NAMES, PIECE_NAMES
from hexagora.games.sygon.state import Box, State

SHIELDED, DROPS, LOSES, BURNS = "shielded by a Wall", "value drops by 1", "loses a building", "turns to Ash"

CARD_EFFECTS = dict(zip(CARD_IDS, (
    "All other players may not Teleport or Forage in their next turn.",
    "Turn over Forage tokens where your Wizards stand, then build one Wall free of charge.",
    "One to three of your Wizards leave the board and come back next turn wherever there is room.",
    "One of your Wizards may make one more move in this turn.",
    "Once in this turn a Wizard may cast although it, or that spell, has been used already.",
    "Choose a Volcano: it does not erupt at the end of this round.",
    "Until the end of this turn everything may be done in any order, and all goods can be spent at once.",
    "At the end of this round you name the face of the Volcano die.",
    "Is played as a card that is sold out.",
    "Remove one opponent Wall at a border of a hex with one of your Wizards.",
    "In this turn you may build beside an opponent Wizard without outnumbering it.",
    "Opponents pay more Gold to buy a card, and more to play one.",
    "Your Wizards may Forage on red tokens where you have a Town.",
    "You pay no entry fees.",
    "Your first Teleport of each turn is free.",
    "Your first Buy of each turn is cheaper.",
    "Every Transform costs the lower price.",
), strict=True))


def legal(box: Box, s: State) -> list[int]:
    out = [0] * S.MAX_LEGAL
    return out[: rules.legal(box, s, out)]


def effect_of_volcano(box: Box, s: State, cell: int, side: int) -> str:
    """What an eruption beyond one side of a hex would do to it."""
    if s.wall[cell][side] or rules_board.wall_beyond(box, s, cell, side):
        return SHIELDED
    if s.value[cell]:
        return DROPS
    return LOSES if s.town[cell] else BURNS


def threats(box: Box, s: State, cell: int) -> dict[str, str]:
    """For each Volcano beside a Landscape hex that can erupt this round, what it would do; nothing once the match is
    over."""
    found = {}
    if s.stage != S.AT_END and rules_board.is_landscape(s, cell):
        for side in range(S.SIDES):
            other = rules_board.beyond(box, cell, side)
            if other != S.NO_CELL and rules_board.is_volcano(s, other):
                colour = s.terrain[other] - S.KINDS - 1
                if not (s.clouds | s.lulled) >> colour & 1:
                    found[COLOUR_NAMES[colour]] = effect_of_volcano(box, s, cell, side)
    return found


def threats_to_town(box: Box, s: State, p: int, cell: int) -> dict[str, str]:
    """The same for a hex on which a player founds a Town."""
    then = s.clone()
    rules_board.found_town(then, p, cell)
    return threats(box, then, cell)


def hits(box: Box, s: State, crater: int) -> dict[int, str]:
    """What the next eruption of a Volcano would do to each Landscape hex beside it, Clouds or not."""
    found = {}
    for side in range(S.SIDES):
        other = rules_board.beyond(box, crater, side)
        if other != S.NO_CELL and rules_board.is_landscape(s, other):
            found[other] = effect_of_volcano(box, s, other, rules_board.opposite(side))
    return found


def hit_by(box: Box, s: State, colours: int) -> dict[int, str]:
    """The hexes that an eruption of some Volcanoes, one after the other, would change, and how."""
    then = after_eruption(box, s, colours)
    return {c: effect for c in range(box.cells) if (effect := _change(s, then, c))}


def after_eruption(box: Box, s: State, colours: int) -> Any:
    """The state after an eruption; where an owner would choose what to lose, it is the Workshop."""
    then = s.clone()
    rules_round.erupt(then, colours)
    rules_round.aftermaths(box, then)
    while then.stage == S.AT_LOSE:
        rules_round.lose(box, then, words.damaged_hex(then))
        rules_round.aftermaths(box, then)
    return then


def _change(s: State, then: Any, c: int) -> str:
    if then.terrain[c] != s.terrain[c]:
        return BURNS
    drop = s.value[c] - then.value[c]
    parts = [f"value drops by {drop}"] if drop else []
    if (then.town[c], then.workshop[c], then.market[c]) != (s.town[c], s.workshop[c], s.market[c]):
        parts.append(LOSES)
    return " and ".join(parts)


def odds(box: Box, colour: int) -> int:
    """Faces of the die that show a colour."""
    return sum(box.die[face] >> colour & 1 for face in range(S.FACES))


def is_without_die(box: Box, s: State) -> bool:
    """Whether competitive scoring decides what erupts, as the scores stand (SYG-COMP-2)."""
    return bool(box.competitive and rules_score.best_score(box, s) >= box.competitive_points)


def possible_eruptions(box: Box, s: State) -> list[int]:
    """What erupts at the end of this round as things stand: a set of Volcanoes for each face of the die; without it the
    same for all."""
    if is_without_die(box, s):
        return [int(rules_round.competitive_volcano(box, s))] * S.FACES
    return [int(box.die[face] & ~(s.clouds | s.lulled)) for face in range(S.FACES)]


def odds_now(box: Box, s: State, colour: int) -> int:
    """Faces of the die at which a Volcano erupts at the end of this round."""
    return sum(colours >> colour & 1 for colours in possible_eruptions(box, s))


def towns_encircled(box: Box, s: State, p: int, place: int) -> list[int]:
    """The Towns that a Wall of a player in that place would encircle; with the option the teammate's count too."""
    cell, side = place // S.SIDES, place % S.SIDES
    both = ((cell, side), (rules_board.beyond(box, cell, side), rules_board.opposite(side)))
    return [c for c, d in both if c != S.NO_CELL and _last_gap(box, s, p, c, d)]


def _last_gap(box: Box, s: State, p: int, cell: int, side: int) -> bool:
    """Whether a side of a Town is the only one that is open, and a Wall of that player would close it."""
    owner = s.town[cell] - 1
    if owner < 0 or not rules_score.closes(box, owner, p + 1):
        return False
    return [d for d in range(S.SIDES) if not rules_score.side_closed(box, s, owner, cell, d)] == [side]


def wall_forecast(box: Box, s: State, p: int, place: int) -> str:
    """What a Wall would close, shield or block."""
    cell, side = place // S.SIDES, place % S.SIDES
    other = rules_board.beyond(box, cell, side)
    if other == S.NO_CELL:
        return "stands on the frame, without effect"
    parts = []
    gained = len(towns_encircled(box, s, p, place))
    if gained:
        parts.append(f"encircles {words.counted(gained, 'Town')}: +{gained * box.encirclement_points} SP")
    if rules_board.is_volcano(s, other):
        parts.append(f"shields {words.cell_name(box, cell)} from the Volcano")
    elif rules_board.is_landscape(s, other):
        parts.append(f"stops walks and steals between {words.cell_name(box, cell)} and {words.cell_name(box, other)}")
    return "; ".join(parts)


def wall_warning(box: Box, place: int, s: State) -> str:
    other = rules_board.beyond(box, place // S.SIDES, place % S.SIDES)
    if other == S.NO_CELL or rules_board.is_landscape(s, other) or rules_board.is_volcano(s, other):
        return ""
    return "This Wall faces Ash: nobody crosses there anyway."


def affordable(box: Box, s: State, p: int) -> list[str]:
    """Buildings worth points that can be built right now, closing Walls included."""
    actions = legal(box, s)
    found = [divmod(a - S.A_BUILD, S.CELLS) for a in actions if S.A_BUILD <= a < S.A_BUILD_WALL]
    walls = [a - S.A_BUILD_WALL for a in actions if S.A_BUILD_WALL <= a < S.A_TRANSFORM]
    return [*(f"{PIECE_NAMES[piece].capitalize()} on {words.cell_name(box, cell)}" for piece, cell in found),
            *(f"Wall on {words.border(box, place)}" for place in walls if towns_encircled(box, s, p, place))]


def income_text(gold: int, kinds: list[int]) -> str:
    return ", ".join([f"{n} {KIND_NAMES[k]}" for k, n in enumerate(kinds) if n] + [f"{gold} Gold"])


def income_goods(gold: int, kinds: list[int]) -> list[Good]:
    return [*(Good(KIND_NAMES[k], n) for k, n in enumerate(kinds) if n), Good("gold", gold)]


def end_build_warning(box: Box, s: State, p: int) -> str:
    found = affordable(box, s, p)
    return f"You could still build: {', '.join(found[:4])}." if found else ""


def end_move_warning(box: Box, s: State, p: int) -> str:
    able = [w for w in range(box.wizards) if rules_board.on_board(s, p, w)]
    return "None of your Wizards has moved." if able and all(s.moves[p][w] for w in able) else ""


def income(box: Box, s: State, p: int) -> tuple[int, list[int]]:
    """Gold and cubes of the next Collect; Gold beyond the limit is lost."""
    gold = min(rules_board.gold_income(box, s, p), box.max_gold - s.gold[p])
    return gold, [rules_board.cube_income(box, s, p, k) for k in range(S.KINDS)]


def _burning(box: Box, s: State, p: int) -> list[str]:
    """The hexes under a player's Wizards that the end of this round may turn to Ash, with the chance of it; where
    Foresight chooses the face there is none to tell."""
    stands = sorted({s.wizard_at[p][w] for w in range(box.wizards) if rules_board.on_board(s, p, w)})
    outcomes = [hit_by(box, s, colours) for colours in possible_eruptions(box, s)]
    found = []
    for c in stands:
        faces = sum(outcome.get(c) == BURNS for outcome in outcomes)
        if faces:
            found.append(words.cell_name(box, c) + ("" if s.foresight else f" ({faces} in {S.FACES})"))
    return found


def end_turn_warnings(box: Box, s: State, p: int) -> str:
    """Everything one may regret about ending the turn."""
    found = []
    lost = _burning(box, s, p)
    if lost:
        fate = "would have to start again from home" if box.lost_return else "would be lost for the rest of the game"
        found.append(f"An eruption may turn {', '.join(lost)} to Ash: your Wizard {fate}.")
    able = [name for spell, name in ((S.FORAGE, "Forage"), (S.STEAL, "Steal"))
            if any((a - S.A_CAST) // S.WIZARDS == spell for a in legal(box, s) if S.A_CAST <= a < S.A_END_CAST)]
    if able:
        found.append(f"You could still cast {' and '.join(able)}.")
    gold, kinds = rules_board.gold_income(box, s, p), income(box, s, p)[1]
    if not s.collected[p]:
        if sum(kinds) + rules_board.cubes_held(s, p) > box.max_cubes:
            found.append(f"You will hold more than {box.max_cubes} cubes and must discard.")
        if gold + s.gold[p] > box.max_gold:
            found.append(f"Gold beyond {box.max_gold} is lost.")
    return " ".join([*found, *mark_warnings(box, s, p)])


def mark_warnings(box: Box, s: State, p: int) -> list[str]:
    """Opponents who have the score needed."""
    needed = rules_score.score_to_win(box, s)
    return [f"{words.who(box, o)} has the score to win." for o in range(box.players)
            if not rules_board.friendly(box, p, o) and rules_score.score_of(box, s, o) >= needed]


def spell_forecast(box: Box, s: State, p: int, spell: int, w: int) -> str:
    cell = s.wizard_at[p][w]
    if spell == S.FORAGE:
        return f"1 {KIND_NAMES[rules_board.kind_of(s, cell)]}, {_usable(s, p)}"
    if spell == S.STEAL:
        return f"{steal_told(box, s, p, cell)}, {_usable(s, p)}"
    if spell == S.SCORCH:
        return "the Gold Value drops by 1" if s.value[cell] else "the hex turns to Ash"
    if spell == S.PROTECT:
        return "lies down: nobody can steal from it until you stand it up in your next turn"
    return "turns the Forage token over: " + ("black to red" if s.token[cell] == S.BLACK else "red to black")


def _usable(s: State, p: int) -> str:
    """When what a spell brings can be spent: under Power Trip at once (SYG-LIMIT-5, SYG-LIMIT-6)."""
    return "to be used at once" if s.phase[p] == S.FREE else "to be used from the next turn on"


def steal_hexes(box: Box, s: State, p: int, cell: int) -> list[int]:
    """The hexes with pieces that a Steal from a hex would knock over."""
    around = [rules_board.beyond(box, cell, side) for side in range(S.SIDES)
              if rules_cast.in_reach(box, s, p, cell, side)]  # fmt: skip
    return [c for c in ([] if box.short_range else [cell]) + around if rules_cast.targets_on(box, s, p, c)]


def steal_told(box: Box, s: State, p: int, cell: int) -> str:
    """What a Steal takes: from whom, and from the bank where somebody cannot pay."""
    then = s.clone()
    rules_cast.steal(box, then, p, cell)
    fallen = words.stolen(box, s, p, cell)
    paid = {o: s.gold[o] - then.gold[o] for o in range(box.players) if o != p and then.gold[o] < s.gold[o]}
    parts = [f"{gold} from {words.who(box, o)}" for o, gold in paid.items()]
    if fallen > sum(paid.values()):
        parts.append(f"{fallen - sum(paid.values())} from the bank")
    kept = then.gold[p] - s.gold[p]
    limit = f", {kept} of it kept: {box.max_gold} is the limit" if kept < fallen else ""
    return f"knocks over {words.counted(fallen, 'piece')} for {fallen} Gold ({', '.join(parts)}{limit})"


def gold_gain(box: Box, s: State, p: int, gold: int) -> str:
    """Gold that comes, as far as the limit lets it (SYG-LIMIT-2)."""
    kept = min(gold, box.max_gold - s.gold[p])
    return f"+{kept} Gold" + (f" ({box.max_gold} is the limit)" if kept < gold else "")


def spell_warning(s: State, p: int, spell: int, w: int) -> str:
    if spell == S.SCORCH and s.value[s.wizard_at[p][w]] == 0:
        return "The Wizard leaves the board together with the hex."
    return ""


def goods_for(box: Box, s: State, p: int, piece: int) -> list[Good]:
    """The price of a building, and what a player lacks of it."""
    asked = [(KIND_NAMES[k], box.cost_cubes[piece][k], rules_board.spendable_cubes(s, p, k)) for k in range(S.KINDS)]
    asked.append(("gold", box.cost_gold[piece], rules_board.spendable_gold(s, p)))
    return [Good(name, price, max(price - held, 0)) for name, price, held in asked if price]


def missing_for(box: Box, s: State, p: int, piece: int) -> str:
    """What a player lacks for a building."""
    return ", ".join(f"{good.lacks} {'Gold' if good.icon == 'gold' else good.icon}"
                     for good in goods_for(box, s, p, piece) if good.lacks)


def price_of(box: Box, piece: int) -> str:
    """What a building costs."""
    cubes = [f"{box.cost_cubes[piece][k]} {KIND_NAMES[k]}" for k in range(S.KINDS) if box.cost_cubes[piece][k]]
    return ", ".join([*cubes, f"{box.cost_gold[piece]} Gold"])


def why_no_building(box: Box, s: State, p: int, piece: int, actions: list[int]) -> str:
    """What a player lacks for a building, with a way to get it; empty if it can be built now."""
    first = S.A_BUILD + piece * S.CELLS  # Walls come after the buildings
    last = S.A_TRANSFORM if piece == S.WALL else first + S.CELLS
    if any(first <= a < last for a in actions):
        return ""
    missing = missing_for(box, s, p, piece)
    return f"{missing}{way_to_pay(box, s, p, piece)}" if missing else "no place for it"


def way_to_pay(box: Box, s: State, p: int, piece: int) -> str:
    """The cheapest exchanges that bring the missing cubes of a building, as a suggestion; empty if no cube is missing
    or the Gold does not suffice."""
    have = [rules_board.spendable_cubes(s, p, k) - box.cost_cubes[piece][k] for k in range(S.KINDS)]
    gold, steps = 0, []
    for wanted in range(S.KINDS):
        while have[wanted] < 0:
            ways = [(words.prices(box, s, p, k, wanted), k) for k in range(S.KINDS) if have[k] > 0]
            price, given = min(ways, default=(words.buy_price(box, s, p), S.NO_CELL))
            if given != S.NO_CELL:
                have[given] -= 1
            have[wanted] += 1
            gold += price
            name = KIND_NAMES[wanted]
            steps.append(f"buy {name}" if given == S.NO_CELL else f"transform {KIND_NAMES[given]} into {name}")
    if not steps or gold + box.cost_gold[piece] > rules_board.spendable_gold(s, p):
        return ""
    return f" ({', '.join(steps)}: {gold} Gold)"


def why_no_purchase(box: Box, s: State, p: int, card: int, actions: list[int]) -> str:
    """Why a card of the shop cannot be bought now; empty if it can."""
    if any(S.A_PURCHASE + card * S.PRICES <= a < S.A_PURCHASE + (card + 1) * S.PRICES for a in actions):
        return ""
    if not s.stock[card]:
        return "sold out"
    if s.bought[p]:
        return "one purchase a turn"
    if box.card_class[card] == S.ETERNAL and s.played[p]:
        return "an Evocation is also the one card played in a turn"
    return "too dear for you now"


def why_no_play(box: Box, s: State, p: int, card: int, actions: list[int]) -> str:
    """Why a card in the hand cannot be played now; empty if it can."""
    if S.A_PLAY + card in actions:
        return ""
    if s.played[p]:
        return "one card a turn"
    if rules_board.spendable_gold(s, p) < words.surcharge(box, s, p):
        return "the Ward costs more Gold than you have"
    return "it would have no effect now"


def purchase_warning(box: Box, s: State, p: int, a: int) -> str:
    """Buildings that could be paid before the purchase of a card and not after it."""
    pieces = [i for i in range(S.TOWN, S.WALL) if rules_build.can_afford(box, s, p, i)]
    if not pieces:
        return ""
    after = s.clone()
    rules.apply(box, after, a)
    gone = [PIECE_NAMES[i].capitalize() for i in pieces if not rules_build.can_afford(box, after, p, i)]
    return f"Then you can no longer pay a {' or '.join(gone)}." if gone else ""


def card_price(box: Box, card: int) -> str:
    price = box.card_price[card]
    if box.card_class[card] == S.GOLDEN:
        return f"{price} Gold"
    if box.card_class[card] == S.INSTANT:
        return f"{price} cubes of one kind" if price > 1 else "1 cube of any kind"
    return f"{price} {KIND_NAMES[box.card_kind[card]]}"


def purchase_forecast(box: Box, s: State, p: int, a: int) -> str:
    card = (a - S.A_PURCHASE) // S.PRICES
    extra = words.surcharge(box, s, p)
    if box.card_class[card] == S.ETERNAL:
        extra *= 2  # it is bought and played at once (SYG-RULING-71)
    ward = f", and {extra} Gold for the Ward" if extra else ""
    return f"{card_price(box, card)}{ward}. {CARD_EFFECTS[CARD_IDS[card]]}"


def roll_forecast(box: Box, s: State, face: int) -> str:
    """Which of the colours of a face would erupt."""
    shown = [c for i, c in enumerate(COLOUR_NAMES) if box.die[face] >> i & 1]
    able = [c for c in shown if not (s.clouds | s.lulled) >> COLOUR_NAMES.index(c) & 1]
    quiet = [c for c in shown if c not in able]
    parts = [f"{' and '.join(able)} would erupt"] if able else ["nothing would erupt"]
    if quiet:
        parts.append(f"{' and '.join(quiet)} cannot this round")
    burnt = [f"{words.cell_name(box, c)} {effect}"
             for c, effect in hit_by(box, s, sum(1 << COLOUR_NAMES.index(c) for c in able)).items()]
    return "; ".join(parts + ([", ".join(burnt)] if burnt else []))


def closed(box: Box, s: State, colour: int) -> bool:
    """Whether a Volcano has no Landscape left beside it."""
    crater = rules_round.crater_of(box, s, colour)
    return crater == S.NO_CELL or bool(rules_round.closed_in(box, s, crater))


def why_no_steal(box: Box, s: State, p: int, w: int) -> str:
    """Why a Wizard cannot Steal, for the panel of spells."""
    if rules_cast.was_cast(s, p, S.STEAL):
        return "already cast in this turn"
    if rules_cast.has_cast(s, p, w):
        return "this Wizard has cast"
    if rules_board.on_board(s, p, w) and rules_cast.can_steal(box, s, p, s.wizard_at[p][w]):
        return ""
    return f"it needs upright opponent pieces in {box.steal_hexes} hex{'es' if box.steal_hexes > 1 else ''} in reach"
