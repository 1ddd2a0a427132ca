"""Positions of Sigil as documents: stones by node, spells by slot, and, in mid-turn, what is pending.

    {"layout": ["flourish", …], "red": ["a1"], "blue": ["b1"], "to_move": "red", "turn": 1,
     "locks": {"red": null, "blue": null}, "casts": {"red": 0, "blue": 0}, "score": "blue +1"}

Only what differs from the start needs to be said. `score` is written and not read. Further keys where they matter:
`pending` (a decision in mid-turn), `history` (earlier positions for the loop rule), `result`, and for later packs
`walls`, `bank`, `spring`.
"""

from typing import Any

from hexagora.engine.document import (
    ALWAYS,
    Anything,
    Cell,
    Cells,
    Flag,
    Kind,
    Number,
    Part,
    Several,
    Shape,
    Word,
    known_keys,
    one_of,
)
from hexagora.engine.errors import BadPosition
from hexagora.games.sigil import rules, rules_board, rules_ends, rules_loops, rules_offers, rules_spells
from hexagora.games.sigil import state as S
from hexagora.games.sigil.names import (
    COLOURS,
    DECISIONS,
    NODE_INDEX,
    NODE_NAMES,
    REASONS,
    SLOT_NAMES,
    node_list,
    score_words,
    slot_spell,
    spell_name,
    spell_names,
)
from hexagora.games.sigil.state import Box, State

MOST_TURNS = 10_000_000
MOST_HISTORY = S.TAPE
MOST_BANK = 10_000
MOST_TIMES = 10_000
LOCK_BITS = 15
SPELL_DECISIONS = (S.KEEP, S.SPELL_MOVE, S.SPELL_DESTROY, S.SPELL_CONVERT, S.SPELL_PAY, S.SPELL_PUSH)


# writing


def position(box: Box, s: State) -> dict[str, Any]:
    """The position as a document."""
    document: dict[str, Any] = {"layout": [slot_spell(box, s, k) if s.spell[k] else None for k in range(S.SLOTS)]}
    if s.phase == S.DEAL_SPELL:
        return document
    for player, colour in enumerate(COLOURS):
        document[colour] = node_list(s.stones[player])
    document["to_move"] = COLOURS[s.mover]
    document["turn"] = s.turn
    document["locks"] = {c: slot_spell(box, s, s.lock[p] - 1) if s.lock[p] else None for p, c in enumerate(COLOURS)}
    document["casts"] = {c: s.casts[p] for p, c in enumerate(COLOURS)}
    document["score"] = score_words(rules_ends.lead_of(box, s, S.RED))
    if s.walls:
        document["walls"] = node_list(s.walls)
    if any(s.bank):
        document["bank"] = {c: s.bank[p] for p, c in enumerate(COLOURS)}
    if any(s.spent):
        document["spring"] = {c: bool(s.spent[p]) for p, c in enumerate(COLOURS)}
    if not _at_start_of_turn(box, s):
        document["pending"] = _pending(box, s)
    if s.written or s.turn_said or "pending" in document:
        document["history"] = _history(box, s)
    if s.winner:
        document["result"] = {"winner": COLOURS[s.winner - 1], "reason": REASONS[s.reason]}
    return document


def _at_start_of_turn(box: Box, s: State) -> bool:
    return not s.winner and s.phase in (S.PLACE, S.MOVE)


def _node(number: int) -> str | None:
    return NODE_NAMES[number - 1] if number else None


def _pending(box: Box, s: State) -> dict[str, Any]:
    full = {
        "decision": DECISIONS[s.phase],
        "dashed": bool(s.dashed),
        "casts": s.cast_now,
        "left": s.left,
        "price": s.price,
        "spell": slot_spell(box, s, s.resolving - 1) if s.resolving else None,
        "step": s.step,
        "landed": _node(s.landed),
        "kept": node_list(s.kept),
        "pushed_from": _node(s.pushed_from),
        "region": node_list(s.region),
        "fresh": node_list(s.fresh),
        "slider": _node(s.cursor),
        "targets": {NODE_NAMES[k]: NODE_NAMES[s.slide[k] - 1] for k in range(S.NODES) if s.slide[k]},
        "withdraw": bool(s.may_withdraw),
        "no_return": bool(s.moved_on),
    }
    return {key: value for key, value in full.items() if value}


