"""What can be edited of Sigil: layouts (which spell lies on which slot, from which packs), and positions."""

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hexagora.engine.editing import TEXT, Brush, Data, Editable, Field, Mend, Remark, Start, at
from hexagora.engine.errors import BadContent
from hexagora.engine.positions import Listed, Mark, Positions
from hexagora.games.sigil.content import (
    ALL_PACKS,
    COLOURS,
    PACK_JOIN,
    SIZE_CLASSES,
    SLOTS_PER_SIZE,
    Content,
    Slot,
    check_layout,
)

if TYPE_CHECKING:
    from hexagora.engine.game import Game
    from hexagora.engine.scene import Scene

SHUFFLED = "shuffled"
SHUFFLE_SEED = 7


class Layouts(Editable):
    """Nine spells, each on a slot of its size."""

    id = "layouts"
    title = "Layouts"
    help = "Choose which spell lies on which slot, from all packs; before each stands the letter of its pack."
    folder = "layouts"

    def samples(self, game: "Game") -> Mapping[str, str]:
        return {**{one.id: one.id.replace("_", " ").capitalize() for one in game.content.layout},
                SHUFFLED: "Spells of all packs, by chance"}

    def sample(self, game: "Game", name: str) -> Data:
        content: Content = game.content
        if name == SHUFFLED:
            rng = random.Random(SHUFFLE_SEED)
            drawn = {size: rng.sample([sp.id for sp in content.spell if sp.size == size], SLOTS_PER_SIZE)
                     for size in SIZE_CLASSES}
            return {"name": "My layout", "spells": [drawn[slot.size].pop() for slot in content.slot]}
        return {"name": "My layout", "spells": list(next(one.spells for one in content.layout if one.id == name))}

    def scene(self, game: "Game", data: Data) -> "Scene":
        spells = _spells(data)
        check_layout(game.content, spells, "spells")
        return game.match(layout=spells, pool=ALL_PACKS).scene(0)

    def palette(self, game: "Game", data: Data) -> list[Brush]:
        return [Brush(sp.id, sp.title, f"spells of {sp.size} nodes", badge_text=sp.pack[:1].upper())
                for size in reversed(SIZE_CLASSES) for sp in game.content.spell if sp.size == size]

    def paint(self, game: "Game", data: Data, brush: str, place: str) -> Data:
        """Lays a spell on the slot of a node, if it fits; a spell that lies elsewhere changes places with it."""
        content: Content = game.content
        spells, cell = _spells(data), place.partition("/")[2]
        slot = next((k for k, slot in enumerate(content.slot) if cell == slot.id or cell in slot.nodes), None)
        size = next((sp.size for sp in content.spell if sp.id == brush), None)
        if slot is None or size != content.slot[slot].size:
            return data
        if brush in spells:
            spells[spells.index(brush)] = spells[slot]
        spells[slot] = brush
        return {**data, "spells": spells}

    def fields(self, game: "Game", data: Data) -> list[Field]:
        return [Field("name", "name", TEXT, data.get("name", ""), "What people call it.")]

    def remarks(self, game: "Game", data: Data) -> list[Remark]:
        unknown = [Remark(f"unknown key {key!r}; allowed: name, spells") for key in data
                   if key not in ("name", "spells")]
        if not isinstance(data.get("name", ""), str):
            unknown.append(Remark("must be a text", field="name"))
        content: Content = game.content
        try:
            spells = _spells(data)
        except BadContent as e:
            return [*unknown, Remark(e.problems[0])]
        return [*unknown, *_slot_remarks(content, spells)]

    def start(self, game: "Game", data: Data) -> Start:
        content: Content = game.content
        spells = _spells(data)
        try:
            check_layout(content, spells, "spells")
        except ValueError as e:
            raise BadContent("the layout", [str(e)]) from None
        used = {sp.pack for sp in content.spell if sp.id in spells} | {content.game.core_pack}
        packs = [pack for pack in content.packs() if pack in used]
        return Start(game.options({"layout": spells, "pool": PACK_JOIN.join(packs)}))


def _spells(data: Data) -> list[Any]:
    found = data.get("spells")
    if not isinstance(found, list):
        raise BadContent("the layout", ["spells: must be a list of nine names, in slot order"])
    return list(found)


def _slot_remarks(content: Content, spells: list[Any]) -> list[Remark]:
    """What is wrong with a layout, slot by slot; spells that would fit are offered."""
    if len(spells) != len(content.slot):
        return [Remark(f"{len(spells)} spells; needs {len(content.slot)}, in slot order")]
    sizes = {sp.id: sp.size for sp in content.spell}
    free = {size: [sp.id for sp in content.spell if sp.size == size and sp.id not in spells] for size in SIZE_CLASSES}
    found = []
    for k, (slot, name) in enumerate(zip(content.slot, spells, strict=True)):
        wrong = _wrong(sizes, name, slot, name in spells[:k])
        if wrong:
            mends = [Mend(f"Put {one} on {slot.id}", {"set": "spells", "value": [*spells[:k], one, *spells[k + 1:]]})
                     for one in free[slot.size][:3]]
            found.append(Remark(wrong, places=[at(slot.nodes[0])], mends=mends))
    return found


def _wrong(sizes: Mapping[str, int], name: Any, slot: Slot, twice: bool) -> str:
    if not isinstance(name, str) or name not in sizes:
        return f"{name!r} is no spell"
    if sizes[name] != slot.size:
        return f"{name} has {sizes[name]} nodes, {slot.id} has {slot.size}"
    return f"{name} lies on two slots" if twice else ""


class Stones(Positions):
    def marks(self, game: "Game", data: Data) -> list[Mark]:
        walls = Listed(Brush("walls", "wall", terrain="wall", glyph="▒"), "walls")
        return [*(Listed(Brush(colour, f"{colour} stone", piece="stone", owner=k), colour)
                  for k, colour in enumerate(COLOURS)), walls]


EDITABLES = (Layouts(), Stones(choices={"to_move": COLOURS}, stale=("history", "score", "pending")))
