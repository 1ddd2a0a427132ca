"""Looking things up at a terminal: a place, a player, a card, a rule."""

import math
import re
from collections.abc import Iterable

from rich.text import Text

from hexagora.engine.errors import HexagoraError
from hexagora.engine.scene import Board, Cell, Face, Offer, Panel, Scene
from hexagora.engine.words import say, tidy
from hexagora.terminal.draw import spoken
from hexagora.terminal.speech import Speech

MOST_RULES = 8  # paragraphs that a search shows
MOST_WAYS = 8  # actions at a place that are named
BESIDE = 1.2  # sides of a hex: a border that is no farther from the middle of a cell is one of its own
RULE_ID = re.compile(r"[A-Z]{2,4}-[A-Z0-9]+(-[A-Z0-9]+)*")


# places and players


def look(scene: Scene, wanted: str, speech: Speech | None = None) -> list[Text]:
    """What is at a place, or what a player has."""
    name, told = tidy(wanted), speech or Speech()
    if not name:
        raise HexagoraError(say("{look} needs a place or a player: {look} c4", look=told.word("look")))
    found = [line for board in scene.boards for cell in board.cells if cell.id.lower() == name
             for line in _cell(scene, board, cell, told)]
    found += [line for panel in scene.panels if name in _names(panel, told) for line in _panel(panel, told)]
    if not found:
        places = ", ".join(dict.fromkeys(c.id for board in scene.boards for c in board.cells[:4]))
        raise HexagoraError(say("there is no place or player '{name}'; places are {places} …, players {players}",
                                name=wanted[:40], places=places, players=", ".join(p.name for p in scene.panels)))
    return found


def _names(panel: Panel, told: Speech) -> list[str]:
    written = [panel.name, panel.colour]
    number = str(panel.player + 1)
    return [name.lower() for name in (*written, *map(told.text, written), number, f"p{number}")]


def _cell(scene: Scene, board: Board, cell: Cell, told: Speech) -> Iterable[Text]:
    title = f"{board.title}, " if len(scene.boards) > 1 and board.title else ""
    note = cell.note or f"{cell.id}: {told.sign(spoken(cell.terrain))}"
    yield Text(f"{title}{note}", "bold")
    pieces = [piece for piece in scene.pieces if piece.board == board.id and piece.at == cell.id]
    sides = [border for border in board.borders
             if math.hypot((border.x1 + border.x2) / 2 - cell.x, (border.y1 + border.y2) / 2 - cell.y) < BESIDE]
    there = [*(f"{told.sign(spoken(b.kind))}: {b.text}" for b in cell.badges if b.text and b.text not in note),
             *(piece.note or told.sign(piece.kind) for piece in pieces), *(side.note or side.id for side in sides)]
    for text in dict.fromkeys(there):
        if text != note:
            yield Text(f"  {text}")
    touching = [other for link in board.links for other in link if cell.id in link and other != cell.id]
    if touching:
        yield Text("  " + told("touches {places}", places=", ".join(touching)))
    ways = [c.text for c in scene.choices if any(t.kind == "cell" and t.id == cell.id for t in c.path)]
    if ways:
        first, more = ", ".join(ways[:MOST_WAYS]), len(ways) - MOST_WAYS
        yield Text("  " + (told("you may: {ways}", ways=first) if more <= 0 else told(
            "you may: {ways} and {n} more: {list} {cell}", ways=first, n=more, list=told.word("list"), cell=cell.id)),
            "cyan")


def _panel(panel: Panel, told: Speech) -> Iterable[Text]:
    name = told.text(panel.name)
    yield Text(f"{name} ({told.text(panel.colour)})" if panel.colour else name, "bold")
    for meter in panel.meters:
        limit = told(" of {n}", n=meter.limit) if meter.limit is not None else ""
        note = f"  ({meter.note})" if meter.note else ""
        yield Text(f"  {meter.label}: {meter.value}{limit}{note}")


# cards, tiles and prices


def card(scene: Scene, wanted: str, rulebook: str = "", speech: Speech | None = None) -> list[Text]:
    """What is on a card or tile, or what something costs; without a name all that lie open. What does not lie open is
    told as the tables of the rulebook have it."""
    name, told = tidy(wanted), speech or Speech()
    senses = told.senses(name)
    lines = [_offer(offer, told) for offer in scene.offers if _is_one_of(senses, offer.label)]
    for pile in scene.piles:
        faces = list(pile.faces) or [Face(pile.title, pile.note)] * bool(pile.note)
        shown = [face for face in faces if _is_one_of(senses, face.name)]
        if shown or (name and _is_one_of(senses, pile.title)):
            lines.append(Text(f"{pile.title} ({pile.count})", "bold"))
            lines += [line for face in (shown or faces) for line in _face(face)]
    lines = lines or [Text(row) for row in _rows(rulebook, senses, told)]
    if not lines:
        known = sorted({face.name for pile in scene.piles for face in pile.faces} | {p.title for p in scene.piles}
                       | {offer.label for offer in scene.offers})
        raise HexagoraError(
            say("there is no card '{name}' to be seen; there are: {cards}", name=wanted[:40], cards=", ".join(known))
            if known else say("there is no card '{name}' to be seen", name=wanted[:40]))
    return lines


def _is_one_of(senses: list[str], called: str) -> bool:
    return any(sense in called.lower() for sense in senses)


