"""The models of the site without a server say the same as pydantic, to right and to wrong documents."""

import copy
import json
import os
import random
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import hexagora
from hexagora import registry
from hexagora.site import models

BOTH = """
import importlib, json, sys

def answers(questions):
    from pydantic import TypeAdapter, ValidationError
    found = []
    for module, name, document in questions:
        kind = getattr(importlib.import_module(module), name)
        read = kind.validate_python if isinstance(kind, TypeAdapter) else kind.model_validate
        try:
            model = read(document)
            found.append(["right", model.model_dump_json(), json.dumps(model.model_dump(exclude_none=True))])
        except ValidationError as e:
            found.append(["wrong", [[p["type"], list(p["loc"]), p["msg"]] for p in e.errors()]])
    return found
"""
HERE = BOTH + """
print(json.dumps(answers(json.loads(sys.stdin.read()))))
"""
STRANGE = (None, True, False, 0, 1, -1, 2.0, 2.5, 10**12, "", "x", "1", " 2 ", "red", "a\nb", "x" * 5000, [], ["x"], {},
           {"x": 1})
MESSAGES = [
    ("MESSAGES", {"type": "act", "seq": 1, "text": " a1 "}), ("MESSAGES", {"type": "chat", "text": "hi", "key": None}),
    ("MESSAGES", {"type": "go-on", "seat": 2, "end": True}), ("MESSAGES", {"type": "ping", "id": 3}),
    ("NewTable", {"game": "hex", "options": {"size": 5}, "seats": [{"kind": "me"}, {"kind": "bot", "level": "strong"}],
                  "clock": {"bank": 60, "increment": 2}, "patience": 60, "seed": "a", "start": {"a": [1]}}),
    ("Me", {"name": "Ann"}), ("Written", {"text": "a\nb"}),
    ("Question", {"root": {}, "actions": ["a1"], "looks": 2000}),
    ("QuickWish", {"game": "hex", "players": 2, "speed": "fast"}), ("ClockPlan", {"increment": 2}),
    ("Edit", {}), ("LabWish", {"game": "hex", "bots": ["quick"]}),
]  # fmt: skip


def documents() -> list[tuple[str, str, Any]]:
    found: list[tuple[str, str, Any]] = [("hexagora.server.messages", name, one) for name, one in MESSAGES]
    for name in registry.SUPPLIED:
        game = registry.game(name)
        for module, model, file in ((f"{game.module('content').__name__}", "Content", "content.toml"),
                                    ("hexagora.engine.tutorial", "Script", "tutorial.toml")):
            if (game.folder / file).is_file():
                found.append((module, model, tomllib.loads((game.folder / file).read_text("utf8"))))
        for path in sorted((game.folder / "locales").glob("*.json")):
            found.append(("hexagora.engine.locales", "Catalogue", json.loads(path.read_text("utf8"))))
    return found


def places(document: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = document if isinstance(document, dict) else dict(enumerate(document if isinstance(document, list) else ()))
    return [path, *(place for key, value in inner.items() for place in places(value, (*path, key)))]


def changed(document: Any, draw: random.Random) -> Any:
    """A document with one thing in it replaced, taken away or added."""
    made = copy.deepcopy(document)
    *way, last = draw.choice(places(document)[1:] or [("x",)])
    holder = made
    for step in way:
        holder = holder[step]
    deed = draw.randrange(4)
    if deed == 0 and isinstance(holder, dict):
        holder.pop(last, None)
    elif deed == 1 and isinstance(holder, dict):
        holder["stranger"] = draw.choice(STRANGE)
    else:
        holder[last] = draw.choice(STRANGE)
    return made


def test_the_same_is_right_and_the_same_is_wrong(tmp_path: Path) -> None:
    draw = random.Random(20)
    questions = documents()
    small = [one for one in questions if len(json.dumps(one[2])) < 3000]
    questions += [(module, name, changed(one, draw)) for module, name, one in draw.choices(questions, k=250)]
    questions += [(module, name, changed(one, draw)) for module, name, one in draw.choices(small, k=900)]
    there: dict[str, Any] = {}
    exec(BOTH, there)
    expected = json.loads(json.dumps(there["answers"](json.loads(json.dumps(questions)))))
    shutil.copyfile(models.__file__, tmp_path / "pydantic.py")
    paths = os.pathsep.join((str(tmp_path), str(Path(hexagora.__file__).parents[1])))
    done = subprocess.run([sys.executable, "-c", HERE], input=json.dumps(questions), capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": paths}, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    for question, want, got in zip(questions, expected, json.loads(done.stdout), strict=True):
        assert got == want, (question[:2], json.dumps(question[2])[:300])
    assert len([one for one in expected if one[0] == "wrong"]) > 300