def _history(box: Box, s: State) -> list[dict[str, Any]]:
    """One position for each turn, the present one last."""
    red, blue, rest, said = s.turn_stones[0], s.turn_stones[1], s.turn_rest, s.turn_said
    found = [_remembered(box, s, red, blue, rest, said)]
    at = s.written
    while at:
        at -= 1
        closing = rules_loops.byte_at(s, at)
        if closing & rules_loops.REST_CHANGED:
            at -= rules_loops.REST_BYTES
            rest ^= rules_loops.rest_on_tape(s, at)
        rest ^= 1
        for _ in range(closing & rules_loops.CHANGES):
            at -= 1
            change = rules_loops.byte_at(s, at)
            red ^= (change & 1) << (change >> 2)
            blue ^= (change >> 1 & 1) << (change >> 2)
        found.append(_remembered(box, s, red, blue, rest, closing & rules_loops.ANNOUNCED))
    return found[::-1]


def _remembered(box: Box, s: State, red: int, blue: int, rest: int, said: int) -> dict[str, Any]:
    locks = [rest >> 1 & LOCK_BITS, rest >> 5 & LOCK_BITS]
    full = {
        "stones": "".join("r" if red >> k & 1 else "b" if blue >> k & 1 else "." for k in range(S.NODES)),
        "to_move": COLOURS[rest & 1],
        "locks": [slot_spell(box, s, lock - 1) if lock else None for lock in locks] if any(locks) else [],
        "bank": _unless_zero([rest >> 11 & rules_loops.MOST_BANKED, rest >> 21 & rules_loops.MOST_BANKED]),
        "spring": _unless_zero([rest >> 9 & 1, rest >> 10 & 1]),
        "announced": bool(said),
    }
    return {name: value for name, value in full.items() if value}


def _unless_zero(pair: list[int]) -> list[int]:
    return pair if any(pair) else []


# reading


def _each(kind: Kind) -> Part:
    """An object with one value for each colour."""
    return Part(Shape(**dict.fromkeys(COLOURS, kind)))


NODES_NAMED = Cells("node")
NODE_NAMED = Cell("node")
RESULT = Shape(winner=Word(COLOURS, ""), reason=Word(REASONS[1:], ""))
# `times` and `present` stand in documents of earlier versions
HISTORY = Shape(
    stones=Anything(), to_move=Word(COLOURS, COLOURS[S.RED]), locks=Anything(()), bank=Several(Number(0, MOST_BANK)),
    spring=Anything(()), times=Number(1, MOST_TIMES, 1), announced=Flag(), present=Flag(),
)  # fmt: skip


def _shape(box: Box, document: dict[str, Any]) -> Shape:
    """What a position may say; without any stones it has those of the start, and in mid-turn or at the end there may
    have been the casts of this turn."""
    start = [() if box.free_start or any(colour in document for colour in COLOURS) else (NODE_NAMES[box.start[p]],)
             for p in range(2)]
    midway = document.get("pending") is not None or document.get("result") is not None
    return Shape(
        layout=Anything(), red=Cells("node", start[S.RED]), blue=Cells("node", start[S.BLUE]),
        to_move=Word(COLOURS, COLOURS[S.RED]), turn=Number(1, MOST_TURNS, None), locks=_each(Anything()),
        casts=_each(Number(0, box.big_casts - 1 + (box.casts_per_turn_summer if midway else 0))), score=Anything(),
        walls=NODES_NAMED, bank=_each(Number(0, MOST_BANK)), spring=_each(Flag()),
        pending=Part(_pending_shape(box), None), history=Anything(), result=Part(RESULT, None),
    )  # fmt: skip


