"""The client in Italian: nothing on the screen is left in English but names and notation."""

import re
from typing import Any

import pytest

from hexagora import registry
from hexagora.registry import game as find
from tests.web.screenshots import PLAY

ITALIAN = {"locale": "it-IT"}
DECISIONS = 8
PEOPLE = ("Ada", "Bice", "Ciro", "Dora", "Elio", "Fosca")
ENGLISH = re.compile(r"\b(the|of|and|to|with|your|you|is|are|on|from|not|this|for|be|or|by|it|has|at)\b", re.I)
READ = """() => {
  const found = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode
    if (!['CODE', 'KBD', 'SCRIPT'].includes(parentElement.tagName)) found.push(textContent)
  }
  for (const name of ['title', 'aria-label', 'placeholder']) {
    found.push(...[...document.querySelectorAll(`[${name}]`)].map(node => node.getAttribute(name)))
  }
  return [...new Set(found.map(text => text.trim()))]
}"""
TITLES = sorted((find(name).facts.title for name in registry.names()), key=len, reverse=True)


def english(page: Any) -> list[str]:
    """What the page says with English words in it."""
    def bare(text: str) -> str:
        for title in TITLES:
            text = text.replace(title, "")
        return text

    return [text for text in page.evaluate(READ) if ENGLISH.search(bare(text)) and "Creative Commons" not in text]


@pytest.mark.parametrize("game", registry.names())
def test_a_table_speaks_italian(visitor: Any, game: str) -> None:
    ada = visitor(**ITALIAN)
    seats = [{"kind": "here", "name": name} for name in PEOPLE[: find(game).facts.players[0]]]
    made = ada.make(game, seats, seed="italian")
    page = ada.sit(made["url"])
    page.evaluate(PLAY, {"table": made["table"], "decisions": DECISIONS, "seed": "i"})
    page.reload()
    page.wait_for_selector("body[data-seq]")
    page.wait_for_selector("#log .entry", state="attached")
    assert page.evaluate("document.documentElement.lang") == "it"
    assert english(page) == []


@pytest.mark.parametrize("game", registry.names())
def test_a_tutorial_speaks_italian(visitor: Any, game: str) -> None:
    page = visitor(**ITALIAN).sit(f"/learn/{game}")
    page.wait_for_selector("#lesson-card:not([hidden])")
    assert english(page) == []


def test_the_lobby_and_its_dialogs_speak_italian(visitor: Any) -> None:
    page = visitor(**ITALIAN).sit("/")
    for title in TITLES:
        page.locator(".game", has=page.get_by_role("heading", name=title, exact=True)).get_by_role(
            "button", name=re.compile("^Prepara")).click()
        page.wait_for_selector("#new-table[open]")
        assert english(page) == []
        page.keyboard.press("Escape")
