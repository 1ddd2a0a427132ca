"""Tutorials: every script plays by the real rules, is short, and says clearly what is wrong with it."""

import gzip
from pathlib import Path

import httpx
import orjson
import pytest

import hexagora
from hexagora import registry
from hexagora.engine import tutorial
from hexagora.engine.errors import BadContent
from tests import samples
from tests.server.support import serving, settings

GAMES = registry.names()
FEWEST_STEPS, MOST_STEPS = 10, 22
HEAD = 'title = "A test"\nminutes = 1\n[start]\noptions = { size = 3, swap = false }\n'


def script(folder: Path, steps: str, head: str = HEAD) -> tutorial.Tutorial:
    """A tutorial of Hex with these steps."""
    path = folder / "tutorial.toml"
    path.write_text(head + steps)
    return tutorial.read(hexagora.game("hex"), path)


def problem(folder: Path, steps: str, head: str = HEAD) -> str:
    """What is wrong with it, in the file or when it is played."""
    with pytest.raises(BadContent) as told:
        tutorial.frames(script(folder, steps, head))
    return str(told.value)


# the six games


@pytest.mark.parametrize("game", GAMES)
def test_the_tutorial_plays_through_by_the_rules(game: str) -> None:
    frames = tutorial.frames(tutorial.load(hexagora.game(game)))
    assert FEWEST_STEPS <= len(frames) <= MOST_STEPS
    for frame in frames:
        assert sorted(choice["text"] for choice in frame.scene["choices"]) == sorted(frame.do)
        assert not frame.do or frame.beats[0].text == frame.do[0]
        assert all(choice["path"] for choice in frame.scene["choices"]), "nothing to click"
    assert sum(bool(frame.do) for frame in frames) > len(frames) // 2, "it teaches by doing"


@pytest.mark.parametrize("game", GAMES)
def test_what_is_hard_to_find_out_is_done_by_the_learner(game: str) -> None:
    frames = tutorial.frames(tutorial.load(hexagora.game(game)))
    assert set(samples.of(game).DONE) <= {text for frame in frames for text in frame.do}


@pytest.mark.parametrize("game", GAMES)
def test_a_learner_is_called_by_the_colour_that_the_panels_show(game: str) -> None:
    """And by the same one in every part, but where sides are changed."""
    frames = tutorial.frames(tutorial.load(hexagora.game(game)))
    own = {(panel["name"], panel["colour"]) for frame in frames for panel in frame.scene["panels"]
           if panel["player"] == frame.seat - 1 and panel["colour"]}
    assert all(name.lower() == colour for name, colour in own)
    assert len(own) == samples.of(game).SIDES


@pytest.mark.parametrize("game", GAMES)
def test_the_tutorial_is_short(game: str) -> None:
    told = tutorial.load(hexagora.game(game)).script
    assert told.seconds() <= told.minutes * 60 <= tutorial.LONGEST * 60


@pytest.mark.parametrize("game", GAMES)
def test_the_tutorial_ends_with_reading(game: str) -> None:
    assert not tutorial.load(hexagora.game(game)).script.step[-1].do


def test_a_lesson_shows_a_seat_nothing_that_it_may_not_know() -> None:
    frames = tutorial.frames(tutorial.load(hexagora.game("hexemonia")))
    hands = {pile["id"]: pile for pile in frames[0].scene["piles"]}
    assert hands["hand-p1"]["shown"]
    assert not hands["hand-p2"]["shown"]


# playing a script


def test_the_first_of_several_accepted_actions_is_played(tmp_path: Path) -> None:
    steps = '[[step]]\nsay = "x"\ndo = ["b2", "a1"]\n[[step]]\nsay = "y"\nseat = 2\n'
    frames = tutorial.frames(script(tmp_path, steps))
    assert {choice["text"] for choice in frames[0].scene["choices"]} == {"b2", "a1"}
    assert [piece["at"] for piece in frames[1].scene["pieces"]] == ["b2"]


def test_answers_come_with_their_sentences_and_seats(tmp_path: Path) -> None:
    steps = '[[step]]\nsay = "x"\ndo = "b2"\nthen = ["a1", {play = "c3", say = "Mine again."}]\n'
    beats = tutorial.frames(script(tmp_path, steps))[0].beats
    told = [(beat.seat, beat.text, beat.say) for beat in beats]
    assert told == [(1, "b2", ""), (2, "a1", ""), (1, "c3", "Mine again.")]
    assert beats[1].sentence == "Blue plays a1"
    assert beats[1].template == "{who} plays {cell}"


def test_a_step_may_lay_a_new_table(tmp_path: Path) -> None:
    steps = ('[[step]]\nsay = "x"\ndo = "b2"\n'
             '[[step]]\nsay = "y"\nseat = 2\n[step.start]\noptions = {size = 4}\nplay = ["d4"]\n')
    frames = tutorial.frames(script(tmp_path, steps))
    assert [frame.fresh for frame in frames] == [True, True]
    assert [piece["at"] for piece in frames[1].scene["pieces"]] == ["d4"]


