"""From the content file and the options to the box."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, field_validator, model_validator

from hexagora.engine.content import Part
from hexagora.engine.errors import BadOption, UnknownName
from hexagora.games.sigil import state
from hexagora.games.sigil.state import BIT_MODULUS, BYTE, BYTES, NAME_LENGTH, NODES, SLOTS, SPELLS, STEPS, Box

COLOURS = ("red", "blue")
SIZE_CLASSES = (1, 3, 5)
EDGES = 54
SLOTS_PER_SIZE = 3
SPELLS_PER_SIZE = 5  # of the core set, one of them a seal
PAIR_STEPS = 2
RANDOM, ALL_PACKS, PACK_JOIN = "random", "all", "+"
CLAIM_TURN_CAP = 400  # the turn cap where loops must be claimed and no cap is given

PRESETS: dict[str, dict[str, Any]] = {
    "rulebook_2023": {"fireblast_sacrifice": False, "hail_slots": "3and5", "elimination": "end_of_turn",
                      "loop": "auto", "loop_limit": 3},
    "online_2026": {"fireblast_sacrifice": True, "hail_slots": "3and5", "elimination": "immediate",
                    "loop": "auto", "loop_limit": 3},
}  # fmt: skip

DOES = {
    "move": state.MOVES, "place_pair": state.PAIR, "destroy_around_pair": state.DESTROY_MARKED,
    "destroy_touching": state.DESTROY_TOUCHING, "destroy_one_per_slot": state.DESTROY_PER_SLOT,
    "destroy_near": state.DESTROY_NEAR, "convert_pair": state.CONVERT_PAIR, "sacrifice": state.SACRIFICE,
    "destroy_smallest_group": state.DESTROY_GROUP, "destroy_any": state.DESTROY_ANY,
    "destroy_exposed": state.DESTROY_EXPOSED, "lift_touching": state.LIFT, "convert_touching": state.CONVERT_SOME,
    "wall": state.WALL, "slide_touching": state.SLIDE, "deposit": state.DEPOSIT,
}  # fmt: skip
STANCES = {"soft": state.SOFT, "hard": state.HARD, "any": state.ANY}
REACHES = {"touch": state.TOUCH, "blink": state.BLINK}
PLACES = {
    "anywhere": state.ANYWHERE, "big_slots": state.BIG_SLOTS, "other_big_slots": state.OTHER_BIG_SLOTS,
    "slots": state.ALL_SLOTS, "opposite_small": state.OPPOSITE_SMALL, "opposite_middle": state.OPPOSITE_MIDDLE,
    "slots_lacking_one": state.LACKING_ONE, "slots_lacking_two": state.LACKING_TWO,
    "held_big_slots": state.HELD_BIG_SLOTS, "die_or_own_slot": state.DIE_OR_OWN_SLOT,
    "outside_big_slots": state.OUTSIDE_BIG_SLOTS, "touched_enemies": state.TOUCHED_ENEMIES,
}  # fmt: skip
SPREADS = {"freely": state.FREELY, "one_each": state.ONE_EACH, "one_slot": state.ONE_SLOT, "two_each": state.TWO_EACH}
ABILITIES = {
    "dash_price": state.LIGHTNING, "blink_move": state.WIND, "casts_per_turn": state.SUMMER, "recast": state.SPRING,
    "spare_slots": state.AUTUMN, "end_of_turn_blast": state.DESTRUCTION, "soft_enemy_move": state.STONE,
    "no_small_enemy_casts": state.WINTER, "shield": state.BULWARK,
}  # fmt: skip
NEEDS = {"dash": state.NEEDS_DASH, "no_dash": state.NEEDS_NO_DASH}

NODE_NAMES = [f"{zone}{k}" for zone in "abc" for k in range(1, NODES // 3 + 1)]
SLOT_NAMES = [f"s{k + 1}" for k in range(SLOTS)]
MILLI = 1000
BITS = 8  # of a byte

Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=NAME_LENGTH)]
Small = Annotated[int, Field(ge=1, le=100)]


def _one_of(value: str, table: dict[str, int]) -> str:
    if value not in table:
        raise ValueError(f"allowed: {', '.join(table)}")
    return value


class Numbers(Part):
    """Figures of the rulebook."""

    lead: Small
    big_casts: Small
    dash_price: Annotated[int, Field(ge=1, le=NODES - 1)]
    stones_per_colour: Small
    score_stone: Literal["red", "blue"]
    mana: list[str]
    start: dict[Literal["red", "blue"], str]
    zones: Annotated[list[str], Field(min_length=3, max_length=3)]
    core_pack: Name


class Track(Part):
    """The score track."""

    values: list[int]
    x: list[float]
    y: float

    @model_validator(mode="after")
    def _a_place_for_each(self) -> Self:
        if len(self.values) != len(self.x):
            raise ValueError(f"{len(self.values)} values at {len(self.x)} places: must be as many")
        return self


class Node(Part):
    id: str
    x: Annotated[float, Field(ge=-1, le=1)]
    y: Annotated[float, Field(ge=-1, le=1)]
    neighbours: list[str]
    provenance: str


class Slot(Part):
    id: Name
    size: Literal[1, 3, 5]
    zone: str
    nodes: list[str]
    provenance: str

    @model_validator(mode="after")
    def _as_many_nodes_as_its_size(self) -> Self:
        if len(self.nodes) != self.size:
            raise ValueError(f"slot {self.id} of size {self.size} has {len(self.nodes)} nodes")
        return self


class Step(Part):
    """One step of an effect."""

    do: str
    stance: str = "any"
    reach: str = "touch"
    where: str = "anywhere"
    spread: str = "freely"
    times: Annotated[int, Field(ge=1, le=NODES)] = 1
    optional: bool = False
    only_if: Literal["", "fireblast_sacrifice"] = ""

    @model_validator(mode="after")
    def _known_words(self) -> Self:
        words = ((self.do, DOES), (self.stance, STANCES), (self.reach, REACHES), (self.where, PLACES),
                 (self.spread, SPREADS))
        for value, table in words:
            if value not in table:
                raise ValueError(f"{value!r} is not known; allowed: {', '.join(table)}")
        if self.spread != "freely" and self.where in ("anywhere", "outside_big_slots", "touched_enemies"):
            raise ValueError(f"spread = {self.spread!r} needs a 'where' of slots, not {self.where!r}")
        return self


class Passive(Part):
    """The lasting ability of a seal."""

    ability: str
    value: Small | None = None

    @field_validator("ability")
    @classmethod
    def _known(cls, value: str) -> str:
        return _one_of(value, ABILITIES)


class Spell(Part):
    id: Name
    public: Annotated[str, Field(pattern=r"^[A-Za-z_]+$")]
    pack: Name
    size: Literal[1, 3, 5]
    passive: Passive | None = None
    needs: Literal["dash", "no_dash"] | None = None
    effect: Annotated[list[Step], Field(max_length=STEPS, default_factory=list)]
    text: str
    provenance: str

    @property
    def title(self) -> str:
        return self.public.replace("_", " ")

    @model_validator(mode="after")
    def _seal_or_effect(self) -> Self:
        if (self.passive is None) == (not self.effect):
            raise ValueError(f"{self.id} must have either a passive ability or an effect")
        if self.public.lower() != self.id:
            raise ValueError(f"public = {self.public!r} must be the id with capitals")
        return self


class Layout(Part):
    id: Name
    spells: list[str]
    provenance: str


class Content(Part):
    game: Numbers
    track: Track
    node: Annotated[list[Node], Field(min_length=NODES, max_length=NODES)]
    slot: Annotated[list[Slot], Field(min_length=SLOTS, max_length=SLOTS)]
    spell: Annotated[list[Spell], Field(max_length=SPELLS)]
    layout: Annotated[list[Layout], Field(min_length=1)]

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        _check_graph(self)
        _check_slots(self)
        _check_spells(self)
        for layout in self.layout:
            check_layout(self, layout.spells, f"layout {layout.id}")
        return self

    def node_index(self) -> dict[str, int]:
        return {n.id: k for k, n in enumerate(self.node)}

    def spell_index(self) -> dict[str, int]:
        return {sp.id: k for k, sp in enumerate(self.spell)}

    def packs(self) -> list[str]:
        return list(dict.fromkeys(sp.pack for sp in self.spell))


def _check_graph(content: Content) -> None:
    around = {n.id: set(n.neighbours) for n in content.node}
    if [n.id for n in content.node] != NODE_NAMES:
        raise ValueError(f"node: the ids must be {NODE_NAMES[0]} to {NODE_NAMES[-1]}, in this order")
    for name, others in around.items():
        for other in others:
            if other not in around:
                raise ValueError(f"node {name}: its neighbour {other!r} is no node")
            if name not in around[other] or other == name:
                raise ValueError(f"node {name}: neighbours must be mutual, and {other} does not name {name}")
    edges = sum(len(others) for others in around.values()) // 2
    if edges != EDGES:
        raise ValueError(f"node: the graph has {edges} edges; it must have {EDGES}")
    for key, names in (("mana", content.game.mana), ("start", list(content.game.start.values()))):
        if set(names) - set(around) or len(set(names)) != len(names):
            raise ValueError(f"game.{key} = {names}: must be different nodes")
    if set(content.game.start) != set(COLOURS):
        raise ValueError(f"game.start = {content.game.start}: needs a node for red and one for blue")


def _check_slots(content: Content) -> None:
    known, used = set(content.node_index()), set[str]()
    for slot in content.slot:
        for name in slot.nodes:
            if name not in known:
                raise ValueError(f"slot {slot.id}: {name!r} is no node")
            if name in used:
                raise ValueError(f"slot {slot.id}: {name} is on two slots")
            used.add(name)
        if slot.zone not in content.game.zones:
            raise ValueError(f"slot {slot.id}: zone = {slot.zone!r}; allowed: {', '.join(content.game.zones)}")
    if [slot.id for slot in content.slot] != SLOT_NAMES:
        raise ValueError(f"slot: the ids must be {SLOT_NAMES[0]} to {SLOT_NAMES[-1]}, in this order")
    places = {(slot.size, slot.zone) for slot in content.slot}
    if len(places) != SLOTS:
        raise ValueError("slot: each zone must have one slot of each of the sizes 1, 3 and 5")


def _check_spells(content: Content) -> None:
    if len(content.spell_index()) != len(content.spell):
        raise ValueError("spell: two spells have the same id")
    core = [sp for sp in content.spell if sp.pack == content.game.core_pack]
    for size in SIZE_CLASSES:
        of_size = [sp for sp in core if sp.size == size]
        seals = [sp for sp in of_size if sp.passive]
        if len(of_size) != SPELLS_PER_SIZE or len(seals) != 1:
            raise ValueError(f"spell: the {content.game.core_pack} set has {len(of_size)} spells of size {size} and "
                             f"{len(seals)} seals among them; it must have {SPELLS_PER_SIZE} with one seal")
    abilities = [sp.passive.ability for sp in content.spell if sp.passive]
    if len(set(abilities)) != len(abilities):
        raise ValueError("spell: two seals have the same ability")
    for sp in content.spell:
        if sp.passive and sp.passive.value is None and sp.passive.ability in ("dash_price", "casts_per_turn"):
            raise ValueError(f"spell {sp.id}: passive.value is missing")


def check_layout(content: Content, names: list[Any], where: str) -> None:
    """Nine different spells, each of the size of its slot."""
    if len(names) != SLOTS:
        raise ValueError(f"{where}: {len(names)} spells; needs {SLOTS}, in slot order")
    spells = {sp.id: sp for sp in content.spell}
    for slot, name in zip(content.slot, names, strict=True):
        if name not in spells:
            raise ValueError(f"{where}: {name!r} is no spell; known: {', '.join(spells)}")
        if spells[name].size != slot.size:
            raise ValueError(f"{where}: {name} has {spells[name].size} nodes, {slot.id} has {slot.size}")
    if len(set(names)) != SLOTS:
        raise ValueError(f"{where}: a spell is named twice")


# options


def supplied(content: Content, name: str) -> list[str]:
    """The values of an asset option that come with the game."""
    if name == "layout":
        return [RANDOM, *(layout.id for layout in content.layout)]
    core = content.game.core_pack
    return [core, *(f"{core}{PACK_JOIN}{pack}" for pack in content.packs() if pack != core), ALL_PACKS]


def asset(content: Content, name: str, value: Any) -> Any:
    """The value of the options `layout` (an id, or nine names) and `pool` (packs joined by +)."""
    return _layout(content, value) if name == "layout" else _pool(content, value)


def _layout(content: Content, value: Any) -> str | list[str]:
    known = supplied(content, "layout")
    if isinstance(value, str) and "," in value:
        value = [part.strip().lower() for part in value.split(",")]
    if isinstance(value, list):
        try:
            check_layout(content, value, "option 'layout'")
        except (ValueError, TypeError) as e:
            raise BadOption(str(e)) from None
        return value
    if value not in known:
        raise UnknownName("layout", value, known)
    return str(value)


def _pool(content: Content, value: Any) -> str:
    names = value if isinstance(value, list) else str(value).lower().split(PACK_JOIN)
    packs = content.packs()
    wanted = packs if names == [ALL_PACKS] else [str(name).strip() for name in names]
    for name in wanted:
        if name not in packs:
            raise UnknownName("pack", name, [*packs, ALL_PACKS])
    chosen = [pack for pack in packs if pack in wanted]
    for size in SIZE_CLASSES:
        count = sum(1 for sp in content.spell if sp.pack in chosen and sp.size == size)
        if count < SLOTS_PER_SIZE:
            raise BadOption(f"option 'pool' = {PACK_JOIN.join(chosen)!r} has {count} spells of size {size}; "
                            f"a deal needs {SLOTS_PER_SIZE}: add packs, such as {content.game.core_pack}")
    return ALL_PACKS if chosen == packs else PACK_JOIN.join(chosen)


def pool_packs(content: Content, pool: str) -> list[str]:
    """The packs that a value of the option `pool` names."""
    return content.packs() if pool == ALL_PACKS else pool.split(PACK_JOIN)


def settle(options: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """The preset fills in what is not given; claimed loops need a turn cap (SIG-RULING-5)."""
    preset = {name: value for name, value in PRESETS[options["preset"]].items() if name not in given}
    chosen = {**options, **preset}
    if chosen["loop"] == "claim" and chosen["turn_cap"] == 0:
        if "turn_cap" in given:
            raise BadOption("option 'turn_cap' cannot be 0 with loop = claim; allowed: 1 to 1000000")
        chosen["turn_cap"] = CLAIM_TURN_CAP
    return chosen


# the box


def build(content: Content, options: dict[str, Any], box: Box) -> Any:
    box.players = len(COLOURS)
    _build_graph(content, box)
    _build_slots(content, box)
    for k, spell in enumerate(content.spell):
        _build_spell(spell, k, options, box)
    _build_deal(content, options, box)
    _build_numbers(content, box)
    box.free_start = int(options["start"] == "free")
    box.win = ("standard", "deathmatch", "scramble").index(options["win"])
    box.immediate = int(options["elimination"] == "immediate")
    box.claim = int(options["loop"] == "claim")
    box.loop_limit = options["loop_limit"]
    box.turn_cap = options["turn_cap"]
    return box


def _nodes(index: dict[str, int], names: list[str]) -> int:
    return sum(1 << index[name] for name in names)


def _build_graph(content: Content, box: Box) -> None:
    index = content.node_index()
    for k, node in enumerate(content.node):
        box.around[k] = _nodes(index, node.neighbours)
        box.node_x[k], box.node_y[k] = round(node.x * MILLI), round(node.y * MILLI)
    box.most_neighbours = max(len(node.neighbours) for node in content.node)
    for k in range(BIT_MODULUS - 1):
        box.node_at[(1 << k) % BIT_MODULUS] = k
    for byte in range(1, BYTE + 1):
        first, rest = (byte & -byte).bit_length() - 1, byte & (byte - 1)
        box.ones[byte] = box.ones[rest] + 1
        for part in range(BYTES):
            k = BITS * part + first
            box.touch[part][byte] = box.touch[part][rest] | (box.around[k] if k < NODES else 0)


def _build_slots(content: Content, box: Box) -> None:
    index, zones = content.node_index(), content.game.zones
    for k, slot in enumerate(content.slot):
        box.slot_nodes[k] = _nodes(index, slot.nodes)
        box.slot_size[k] = slot.size
        box.slot_class[k] = SIZE_CLASSES.index(slot.size)
        box.slots_all |= box.slot_nodes[k]
        if slot.size > 1:
            box.slots_big |= box.slot_nodes[k]
        for name in slot.nodes:
            box.slot_of[index[name]] = k + 1
        next_zone = zones[(zones.index(slot.zone) + 1) % len(zones)]
        opposite = {other.size: _nodes(index, other.nodes) for other in content.slot if other.zone == next_zone}
        box.opposite_small[k] = opposite[1]
        box.opposite_middle[k] = opposite[3]
    box.mana = _nodes(index, content.game.mana)
    for player, colour in enumerate(COLOURS):
        box.start[player] = index[content.game.start[colour]]  # type: ignore[index]


def _build_spell(spell: Spell, k: int, options: dict[str, Any], box: Box) -> None:
    box.spell_size[k] = spell.size
    for i, letter in enumerate(spell.id):
        box.spell_name[k][i] = ord(letter)
    box.passive[k] = ABILITIES[spell.passive.ability] if spell.passive else 0
    box.needs[k] = NEEDS[spell.needs] if spell.needs else 0
    steps = [step for step in spell.effect if not step.only_if or options[step.only_if]]
    box.steps[k] = len(steps)
    for i, step in enumerate(steps):
        box.step_does[k][i] = DOES[step.do]
        box.step_stance[k][i] = STANCES[step.stance]
        box.step_reach[k][i] = REACHES[step.reach]
        box.step_where[k][i] = PLACES[step.where]
        box.step_spread[k][i] = SPREADS[step.spread]
        box.step_times[k][i] = step.times
        box.step_optional[k][i] = int(step.optional)
        if step.do in ("place_pair", "convert_pair"):
            box.step_times[k][i] = PAIR_STEPS
        if step.do == "destroy_one_per_slot":
            box.step_times[k][i] = SLOTS
            if options["hail_slots"] == "all":
                box.step_where[k][i] = state.ALL_SLOTS


def _build_deal(content: Content, options: dict[str, Any], box: Box) -> None:
    packs = pool_packs(content, options["pool"])
    for k, spell in enumerate(content.spell):
        if spell.pack in packs:
            box.pool[SIZE_CLASSES.index(spell.size)] |= 1 << k
    layout, index = options["layout"], content.spell_index()
    for k, name in enumerate(content.layout[0].spells):
        box.starter[k] = index[name] + 1
    if layout == RANDOM:
        return
    names = layout if isinstance(layout, list) else next(x.spells for x in content.layout if x.id == layout)
    for k, name in enumerate(names):
        pack = content.spell[index[name]].pack
        if pack not in packs:
            raise BadOption(f"option 'layout': {name} is of the pack '{pack}', which is not in the pool; "
                            f"set pool = {PACK_JOIN.join([*packs, pack])}")
        box.fixed_layout[k] = index[name] + 1


def _build_numbers(content: Content, box: Box) -> None:
    values = {sp.passive.ability: sp.passive.value for sp in content.spell if sp.passive}
    box.lead = content.game.lead
    box.big_casts = content.game.big_casts
    box.dash_price = content.game.dash_price
    box.dash_price_lightning = values.get("dash_price") or content.game.dash_price
    box.casts_per_turn_summer = values.get("casts_per_turn") or 1
    box.score_stones[COLOURS.index(content.game.score_stone)] = 1