def _pending_shape(box: Box) -> Shape:
    return Shape(
        decision=Word(DECISIONS, ""), dashed=Flag(), casts=Number(0, box.casts_per_turn_summer),
        left=Number(0, S.NODES), price=Number(0, S.NODES, None), spell=Anything(), step=Number(0, S.SLOTS),
        landed=NODE_NAMED, kept=NODES_NAMED, pushed_from=NODE_NAMED, region=NODES_NAMED, fresh=NODES_NAMED,
        slider=NODE_NAMED, targets=Anything({}), withdraw=Flag(), no_return=Flag(),
    )  # fmt: skip


def place(box: Box, s: State, document: dict[str, Any]) -> None:
    """Sets up a position; refuses what cannot arise (SIG-RULING-44)."""
    given = _shape(box, document).read(document, NODE_INDEX)
    if not _place_spells(box, s, document):
        return
    _place_stones(s, given)
    s.mover = given["to_move"]
    s.turn = _turn(box, s, given["turn"])
    _place_dice(box, s, given)
    _place_extras(s, given)
    if given["result"] is not None:
        s.winner, s.reason = 1 + given["result"]["winner"], 1 + given["result"]["reason"]
        s.phase = S.MENU
    pending = given["pending"]
    if pending is not None:
        _place_pending(box, s, pending)
    elif not s.winner:
        _check_start_of_turn(box, s)
    _place_history(box, s, given["history"])
    if pending is None and not s.winner:
        s.may_withdraw = int(s.bank[s.mover] > 0)
        if not rules_offers.ask(box, s, S.PLACE if rules.placing_turn(box, s) else S.MOVE):
            rules_offers.ask(box, s, S.MENU)


def _set(key: str, nodes: list[int]) -> int:
    """Different nodes as a set."""
    if len(set(nodes)) != len(nodes):
        raise BadPosition(f"{key} = {[NODE_NAMES[k] for k in nodes]!r}: a node is named twice")
    return sum(1 << k for k in nodes)


def _after(node: int | None) -> int:
    """A node as states keep one that may not be there."""
    return 0 if node is None else node + 1


def _place_spells(box: Box, s: State, document: dict[str, Any]) -> bool:
    """The layout; tells whether it is complete, so that there is anything else."""
    known = spell_names(box)
    names = _layout(box, document)
    dealt = [name for name in names if name is not None]
    if names[: len(dealt)] != dealt:
        raise BadPosition(f"layout = {names!r}: slots are dealt in order, only the last ones can be null")
    for slot, name in enumerate(dealt):
        where = f"layout: {name!r} on {SLOT_NAMES[slot]}"
        if not isinstance(name, str) or name not in known:
            raise BadPosition(f"{where}: no such spell; known: {', '.join(known)}")
        spell = known[name]
        if box.spell_size[spell] != box.slot_size[slot]:
            raise BadPosition(f"{where}: has {box.spell_size[spell]} nodes, the slot has {box.slot_size[slot]}")
        if s.dealt >> spell & 1:
            raise BadPosition(f"{where}: is named twice")
        if not box.pool[box.slot_class[slot]] >> spell & 1:
            raise BadPosition(f"{where}: is not in the pool of the options")
        rules.put_spell(box, s, slot, spell)
    if len(dealt) == S.SLOTS:
        return True
    extra = [key for key in document if key not in (*ALWAYS, "layout")]
    if extra:
        raise BadPosition(f"{extra[0]} = {document[extra[0]]!r}: nothing is on the board before all spells are dealt")
    s.phase, s.left = S.DEAL_SPELL, S.SLOTS - len(dealt)
    return False


def _layout(box: Box, document: dict[str, Any]) -> list[Any]:
    value = document.get("layout")
    if isinstance(value, dict):
        known_keys(value, tuple(SLOT_NAMES), "layout")
        value = [value.get(name) for name in SLOT_NAMES]
    if value is None:
        value = [spell_name(box, k - 1) for k in (box.fixed_layout if box.fixed_layout[0] else box.starter)]
    if not isinstance(value, list) or len(value) != S.SLOTS:
        raise BadPosition(f"layout = {value!r}: must be a list of {S.SLOTS} spells in slot order")
    return value


