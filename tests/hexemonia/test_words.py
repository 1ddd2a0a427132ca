"""Notation, sentences, names and taking back."""

import re
from pathlib import Path

import pytest

from hexagora.games.hexemonia import words
from hexagora.terminal.speech import Speech
from tests.hexemonia.helpers import GAME, at, legal, node
from tests.support import covers


def told(match, *actions, viewer=None):
    """The last sentence after these actions."""
    return match.play_all(list(actions)).sentences(viewer)[-1]


def test_sentences_tell_what_followed():
    match = at("ACTION", "o; a1 village", "o; a1 pasture 5/0/0")
    assert told(match, "pass") == "Red takes no action; Red takes the Philosopher; Revolt at Blue: 2 citizens lost"


def test_the_end_is_told_with_the_winner():
    match = at("ACTION", "o 0/0/3", turn="p3", last_round=True)
    assert told(match, "pass") == "the Acropolis of Green is Olympia; the match is over, Red wins"


@pytest.mark.parametrize(("start", "action", "sentence"), [
    (("PLAY", {"hand": ["spring"]}), "play spring a1", "Red plays Spring on a1"),
    (("PLAY", {"city": "o; a1 walls", "hand": ["hades"]}), "myth hades a1",
     "Red plays Hades; its token goes on Walls a1"),
    (("SPECIAL", "o; a1 temple 1/0/1; a2 spring"), "activate a1", "Red uses Temple a1: 1 gold"),
    (("MOVES", "o 2/0/0; a1 spring"), "lift 2 citizen o", "Red lifts 2 citizens from the Acropolis"),
    (("EXCHANGE", "o 2/0/0"), "exchange o hoplite", "Red exchanges 2 citizens for 1 hoplite on the Acropolis"),
    (("WAR", "o 2/0/0", "o; a1 quarry"), "attack p2 a1", "Red attacks Blue's Quarry a1"),
])
def test_sentences_of_decisions(start, action, sentence):
    assert told(at(*start), action) == sentence


def test_losses_are_told():
    match = at("WAR", "o 0/1/0", "o; a1 quarry 1/0/0").play_all(["attack p2 a1", "muster 1 hoplite o", "end muster"])
    assert told(match, "lose 1") == ("Red conquers Quarry a1 with 2 against 1, loses 1 hoplite and gets "
                                     "1 citizen back; Blue loses 1 citizen in its defence")
    match = at("WAR", "o 1/0/0", "o; a1 quarry").play_all(["attack p2 a1", "muster 1 citizen o", "end muster"])
    assert told(match, "lose 0") == "Red conquers Quarry a1 with 1 against 0 and loses nothing"


def test_others_are_not_told_what_was_drawn():
    match = at("SPECIAL", "o; a1 spring; fates@a1", chance="ask").play("activate fates")
    assert told(match, "draw fleet", viewer=2) == "Red draws a hex"
    assert match.sentences(1)[-1] == "Red draws Fleet"


def test_names_in_italian():
    match = at("TAKE1", options={"names": "italian"}, display=["walls", "agora", "asty", "fates"])
    assert match.legal() == ["take walls", "take agora", "take asty", "take fates"]
    assert match.scene().piles[0].shown == ["Mura", "Agorà", "Asty", "Moire"]
    assert told(match, "take agora") != "Red takes Agora"
    assert match.sentences()[0] == "Red takes Agorà"


# taking back


def may_undo(match, *actions, seat=1):
    return match.play_all(list(actions)).may_undo(seat)


@pytest.mark.parametrize(("start", "action"), [
    (("TAKE2",), "gain gold"), (("PLAY", {"hand": ["spring"]}), "play spring a1"), (("PLAY",), "end play"),
    (("ACTION",), "strategic"), (("MOVES", "o 1/0/0; a1 spring"), "lift 1 citizen o"), (("SPECIAL", "o; a1 spring"),
    "activate a1"), (("WAR", "o 1/0/0", "o; a1 walls"), "attack p2 a1")])
def test_steps_that_show_nothing_can_be_taken_back(start, action):
    assert may_undo(at(*start), action)


@pytest.mark.parametrize(("start", "action"), [
    (("TAKE1",), "take spring"), (("PLAY",), "reveal acropolis"), (("ACTION",), "pass"),
    (("SPECIAL", "o; a1 spring; fates@a1"), "activate fates"),
    (("SPECIAL", "o; a1 agora 1/0/1; oracle@a1"), "activate oracle"),
    (("SPECIAL", "o; a1 lighthouse 1/0/1", "o 0/0/1"), "activate a1")])
def test_barriers(start, action):
    assert not may_undo(at(*start), action)


def test_a_take_without_refill_can_be_taken_back():
    assert may_undo(at("TAKE2", fate=[], last_round=True, display=["spring", "walls", "asty"]), "take walls")


def test_stacking_can_be_taken_back_but_not_the_look():
    match = at("SPECIAL", "o; a1 agora 1/0/1; oracle@a1").play("activate oracle")
    assert node(match) == "ORACLE"
    assert not match.may_undo(1)
    assert may_undo(match, match.legal()[0])


@covers("HXM-RULING-68")
def test_nobody_is_asked_about_the_philosopher():
    match = at("ACTION", "o; a1 village").play("strategic").play("end moves")
    assert legal(match) == ["end exchange"]
    assert match.play("end exchange").position()["philosopher"] == "p1"


