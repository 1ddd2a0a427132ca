"""The content file: what the loader checks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexagora.engine.content import read_toml, validate
from hexagora.engine.errors import BadContent, BadOption, HexagoraError
from hexagora.games.sigil.content import Content
from tests.sigil.board import L1, SIGIL


def fresh():
    return read_toml(SIGIL.folder / "content.toml")


def broken(change):
    data = fresh()
    change(data)
    with pytest.raises(BadContent) as e:
        validate(Content, data, "content.toml")
    return str(e.value)


def test_the_graph_follows_its_rule():
    inside = [(1, 2), (1, 11), (2, 3), (3, 4), (4, 5), (5, 6), (6, 2), (3, 13), (4, 7), (5, 12), (6, 11), (7, 8),
              (8, 9), (9, 10), (10, 8), (9, 13)]
    edges = {frozenset((f"{z}{i}", f"{z}{j}")) for z in "abc" for i, j in inside}
    for x, y in ("ab", "bc", "ca"):
        edges |= {frozenset((f"{x}7", f"{y}12")), frozenset((f"{x}10", f"{y}11"))}
    assert {frozenset((n.id, other)) for n in SIGIL.content.node for other in n.neighbours} == edges


def test_every_part_has_a_provenance():
    content = SIGIL.content
    parts = [*content.node, *content.slot, *content.spell, *content.layout]
    assert all(part.provenance for part in parts)


@pytest.mark.parametrize(("change", "told"), [
    (lambda d: d["node"].pop(), "at least 39 items"),
    (lambda d: d["node"][0]["neighbours"].pop(), "must be mutual"),
    (lambda d: d["node"][0].update(neighbours=["a2", "a99"]), "'a99' is no node"),
    (lambda d: (d["node"][0]["neighbours"].append("a3"), d["node"][2]["neighbours"].append("a1")), "55 edges"),
    (lambda d: d["slot"][0]["nodes"].pop(), "size 5 has 4 nodes"),
    (lambda d: d["slot"][3].update(nodes=["a2", "a9", "a10"]), "a2 is on two slots"),
    (lambda d: d["slot"][0].update(zone="d"), "zone = 'd'"),
    (lambda d: d["spell"].pop(0), "4 spells of size 5"),
    (lambda d: d["spell"][0].update(size=3), "it must have 5 with one seal"),
    (lambda d: d["spell"][0]["effect"][0].update(do="dream"), "'dream' is not known"),
    (lambda d: d["spell"][0]["effect"][0].update(times=0), "times"),
    (lambda d: d["spell"][0].pop("effect"), "either a passive ability or an effect"),
    (lambda d: d["spell"][4]["passive"].update(ability="fly"), "allowed: dash_price"),
    (lambda d: d["spell"][4]["passive"].pop("value"), "passive.value is missing"),
    (lambda d: d["layout"][0]["spells"].pop(), "8 spells; needs 9"),
    (lambda d: d["layout"][0]["spells"].__setitem__(0, "carnage"), "named twice"),
    (lambda d: d["game"].update(mana=["a1", "z9"]), "must be different nodes"),
    (lambda d: d["game"].update(luck=1), "game.luck: unknown key"),
    (lambda d: d["track"].update(x=[0.0]), "7 values at 1 places"),
])
def test_a_wrong_file_is_refused_with_the_reason(change, told):
    assert told in broken(change)


def test_changed_numbers_change_the_game(tmp_path):
    text = (SIGIL.folder / "content.toml").read_text("utf8")
    path = tmp_path / "content.toml"
    path.write_text(text.replace("lead = 3 ", "lead = 2 ").replace("dash_price = 2 ", "dash_price = 1 "), "utf8")
    m = SIGIL.with_content(path).match(layout="starter")
    for action in ("move a2", "end turn", "move b2", "end turn", "move a3"):
        m.play(action)
    m.play("dash").play("sacrifice a1")
    assert m.legal()[0].startswith("move ")


@pytest.mark.parametrize("value", [L1[:3], ["x"] * 9, 7, "beginner", "a,b"])
def test_layouts_that_are_none_are_refused(value):
    with pytest.raises(HexagoraError):
        SIGIL.options({"layout": value})


def test_nine_names_are_a_layout():
    assert SIGIL.options({"layout": ",".join(L1)})["layout"] == L1
    with pytest.raises(BadOption, match="spells; needs 9"):
        SIGIL.options({"layout": "grow,carnage"})


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["game", "track", "node", "slot", "spell", "layout"]),
       st.one_of(st.none(), st.integers(), st.text(max_size=5), st.lists(st.integers(), max_size=3),
                 st.dictionaries(st.text(max_size=4), st.integers(), max_size=2)))
def test_any_damage_is_a_clear_error(key, value):
    data = fresh()
    data[key] = value
    with pytest.raises(BadContent):
        validate(Content, data, "content.toml")