def _place_stones(s: State, given: dict[str, Any]) -> None:
    for player, colour in enumerate(COLOURS):
        nodes = _set(colour, given[colour])
        twice = nodes & s.stones[1 - player]
        if twice:
            raise BadPosition(f"{colour}: {node_list(twice)[0]} carries two stones; a node carries one at most")
        for node in range(S.NODES):
            if nodes >> node & 1:
                rules_board.new_stone(s, player, node)
    s.walls = _set("walls", given["walls"])
    buried = s.walls & (s.stones[0] | s.stones[1])
    if buried:
        raise BadPosition(f"walls: {node_list(buried)[0]} carries a stone")


def _turn(box: Box, s: State, given: int | None) -> int:
    """Red has the odd turns; with the free start a player with a stone has had his first."""
    default = 1 + s.mover
    if box.free_start and all(s.stones):
        default += 2
    turn = default if given is None else given
    if turn % 2 != 1 - s.mover:
        raise BadPosition(f"turn = {turn} with {COLOURS[s.mover]} to move; red has the odd turns, blue the even ones")
    return turn


def _place_dice(box: Box, s: State, given: dict[str, Any]) -> None:
    slots = {slot_spell(box, s, k): k for k in range(S.SLOTS)}
    big = [n for n, k in slots.items() if box.slot_size[k] > 1 and not box.passive[s.spell[k] - 1]]
    for player, colour in enumerate(COLOURS):
        lock = None if given["locks"][colour] == "-" else given["locks"][colour]
        if lock is not None and lock not in big:
            allowed = ", ".join(big)
            raise BadPosition(f"locks.{colour} = {lock!r}; allowed: null or a big spell of the layout: {allowed}")
        s.lock[player] = slots[lock] + 1 if lock else 0
        s.casts[player] = given["casts"][colour]
        if box.win != S.DEATHMATCH and (s.lock[player] == 0) != (s.casts[player] == 0):
            raise BadPosition(f"locks.{colour} = {lock!r} with casts.{colour} = {s.casts[player]}: a die lies on a "
                              "spell if and only if its owner has cast a big spell")


def _place_extras(s: State, given: dict[str, Any]) -> None:
    for player, colour in enumerate(COLOURS):
        s.bank[player], s.spent[player] = given["bank"][colour], given["spring"][colour]
        if s.spent[player] and not s.lock[player]:
            raise BadPosition(f"spring.{colour} = true: {colour} has no spell under the die")


def _check_start_of_turn(box: Box, s: State) -> None:
    for player, colour in enumerate(COLOURS):
        waiting = box.free_start and s.turn <= 1 + player
        if not s.stones[player] and not waiting:
            raise BadPosition(f"{colour} = []: a player without stones has lost")


def _place_pending(box: Box, s: State, pending: dict[str, Any]) -> None:
    """A decision in mid-turn."""
    s.phase, s.dashed, s.cast_now = pending["decision"], pending["dashed"], pending["casts"]
    s.left, s.step = pending["left"], pending["step"]
    unpaid = s.left if s.phase == S.DASH_PAY else 0
    s.price = unpaid if pending["price"] is None else pending["price"]
    s.landed, s.cursor = _after(pending["landed"]), _after(pending["slider"])
    s.pushed_from = _after(pending["pushed_from"])
    for key in ("kept", "region", "fresh"):
        setattr(s, key, _set(f"pending.{key}", pending[key]))
    s.may_withdraw, s.moved_on = pending["withdraw"], pending["no_return"]
    if s.pushed_from and s.phase != S.PUSH:
        raise BadPosition(f"pending.pushed_from = {_node(s.pushed_from)!r}: only with the decision 'push'")
    _place_resolving(box, s, pending)
    _place_targets(box, s, pending)
    if s.phase == S.PUSH:
        _place_pushed(box, s)
    if s.winner == 0 and s.phase != S.MENU:
        if s.phase == S.DEAL_SPELL or (not rules_offers.ask(box, s, s.phase) and s.phase != S.PUSH):
            raise BadPosition(f"pending.decision = {DECISIONS[s.phase]!r}: there would be nothing to choose from")
        if s.phase == S.PUSH:
            s.choices = rules_board.nearest_empty(box, s, s.pushed_from - 1, 1 - s.mover)