def test_players_are_called_as_the_sentences_call_them(tmp_path: Path) -> None:
    steps = '[[step]]\nsay = "x"\n'
    assert [p["name"] for p in tutorial.frames(script(tmp_path, steps))[0].scene["panels"]] == ["Red", "Blue"]
    named = tutorial.frames(script(tmp_path, steps, 'seats = ["Ada", "Bob"]\n' + HEAD))[0]
    assert [p["name"] for p in named.scene["panels"]] == ["Ada", "Bob"]


# what is wrong with a script


def test_an_unknown_key_is_named_with_its_step_and_the_keys_allowed(tmp_path: Path) -> None:
    told = problem(tmp_path, '[[step]]\nsay = "x"\n[[step]]\nsay = "y"\nsya = "z"\n')
    assert "tutorial.toml" in told
    assert "step 2: sya: unknown key; allowed: say, do, then, show, seat, start" in told


def test_an_unknown_key_of_the_file_is_named(tmp_path: Path) -> None:
    told = problem(tmp_path, '[[step]]\nsay = "x"\n', 'titel = "x"\n' + HEAD)
    assert "titel: unknown key; allowed: title, minutes, seats, start, step" in told


def test_an_unknown_key_of_an_answer_is_named(tmp_path: Path) -> None:
    told = problem(tmp_path, '[[step]]\nsay = "x"\ndo = "b2"\nthen = [{ply = "a1"}]\n')
    assert "step 1: then 1: ply: unknown key; allowed: play, say" in told


def test_an_illegal_action_is_named_with_what_would_be_legal(tmp_path: Path) -> None:
    told = problem(tmp_path, '[[step]]\nsay = "x"\n[[step]]\nsay = "y"\ndo = "b9"\n')
    assert "step 2: do = 'b9': 'b9' is not a legal action for seat 1 now; legal: 'a1', 'b1'" in told


def test_an_illegal_answer_is_named_by_its_place(tmp_path: Path) -> None:
    told = problem(tmp_path, '[[step]]\nsay = "x"\ndo = "b2"\nthen = ["a1", "a1"]\n')
    assert "step 1: then 2 = 'a1': 'a1' is not a legal action" in told


def test_somebody_elses_decision_is_not_the_learners(tmp_path: Path) -> None:
    told = problem(tmp_path, '[[step]]\nsay = "x"\ndo = "b2"\nseat = 2\n')
    assert "step 1: do = 'b2': seat 1 decides here, not seat 2; legal: a1, b1" in told


def test_a_seat_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "step 1: seat = 3: allowed are 1 to 2" in problem(tmp_path, '[[step]]\nsay = "x"\nseat = 3\n')


def test_pointing_at_nothing_is_refused(tmp_path: Path) -> None:
    told = problem(tmp_path, '[[step]]\nsay = "x"\nshow = ["c4"]\n')
    assert "step 1: show = 'c4': nothing on the table is called so; for example:" in told


def test_a_table_that_cannot_be_laid_names_the_step(tmp_path: Path) -> None:
    steps = '[[step]]\nsay = "x"\n[[step]]\nsay = "y"\n[step.start.position]\nred = ["z9"]\n'
    assert "step 2: start: red: there is no cell 'z9'" in problem(tmp_path, steps)
    large = HEAD.replace("size = 3", "size = 99")
    assert "step 1: start: option 'size' cannot be 99" in problem(tmp_path, steps, large)


def test_a_tutorial_may_not_be_long(tmp_path: Path) -> None:
    assert "minutes = 11" in problem(tmp_path, '[[step]]\nsay = "x"\n', HEAD.replace("minutes = 1", "minutes = 11"))
    assert "step 1: say" in problem(tmp_path, f'[[step]]\nsay = "{"long " * 100}"\n')


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadContent, match="there is no such file"):
        tutorial.read(hexagora.game("hex"), tmp_path / "none.toml")


# over HTTP


def test_the_server_tells_the_frames_and_shows_the_page(tmp_path: Path) -> None:
    with serving(settings(tmp_path)) as running, httpx.Client(base_url=running.address) as client:
        told = client.get("/api/games/hex/tutorial", headers={"accept-encoding": "identity"})
        assert told.json()["title"]
        assert told.json()["minutes"] <= tutorial.LONGEST
        assert told.json()["frames"][1]["do"] == ["c3"]
        again = client.get("/api/games/hex/tutorial", headers={"if-none-match": told.headers["etag"]})
        assert again.status_code == httpx.codes.NOT_MODIFIED
        with client.stream("GET", "/api/games/hex/tutorial", headers={"accept-encoding": "gzip"}) as packed:
            assert packed.headers["content-encoding"] == "gzip"
            assert orjson.loads(gzip.decompress(b"".join(packed.iter_raw()))) == told.json()
        assert "learn.js" in client.get("/learn/hex").text
        assert client.get("/learn/chess").status_code == httpx.codes.NOT_FOUND
        assert client.get("/api/games/chess/tutorial").json()["code"] == "no-game"


@pytest.mark.parametrize("game", GAMES)
def test_the_tutorial_teaches_the_words_of_the_table(game: str) -> None:
    said = " ".join(frame.say for frame in tutorial.frames(tutorial.load(hexagora.game(game))))
    assert [word for word in samples.of(game).TAUGHT.split(", ") if word not in said] == []
