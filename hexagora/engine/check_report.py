"""What the checker has looked at and found wrong."""

from dataclasses import dataclass, field

MOST_PROBLEMS = 300  # after which nothing more is played
MOST_OF_A_KIND = 5  # that are told
MOST_TEXTS = 200  # without translation that are told: a list for whoever translates

CHECKS = {
    "folder": "what every game must bring is there",
    "hooks": "optional names are those that somebody looks for, and can be called",
    "rules": "rules.md is there, and every rule that is named is in it",
    "facts": "the facts and options of `__init__.py` are of the right sort",
    "options": "options fit together",
    "subset": "rules, and what is written like them, keep to the rules subset",
    "languages": "what every match may say is translated into each language that the game speaks",
    "editor": "what can be edited can be shown, painted and turned",
    "guide": "every drawing of the rulebook is a position of the game",
    "tutorial": "the lesson can be played to its end",
    "studies": "studies can be played to the end of all their lines, and are translated",
    "coach": "the coach of a first match has words and conditions",
    "puzzles": "puzzles can be laid out, and their answers are legal",
    "legal": "legal actions are ascending, in range, never empty, and looking does not change the state",
    "chances": "chance weights are positive and as many as the outcomes",
    "pick": "random actions are legal, and each legal one comes up about as often as any other",
    "texts": "action texts are unique, tidy and found again",
    "records": "states survive bytes and JSON, and copies are independent",
    "scores": "scores and results are consistent",
    "position": "positions export and import to the same position with the same legal actions and scores",
    "scene": "scenes are plain data, and everything that they name is on the table",
    "looks": "the style sheet can be read, and the cover is a picture",
    "drawn": "every terrain, piece and icon is drawn",
    "sentences": "what is told is made with `say`, so that it can be translated",
    "undo": "undo restores the state to the byte",
    "files": "match files replay to the same state",
    "hide": "hiding twice is hiding once, and hiding a resampled state gives the hidden state back",
    "indistinguishable": "nothing sent to a viewer depends on what the viewer may not know",
    "resample": "a resampled state is a possible one: same decision, same choices for the viewer, invariants hold",
    "invariants": "what the game says must always hold, holds",
    "features": "what a seat observes lies between 0 and what the catalogue says",
    "figures": "what is counted of a match has a name in the catalogue",
    "levels": "the levels of the bots are known ones",
    "training": "the configuration of the training can be used",
    "openings": "the opening books can be read",
    "heuristics": "rules of thumb answer what a search can use, and change nothing",
    "ends": "random matches end",
    "crash": "nothing raises",
    "compiled": "the compiled rules do the same, field by field",
    "wasm": "the WebAssembly does the same, field by field",
}


@dataclass
class Report:
    """What was checked how often, and what was wrong."""

    game: str
    matches: int = 0
    decisions: int = 0
    left_out: list[str] = field(default_factory=list)
    by_glyph: list[str] = field(default_factory=list)
    checked: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CHECKS, 0))
    problems: list[tuple[str, str]] = field(default_factory=list)
    more: dict[str, int] = field(default_factory=dict)  # problems of a check beside those that are told

    def note(self, check: str, fine: bool, problem: str, where: str = "") -> None:
        """The same problem is told once, with the first place where it was met."""
        self.checked[check] += 1
        if fine or self.full:
            return
        told = [text for name, text in self.problems if name == check]
        most = MOST_TEXTS if check == "languages" else MOST_OF_A_KIND
        if len(told) < most and not any(text.startswith(problem) for text in told):
            self.problems.append((check, f"{problem} {where}".strip()))
        else:
            self.more[check] = self.more.get(check, 0) + 1

    @property
    def full(self) -> bool:
        """Whether so much is wrong that nothing more is told."""
        return len(self.problems) + sum(self.more.values()) >= MOST_PROBLEMS

    @property
    def passed(self) -> bool:
        return not self.problems

    def raise_for_problems(self) -> None:
        if self.problems:
            raise AssertionError(f"{self.game} does not keep the contract:\n" + str(self))

    def __str__(self) -> str:
        lines = [f"{self.game}: {self.matches} matches, {self.decisions} decisions"]
        for check, meaning in CHECKS.items():
            if not self.matches and not self.checked[check]:
                continue  # nobody has looked whether the game has it
            wrong = [text for name, text in self.problems if name == check]
            mark = "FAIL" if wrong else ("ok" if self.checked[check] else "none")
            lines.append(f"  {mark:4} {check:18} {self.checked[check]:>8}  {meaning}")
            lines += [f"       {text}" for text in wrong]
            if check in self.more:
                lines.append(f"       and {self.more[check]} times more")
        if self.by_glyph:
            lines.append(f"  shown by their glyphs, for want of drawings: {', '.join(sorted(self.by_glyph))}")
        lines += [f"  left out: {what}" for what in self.left_out]
        return "\n".join(lines)