def _place_resolving(box: Box, s: State, pending: dict[str, Any]) -> None:
    """The spell being cast fits the decision."""
    spell = pending["spell"]
    slots = {slot_spell(box, s, k): k for k in range(S.SLOTS) if not box.passive[s.spell[k] - 1]}
    s.resolving = 0 if spell is None else 1 + slots[one_of("pending.spell", spell, slots)]
    if s.winner:
        return
    if s.phase != S.PUSH and bool(s.resolving) != (s.phase in SPELL_DECISIONS):
        raise BadPosition(f"pending.spell = {spell!r} does not go with the decision {DECISIONS[s.phase]!r}")
    if s.phase == S.KEEP:
        _check_keep(box, s, spell)
    elif s.kept:
        raise BadPosition(f"pending.kept = {node_list(s.kept)}: only with the decision 'keep'")
    elif s.resolving:
        _check_step(box, s)
    elif s.step or (s.phase == S.DASH_PAY) != bool(s.left) or s.left >= max(1, s.count[s.mover]):
        raise BadPosition(f"pending.left = {s.left}, step = {s.step} do not go with the decision "
                          f"{DECISIONS[s.phase]!r} without a spell")


def _check_keep(box: Box, s: State, spell: Any) -> None:
    nodes = box.slot_nodes[s.resolving - 1]
    if not rules_board.fills(box, s, s.mover, s.resolving - 1):
        raise BadPosition(f"pending.spell = {spell!r}: its slot is not full of stones of {COLOURS[s.mover]}")
    if s.kept & ~nodes or not 1 <= s.left < rules_board.how_many(box, nodes & ~s.kept) or s.step:
        raise BadPosition(f"pending.left = {s.left}, kept = {node_list(s.kept)}: stones of the slot, fewer than it has")


def _check_step(box: Box, s: State) -> None:
    number = s.spell[s.resolving - 1] - 1
    steps = box.steps[number]
    if not 1 <= s.step <= steps:
        raise BadPosition(f"pending.step = {s.step}; allowed: 1 to {steps}")
    does = box.step_does[number][s.step - 1]
    if s.phase == S.PUSH:
        if does != S.MOVES or s.left >= box.step_times[number][s.step - 1]:
            raise BadPosition(f"pending.step = {s.step}, left = {s.left}: no move of the spell can have pushed")
        return
    if rules_spells.phase_of(does) != s.phase:
        raise BadPosition(f"pending.decision = {DECISIONS[s.phase]!r} does not go with step {s.step} of the spell")
    most = S.NODES if does in (S.LIFT, S.SLIDE) else box.step_times[number][s.step - 1]
    if not 1 <= s.left <= most:
        raise BadPosition(f"pending.left = {s.left}; allowed: 1 to {most}")
    if not s.landed and (does == S.DESTROY_NEAR or (does in (S.PAIR, S.CONVERT_PAIR) and s.left == 1)):
        raise BadPosition("pending.landed = null: must be the node of the step before")
    if does == S.LIFT:
        s.count[1 - s.mover] += s.left
    if does == S.SLIDE:
        _check_sliders(s)


def _check_sliders(s: State) -> None:
    if s.region & ~s.stones[1 - s.mover]:
        raise BadPosition(f"pending.region = {node_list(s.region)}: only stones of the other player slide")
    waiting = [k for k in range(S.NODES) if s.region >> k & 1 and k >= s.cursor - 1]
    if not s.cursor or s.cursor - 1 not in waiting or s.left != len(waiting):
        raise BadPosition(f"pending.slider = {_node(s.cursor)!r} with left = {s.left}: must be a node of the region "
                          "from which on that many stones wait for a target")


