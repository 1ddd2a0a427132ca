"""Some matches are told: gone through step by step with the game's words and scenes, for what numbers of actions do not
say: which sorts of actions were made by winners and by others, which sentences of the log came up, and where on the
board things lay and happened."""

import ast
import re
from collections import Counter
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any

from hexagora.engine.contract import CHANCE, WIN
from hexagora.engine.game import Game
from hexagora.engine.locales import catalogue, languages
from hexagora.engine.scene import Board, Scene
from hexagora.engine.words import Sentence

SCENES = 8  # moments of a match at which the board is looked at
OFFERS_EVERY = 16  # decisions between two looks at what could have been chosen
MOST_OFFERS = 200  # actions of one such look
BY_WINNERS, BY_OTHERS, BY_CHANCE = 0, 1, 2
EXAMPLES = 6  # labels of a sort of actions that are kept, to tell what is the same in all of them

_NUMBER = re.compile(r"-?\d+|[a-z]\d+")  # also pieces that are numbered
_SIDES = {"e", "w", "ne", "nw", "se", "sw", "n", "s"}  # of a hex: they belong to the place


class Told:
    """What was seen in the matches that were told."""

    def __init__(self) -> None:
        self.matches = 0
        self.winners = self.others = 0  # seats that won, and that did not; over all matches
        self.kinds: dict[str, list[int]] = {}  # made by winners, by others, by chance; matches in which it was made
        self.labels: dict[str, list[str]] = {}  # how some of them were offered to the player
        self.offered: Counter[str] = Counter()
        self.passed: dict[str, set[int]] = {}  # the numbers of actions that could have been made
        self.sentences: Counter[str] = Counter()
        self.boards: list[dict[str, Any]] = []
        self.looks = 0  # at scenes
        self.heat: dict[str, Counter[str]] = {}  # by what it is about: places, each as "board/cell"
        self.aims: dict[str, Counter[str]] = {}  # by the sort of actions: the places that they were about

    def document(self) -> dict[str, Any]:
        return {"matches": self.matches, "winners": self.winners, "others": self.others, "kinds": self.kinds,
                "offered": dict(self.offered),
                "passed": {kind: sorted(numbers) for kind, numbers in self.passed.items() if kind not in self.kinds},
                "labels": self.labels, "sentences": dict(self.sentences), "boards": self.boards, "looks": self.looks,
                "heat": {name: dict(places) for name, places in self.heat.items()},
                "aims": {kind: dict(places) for kind, places in self.aims.items()}}

    def add(self, other: dict[str, Any]) -> None:
        self.matches += other["matches"]
        self.winners += other.get("winners", 0)
        self.others += other.get("others", 0)
        for kind, counts in other["kinds"].items():
            mine = self.kinds.setdefault(kind, [0, 0, 0, 0])
            self.kinds[kind] = [a + b for a, b in zip(mine, counts, strict=True)]
        self.offered.update(other["offered"])
        for kind, numbers in other.get("passed", {}).items():
            self.passed.setdefault(kind, set()).update(numbers)
        self.sentences.update(other["sentences"])
        for kind, labels in other.get("labels", {}).items():
            for label in labels:
                self.note_label(kind, label)
        self.see(other["boards"])
        self.looks += other.get("looks", 0)
        for known, more in ((self.heat, other["heat"]), (self.aims, other.get("aims", {}))):
            for name, places in more.items():
                known.setdefault(name, Counter()).update(places)

    def wants_label(self, kind: str) -> bool:
        return len(self.labels.get(kind, ())) < EXAMPLES

    def note_label(self, kind: str, label: str) -> None:
        known = self.labels.setdefault(kind, [])
        if label not in known and len(known) < EXAMPLES:
            known.append(label)

    def _add_borders(self, boards: list[dict[str, Any]]) -> None:
        """Some games draw only the borders on which something stands, so that each scene has others."""
        for mine in self.boards:
            known = {border[0] for border in mine["borders"]}
            for other in boards:
                if other["id"] == mine["id"]:
                    mine["borders"] += [border for border in other["borders"] if border[0] not in known]

    def see(self, boards: list[dict[str, Any]]) -> None:
        """The boards of a scene. Some grow in a match: of each the largest is kept."""
        for board in boards:
            mine = next((one for one in self.boards if one["id"] == board["id"]), None)
            if mine is None:
                self.boards.append({**board, "borders": list(board["borders"])})
            elif len(board["cells"]) > len(mine["cells"]):
                mine["cells"] = board["cells"]
        self._add_borders(boards)


class Places:
    """Where the names that notation uses lie on the boards of a scene."""

    def __init__(self, boards: list[Board]):
        self.boards = {board.id for board in boards}
        self.own = {board.owner: board.id for board in boards if board.owner is not None}
        self.named: dict[str, list[str]] = {}  # the boards on which a name lies
        for board in boards:
            for cell in board.cells:
                self.named.setdefault(cell.id, []).append(board.id)

    def __contains__(self, word: object) -> bool:
        return word in self.named

    def of(self, text: str, who: int) -> Iterator[str]:
        """The places of an action, each as "board/cell": on the board that it names, else on the player's own."""
        board = self.own.get(who)
        for word in text.split():
            if word in self.boards:
                board = word
            elif word in self.named:
                on = self.named[word]
                yield f"{board if board in on else on[0]}/{word}"


