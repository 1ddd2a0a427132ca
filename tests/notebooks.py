"""Notebooks are kept as scripts with cells (`notebooks/*.py`), which are read and compared line by line; this makes the
notebooks themselves from them: `python -m tests.notebooks`."""

import json
import re
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "notebooks"


def cells(source):
    """(kind, text) of each cell of a script."""
    for head, body in re.findall(r"^# %%(.*)\n((?:(?!# %%).*\n?)*)", source, re.M):
        text = body.strip("\n")
        if "[markdown]" in head:
            yield "markdown", "\n".join(line.removeprefix("#").removeprefix(" ") for line in text.splitlines())
        else:
            yield "code", text


def notebook(source):
    """The notebook of a script, as the field's programs read it."""
    made = []
    for k, (kind, text) in enumerate(cells(source)):
        cell = {"cell_type": kind, "id": f"cell-{k}", "metadata": {}, "source": text.splitlines(keepends=True)}
        made.append(cell | ({"execution_count": None, "outputs": []} if kind == "code" else {}))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    document = {"cells": made, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def main():
    for path in sorted(FOLDER.glob("*.py")):
        path.with_suffix(".ipynb").write_text(notebook(path.read_text("utf8")), "utf8")


if __name__ == "__main__":
    main()