def _rows(rulebook: str, senses: list[str], told: Speech) -> Iterable[str]:
    """The rows of a rulebook's tables about something, under the heads of their columns; without a name all but those
    of the glossary.

    >>> list(_rows("| piece | costs | points |\\n|---|---|---|\\n| Wall | 2 Gold | 0 |", ["wall"], Speech()))
    ['Wall: costs 2 Gold; points 0']
    """
    glossary = [told("word"), told("meaning")]  # its head
    for table in re.findall(r"(?:^\|.*\n?)+", rulebook, flags=re.MULTILINE):
        head, _, *rows = ([cell.strip() for cell in row.strip("|").split("|")] for row in table.strip().split("\n"))
        for row in rows:
            parts = [part for cell in row for part in cell.lower().split(", ")]
            if not any(part.startswith(sense) for part in parts for sense in senses):
                continue
            if senses[0] or head != glossary:
                yield f"{row[0]}: {row[1]}" if len(row) == 2 else f"{row[0]}: " + "; ".join(
                    f"{title} {cell}" for title, cell in zip(head[1:], row[1:], strict=False))


def _offer(offer: Offer, told: Speech) -> Text:
    lacking = told("  (you lack {things})", things=offer.missing) if offer.missing else ""
    return Text.assemble((offer.label, "bold"), f": {offer.price}", (lacking, "yellow"))


def _face(face: Face) -> Iterable[Text]:
    told = f"{face.name} {face.text}".lower()
    marks = [b.text or b.kind for b in face.badges if (b.text or b.kind).lower() not in told]
    tail = f" [{', '.join(marks)}]" if marks else ""
    yield Text(f"  {face.name}: {face.text}{tail}" if face.text else f"  {face.name}{tail}")
    if face.note:
        yield Text(f"    {face.note}", "yellow")


# rules


def rules(text: str, wanted: str, now: str, speech: Speech | None = None) -> list[Text]:
    """The headings and the rule of the present decision; a rule by its id; or the paragraphs with some words."""
    told = speech or Speech()
    blocks = paragraphs(re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE))  # drawings, positions
    if not wanted:
        return _contents(blocks, now, told)
    name = wanted.strip().upper()
    if RULE_ID.fullmatch(name):
        found = [b for b in blocks if b.startswith(f"**{name}**")]
        if not found:
            raise HexagoraError(say("there is no rule {name}", name=name))
        return [Text(plain(b)) for b in found]
    found = _about(blocks, [told.senses(word) for word in tidy(wanted).split()])
    if not found:
        raise HexagoraError(say("no rule speaks of '{words}'", words=wanted[:40]))
    lines = [line for b in found[:MOST_RULES] for line in (Text(plain(b)), Text())]
    if len(found) > MOST_RULES:
        lines.append(Text(told("… and {n} more; add a word", n=len(found) - MOST_RULES), "grey62"))
    return lines


def _about(blocks: list[str], words: list[list[str]]) -> list[str]:
    """The paragraphs with all these words, each in one of its senses; those under a heading that has them too come
    first.

    >>> _about(["# Walls", "They stop a thief.", "# Steal", "A thief takes Gold by Steal."], [["thief"]])
    ['They stop a thief.', 'A thief takes Gold by Steal.']
    >>> _about(["A Wall stops a Steal.", "# Steal", "A Steal takes Gold."], [["steal"]])
    ['A Steal takes Gold.', 'A Wall stops a Steal.']
    """
    named: list[str] = []
    others: list[str] = []
    heading = ""
    for block in blocks:
        if block.startswith("#"):
            heading = block
        elif all(_is_one_of(senses, block) for senses in words):
            (named if all(_is_one_of(senses, heading) for senses in words) else others).append(block)
    return named + others


def paragraphs(text: str) -> list[str]:
    """The headings, rules, items, rows of tables and other paragraphs of a text in Markdown, each on one line.

    >>> paragraphs("# Moves\\n- **AB-1** Step\\n  once.\\n- **AB-2** Stop.\\n\\nSo it is.")
    ['# Moves', '**AB-1** Step once.', '**AB-2** Stop.', 'So it is.']
    >>> paragraphs("1. Go\\n   on.\\n2. Stop.\\n\\n| piece | costs |\\n|---|---|\\n| Wall | 2 Gold |")
    ['1. Go on.', '2. Stop.', '| piece | costs |', '| Wall | 2 Gold |']
    """
    apart = re.sub(r"^\|[-:| ]+\|$", "", text, flags=re.MULTILINE)
    apart = re.sub(r"^(#.*|\|.*)$", r"\n\1\n", apart, flags=re.MULTILINE)
    apart = re.sub(r"^(?:- )?(?=\*\*[A-Z]{2,4}-)|^(?=\d+\. |- )", "\n", apart, flags=re.MULTILINE)
    return [" ".join(block.split()) for block in re.split(r"\n\s*\n", apart) if block.strip()]


def _contents(blocks: list[str], now: str, told: Speech) -> list[Text]:
    lines = [Text(plain(b), "bold" if b.startswith("# ") else "") for b in blocks if b.startswith("#")]
    way = told("{rules} WORD searches, {rules} ID shows one rule.", rules=told.word("rules"))
    lines += [Text(), Text(way, "grey62")]
    present = [plain(b) for b in blocks if now and b.startswith(f"**{now}**")]
    return lines + [Text(f"{told('Now')}: {text}", "cyan") for text in present]


def plain(block: str) -> str:
    """Markdown without its marks.

    >>> plain("**HEX-1** A *stone* `a1`")
    'HEX-1  A stone a1'
    >>> plain("| Wall | 2 Gold | 0 |")
    'Wall: 2 Gold, 0'
    """
    if block.startswith("|"):
        first, *others = (cell.strip() for cell in block.strip("|").split("|"))
        block = f"{first}: {', '.join(others)}"
    block = re.sub(r"^#+ ", lambda m: "  " * (len(m[0]) - 2), block)
    block = re.sub(r"^\*\*([A-Z0-9-]+)\*\*", r"\1 ", block)
    return re.sub(r"[*`]", "", block)