def test_texts_are_found_again_for_every_number():
    match = GAME.match(players=4, seed=11)
    for _ in range(60):
        texts = match.legal()
        assert len(set(texts)) == len(texts)
        match.play(texts[len(texts) // 2])


def test_the_log_tells_what_was_produced():
    match = at("ACTION", "o 9/0/0; a1 pasture 1/0/0; a2 quarry 2/0/0")
    before = list(match.state.stock[0])
    told = match.play("produce").sentences()[-1]
    made = [n - b for n, b in zip(match.state.stock[0], before, strict=True)]
    assert told == f"{words.person(0)} produces {words.plural(made[0], 0)}, {words.plural(made[2], 2)}"


def test_the_log_tells_myths_that_change_hands_and_poleis_that_merge():
    match = at("WAR", "o 2/0/0; a1 temple 1/0/1", "o; a3 temple 0/0/2; fates@a3")
    match.play_all(["attack p2 a3", "muster 2 citizen o", "end muster"])
    (choice,) = match.choices(1)
    assert (choice.label, choice.forecast) == ("Lose nobody", "survivors: 2 citizens; they join your own Temple")
    told = match.play("lose 0").sentences()[-1]
    assert told.endswith("Temple merges with Red's own and goes to the Underworld; "
                         "the Myth Fates goes from Blue to Red")


def test_the_label_of_a_loss_names_all_who_fall():
    match = at("WAR", "o 2/2/0; a1 walls", "o; a1 walls 3/0/0")
    match.play_all(["attack p2 a1", "muster 2 citizen o", "muster 2 hoplite o", "end muster"])
    labels = [choice.label for choice in match.choices(1)]
    assert labels == ["Lose 1 hoplite and 1 citizen", "Lose 2 hoplites, 1 citizen back"]


# what the Italian rulebook calls otherwise than a dictionary would
FOLDER = Path(words.__file__).parent
NOT_ITS_WORDS = {"trio": "tris", "trii": "tris", "terzetto": "tris", "azione di guerra": "azione bellica",
                 "azione guerra": "azione bellica", "cubo": "cubetto", "cubi": "cubetti", "mercato": "esagoni scoperti",
                 "esposizione": "esagoni scoperti", "ultimo round": "ultimo turno", "ultimo giro": "ultimo turno"}


@pytest.mark.parametrize("name", ["locales/it.json", "rules.it.md", "guide.it.md"])
def test_italian_texts_use_the_words_of_the_rulebook(name):
    text = (FOLDER / name).read_text("utf8")
    italian = re.sub(r'^ *"(?:[^"\\]|\\.)*":', "", text, flags=re.MULTILINE)  # without the English keys
    found = re.findall(rf"\b(?:{'|'.join(NOT_ITS_WORDS)})\b", italian, re.IGNORECASE)
    assert {said: NOT_ITS_WORDS[said.lower()] for said in found} == {}


@pytest.mark.parametrize(("english", "italian"), [
    ("trio of Myths", "tris di Miti"), ("War", "Azione bellica"), ("Display", "Esagoni scoperti"),
    ("Last Player", "Ultimo Giocatore"), ("the last round begins", "comincia l’ultimo turno")])
def test_what_the_italian_rulebook_calls_them(english, italian):
    assert f'"{english}": "{italian}"' in (FOLDER / "locales" / "it.json").read_text("utf8")


@pytest.mark.parametrize(("drawn", "italian"), [
    ("amazons", "Le Amazzoni entrano tra gli esagoni scoperti"), ("walls", "Le Mura entrano tra gli esagoni scoperti"),
    ("temple", "Il Tempio entra tra gli esagoni scoperti"), ("agora", "L’Agorà entra tra gli esagoni scoperti")])
def test_italian_articles_and_verbs_agree_with_the_hex(drawn, italian):
    match = at("TAKE1", chance="ask", display=["quarry", "quarry", "tavern", "tavern"]).play_all(
        ["take quarry", f"draw {drawn}"])
    assert Speech("it", GAME).text(match.sentences()[-1]) == italian


def test_italian_poleis_that_merge_are_spoken_of_as_poleis():
    """Il Tempio and l’Anfiteatro, la Taverna and la Palestra."""
    match = at("WAR", "o 2/0/0; a1 temple 1/0/1", "o; a3 temple 0/0/2")
    match.play_all(["attack p2 a3", "muster 2 citizen o", "end muster"])
    italian, (choice,) = Speech("it", GAME), match.choices(1)
    assert italian.text(choice.forecast) == "superstiti: 2 cittadini; si uniscono alla tua Polis Tempio"
    told = italian.text(match.play("lose 0").sentences()[-1])
    assert "Tempio si unisce alla Polis dello stesso nome di Rosso e va agli Inferi" in told


def test_italian_myths_are_spoken_of_as_myths():
    """Le Amazzoni, le Moire and Mida."""
    told = Speech("it", GAME).text("Amazons is not active: its host lacks cubes.")
    assert told == "Il Mito Amazzoni non è attivo: al suo ospite mancano cubetti."


def test_italian_hands_are_the_players():
    assert Speech("it", GAME).text("Hand of Player 2") == "Mano del Giocatore 2"