class Teller:
    """Tells matches of one game with certain options."""

    def __init__(self, game: Game, options: dict[str, Any]):
        self.game, self.options = game, options
        self.box = game.box(options)
        self.players: int = options["players"]
        self.seats = [f"seat {p + 1}" for p in range(self.players)]

    def tell(self, log: list[int], told: Told) -> None:
        """Goes through a match by its actions, chance included."""
        rules, words, s = self.game.rules, self.game.words, self.game.State.new()
        rules.deal(self.box, s)
        winners = self._winners(log)
        marks = {len(log) * (k + 1) // SCENES for k in range(SCENES)}
        cells = Places(self._scene(s).boards)
        happened: set[str] = set()
        for k, a in enumerate(log):
            who = int(rules.to_act(self.box, s))
            text = str(words.text(self.box, s, a))
            kind = kind_of(text, cells)
            happened.add(kind)
            row = BY_CHANCE if who == CHANCE else BY_WINNERS if who in winners else BY_OTHERS
            told.kinds.setdefault(kind, [0, 0, 0, 0])[row] += 1
            if who != CHANCE:
                self._note_places(list(cells.of(text, who)), row, kind, told)
                self._note_label(s, a, kind, told)
                if k % OFFERS_EVERY == 0:
                    self._note_offers(s, cells, told)
            before = s.clone()
            rules.apply(self.box, s, a)
            told.sentences.update(templates(words.sentence(self.box, before, a, s)))
            if k + 1 in marks:
                cells = self._note_scene(s, told)
        for kind in happened:
            told.kinds[kind][3] += 1
        told.matches += 1
        told.winners += len(winners)
        told.others += self.players - len(winners)

    def _winners(self, log: list[int]) -> set[int]:
        rules, s, out = self.game.rules, self.game.State.new(), [0] * self.game.max_players
        rules.deal(self.box, s)
        for a in log:
            rules.apply(self.box, s, a)
        rules.returns(self.box, s, out)
        return {p for p in range(self.players) if out[p] * 2 >= WIN or out[p] == max(out) > 0}

    def _scene(self, s: Any) -> Scene:
        found: Scene = self.game.scene.scene(self.box, s, self.seats)
        return found

    def _note_places(self, places: list[str], row: int, kind: str, told: Told) -> None:
        named = "actions of winners" if row == BY_WINNERS else "actions of others"
        for place in places:
            told.heat.setdefault(named, Counter())[place] += 1
        if places:
            told.aims.setdefault(kind, Counter())[places[-1]] += 1  # a way is told from its start to its end

    def _note_label(self, s: Any, a: int, kind: str, told: Told) -> None:
        if told.wants_label(kind):
            told.note_label(kind, str(self.game.scene.choice(self.box, s, a).label))

    def _note_offers(self, s: Any, cells: Places, told: Told) -> None:
        out = [0] * self.game.max_legal
        legal = out[: self.game.rules.legal(self.box, s, out)]
        step = max(1, len(legal) // MOST_OFFERS)
        by_kind: dict[str, set[int]] = {}
        for a in legal[::step]:
            kind = kind_of(str(self.game.words.text(self.box, s, a)), cells)
            by_kind.setdefault(kind, set()).add(a)
            self._note_label(s, a, kind, told)
        told.offered.update(by_kind.keys())
        for kind, numbers in by_kind.items():
            told.passed.setdefault(kind, set()).update(numbers)

    def _note_scene(self, s: Any, told: Told) -> Places:
        scene = self._scene(s)
        told.looks += 1
        told.see([_board_document(b) for b in scene.boards])
        for piece in scene.pieces:
            if piece.board is not None:
                told.heat.setdefault(piece.kind, Counter())[f"{piece.board}/{piece.at}"] += 1
        for board in scene.boards:
            for border in board.borders:
                if border.owner is not None:
                    told.heat.setdefault(border.kind, Counter())[f"{board.id}/{border.id}"] += 1
        return Places(scene.boards)


def kind_of(text: str, cells: Container[str]) -> str:
    """The sort of an action: its words without places and numbers.

    >>> kind_of("build wall d4 sw", {"d4": "board/d4"}), kind_of("f6", {"f6": "board/f6"})
    ('build wall', 'place')
    """
    words = [w for w in text.split() if w not in cells and w not in _SIDES and not _NUMBER.fullmatch(w)]
    return " ".join(words) or "place"


def templates(sentence: Any) -> Iterator[str]:
    """The templates that a sentence is made of."""
    if isinstance(sentence, Sentence):
        yield sentence.template
        for value in sentence.values.values():
            yield from templates(value)


def known_templates(game: Game) -> list[str]:
    """Every template of a sentence in the game's modules of words, as far as its catalogues of texts name them."""
    translated = {phrase for language in languages(game) for phrase in catalogue(game, language).phrases}
    found: dict[str, None] = {}
    for path in sorted(Path(game.folder).glob("*.py")):
        source = path.read_text("utf8")
        if "engine.words import" not in source or "say" not in source:
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and "{who}" in node.value:
                if not translated or node.value in translated:
                    found[node.value] = None
    return list(found)


def _board_document(board: Board) -> dict[str, Any]:
    return {"id": board.id, "title": board.title, "shape": board.shape,
            "cells": [[c.id, round(c.x, 3), round(c.y, 3), c.terrain] for c in board.cells],
            "borders": [[b.id, round((b.x1 + b.x2) / 2, 3), round((b.y1 + b.y2) / 2, 3)] for b in board.borders]}
