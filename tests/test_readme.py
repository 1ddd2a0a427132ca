"""The snippets of the README and of the pages for programmers run as they stand."""

import re
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent
PAGES = ("README.md", "docs/research.md")
SNIPPETS = [(page, code) for page in PAGES
            for code in re.findall(r"```python\n(.*?)```", (HOUSE / page).read_text("utf8"), re.S)]


@pytest.mark.parametrize(("page", "snippet"), SNIPPETS, ids=range(len(SNIPPETS)))
def test_a_snippet_runs(page, snippet, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(snippet, page, "exec"), {})


def test_there_are_snippets():
    assert {page for page, _ in SNIPPETS} == set(PAGES)