def _place_targets(box: Box, s: State, pending: dict[str, Any]) -> None:
    gone_on = node_list(s.region & ((1 << max(0, s.cursor - 1)) - 1))
    targets = known_keys(pending["targets"], gone_on, "pending.targets")
    for start, target in targets.items():
        near = node_list(box.around[NODE_INDEX[start]])
        s.slide[NODE_INDEX[start]] = 1 + NODE_INDEX[one_of(f"pending.targets.{start}", target, near)]


def _place_pushed(box: Box, s: State) -> None:
    if not s.pushed_from or not s.stones[s.mover] >> (s.pushed_from - 1) & 1:
        raise BadPosition(f"pending.pushed_from = {_node(s.pushed_from)!r}: must be a node with a stone of "
                          f"{COLOURS[s.mover]}")
    enemy = 1 - s.mover
    s.choices = rules_board.nearest_empty(box, s, s.pushed_from - 1, enemy)
    if not rules_board.several(s.choices):
        raise BadPosition(f"pending.pushed_from = {_node(s.pushed_from)!r}: no two empty nodes are nearest")
    s.made += 1
    s.in_hand = s.made
    s.count[enemy] += 1


def _place_history(box: Box, s: State, history: Any) -> None:
    """Earlier positions, the present one last; without them the present one is the first (SIG-RULING-5)."""
    if history is None:
        moved_on, s.moved_on = s.moved_on, 0
        rules_loops.remember_position(box, s)
        s.moved_on = moved_on
        return
    if not isinstance(history, list) or not 1 <= len(history) <= MOST_HISTORY:
        raise BadPosition(f"history: must be a list of 1 to {MOST_HISTORY} positions")
    entries = [HISTORY.part(f"history.{k}", entry, NODE_INDEX) for k, entry in enumerate(history)]
    for k, entry in sorted(enumerate(entries), key=lambda item: int(item[1]["present"])):
        _place_remembered(box, s, k, entry)


def _place_remembered(box: Box, s: State, k: int, entry: dict[str, Any]) -> None:
    """A position, as often as it has occurred."""
    stones = entry["stones"]
    if not isinstance(stones, str) or len(stones) != S.NODES or set(stones) - set(".rb"):
        raise BadPosition(f"history.{k}.stones = {stones!r}: must be {S.NODES} letters r, b or dots")
    red, blue = (sum(1 << n for n, c in enumerate(stones) if c == letter) for letter in "rb")
    locks = [_lock_number(box, s, name, k) for name in _pair(entry, "locks", None, k)]
    bank = [min(v, rules_loops.MOST_BANKED) for v in _pair(entry, "bank", 0, k)]
    spring = [int(bool(v)) for v in _pair(entry, "spring", 0, k)]
    rest = (entry["to_move"] + (locks[0] << 1) + (locks[1] << 5) + (spring[0] << 9) + (spring[1] << 10)
            + (bank[0] << 11) + (bank[1] << 21))
    for _ in range(entry["times"]):
        if s.written + rules_loops.LONGEST_TURN > S.TAPE:
            raise BadPosition(f"history.{k}: too long to remember")
        rules_loops.remember(box, s, red, blue, rest)
    if entry["announced"]:
        rules_loops.announce(box, s)


def _pair(entry: dict[str, Any], key: str, default: Any, k: int) -> list[Any]:
    value = entry[key] or [default, default]
    if not isinstance(value, list) or len(value) != 2:
        raise BadPosition(f"history.{k}.{key} = {value!r}: must be a list of two")
    return value


def _lock_number(box: Box, s: State, name: Any, k: int) -> int:
    slots = {slot_spell(box, s, slot): slot + 1 for slot in range(S.SLOTS)}
    if name is None:
        return 0
    if not isinstance(name, str) or name not in slots:
        raise BadPosition(f"history.{k}.locks: {name!r} is not in the layout")
    return slots[name]
