"""Networks: the same numbers on every back end, used only where they belong, trained without a GPU."""

import json
import math
import random
from dataclasses import replace

import numpy as np
import pytest

import hexagora
from hexagora.bots import arena, lessons, networks, regression, training
from hexagora.bots.apprentice import Apprentice, Course, promised_loss
from hexagora.bots.fitting import Numpy
from hexagora.bots.guide import SURE
from hexagora.bots.search import Search, plain_backend, tuning, wasm_backend
from hexagora.bots.view import view_of
from hexagora.engine import hooks
from hexagora.engine.contract import OVER
from hexagora.engine.errors import HexagoraError
from hexagora.games.sigil import state as sigil
from hexagora.registry import game, names

SMALL = """
game = "hex"
needs = ["size"]
without = ["empty", "own first side", "own last side", "other side"]
hidden = 16
second = 8
rounds = 12
matches = 64
steps = 16
passes = 4.0
batch = 256
rate = 0.01
last_rate = 0.001
opening = 3
past_every = 4
measure_every = 6
measure_matches = 100
longest = 30
[options]
size = 5
[search]
mix = 500
at_once = 1
"""


WITH_TRAITS = [name for name in names() if hooks.TRAITS.of(game(name))]


def any_network(found, options, hidden=16, second=8, thumb=0):
    """A network of the right shape whose weights mean nothing."""
    shape, rng = networks.shape_of(found, options, thumb=thumb), random.Random(7)
    net = networks.Network.new()
    shape.describe(net)
    net.hidden, net.second, net.players = hidden, second, options["players"]
    for place, count in ((net.weights, shape.rows * hidden), (net.second_weights, hidden * second),
                         (net.last_weights, second * net.players)):
        for k in range(count):
            place[k] = rng.randint(-60, 60)
    return networks.Network.to_bytes(net)


def position(name, plies, **options):
    match, rng = hexagora.game(name).match(seed=3, **options), random.Random(5)
    for _ in range(plies):
        match.play(rng.choice(match.actions()))
    return match


def trees(match, backends, settings, judged):
    view = view_of(match, match.actor + 1)
    found = []
    for on in backends:
        search = Search(view, on, 5, settings, judged)
        search.head.limit = min(int(search.head.limit), 60)
        search.run(25)
        found.append((search.counts(), search.chances()))
    return found


@pytest.mark.parametrize(("name", "options"), [("hex", {"size": 5}), ("manapool", {}), ("hexcape", {})])
@pytest.mark.parametrize("settings", [{"mix": 1000, "at_once": 1}, {"mix": 400, "at_once": 0, "trust": 500}])
def test_a_search_by_a_network_grows_the_same_tree_interpreted_and_as_webassembly(name, options, settings):
    match = position(name, 9, **options)
    judged = networks.Judgement(any_network(match.game, match.options), {})
    chosen = replace(tuning(match.game), **settings)
    one, other = trees(match, [plain_backend(name), wasm_backend(name)], chosen, judged)
    assert one == other


@pytest.mark.parametrize("name", WITH_TRAITS)
def test_a_search_by_traits_grows_the_same_tree_interpreted_and_as_webassembly(name):
    match = position(name, 12)
    judged = networks.Judgement(any_network(match.game, match.options), {})
    chosen = replace(tuning(match.game), mix=1000)
    one, other = trees(match, [plain_backend(name), wasm_backend(name)], chosen, judged)
    assert one == other
    assert one != trees(match, [plain_backend(name)], tuning(match.game), None)[0]


@pytest.mark.parametrize(("name", "players"), [(n, p) for n in WITH_TRAITS for p in game(n).facts.players])
def test_traits_are_as_many_as_are_named_and_never_negative(name, players):
    match, rng = game(name).match(seed=5, players=players), random.Random(3)
    box, named = match.box, hooks.TRAITS.of(match.game)(match.box)
    traits, untouched = plain_backend(name).functions["traits"], -7
    while not match.over and len(match.log) < 400:
        notes = [untouched] * (len(named) + 1)
        traits(box, match.state.clone(), match.actor, [0] * match.game.max_legal, notes)
        assert min(notes[:-1]) >= 0
        assert notes[-1] == untouched
        match.play(rng.choice(match.actions()))


@pytest.mark.parametrize("name", WITH_TRAITS)
def test_traits_leave_the_position_as_it_is(name):
    match = position(name, 12)
    before = match.state.clone()
    notes = [0] * len(hooks.TRAITS.of(match.game)(match.box))
    plain_backend(name).functions["traits"](match.box, match.state, match.actor, [0] * match.game.max_legal, notes)
    assert match.game.State.to_bytes(match.state) == match.game.State.to_bytes(before)


def test_chances_are_shares_of_one_and_belong_to_the_seats_in_turn():
    match = position("manapool", 12)
    judge = networks.Judge(match.game, match.options, networks.Judgement(any_network(match.game, match.options), {}))
    chances = judge.chances(match.state)
    assert sum(chances) in range(SURE - 3, SURE + 1)
    assert min(chances) >= 0
    assert len(set(chances)) > 1


def test_both_players_of_hex_see_the_board_alike():
    """A position and its mirror image with the colours exchanged switch the same rows on."""
    found, size = game("hex"), 5
    options = found.options({"size": size, "swap": False})
    without = ("own first side", "own last side", "other side")
    shape = networks.shape_of(found, options, without)
    net = networks.Network.new()
    shape.describe(net)
    net.hidden, net.second, net.players = 8, 1, 2
    judge = networks.Judge(found, options, networks.Judgement(networks.Network.to_bytes(net), {}))
    rows = []
    for first, cells in ((0, (7, 13, 22)), (1, (11, 17, 14))):
        state = found.match(**options).state
        for k, cell in enumerate(cells):
            state.stone[cell] = 1 + (first + k) % 2
        state.stones, state.mover = 3, first
        notes = [0] * networks.notes_size(shape.found.size)
        last = judge.rules["list_rows"](judge.box, state, first, judge._net, notes, [0, 0])
        rows.append(sorted(notes[shape.found.size : last]))
    assert rows[0] == rows[1]


def test_what_the_rules_of_thumb_say_can_be_told_to_a_network():
    match = position("sygon", 30)
    thumbed = networks.Judge(match.game, match.options,
                             networks.Judgement(any_network(match.game, match.options, thumb=20), {}))
    plain = networks.Judge(match.game, match.options, networks.Judgement(any_network(match.game, match.options), {}))
    assert thumbed.chances(match.state) != plain.chances(match.state)
    with pytest.raises(HexagoraError, match="cannot be asked"):
        networks.shape_of(game("hexcape"), game("hexcape").options({}), thumb=20)


# whether it belongs


@pytest.mark.parametrize(("name", "players"), [(n, p) for n in names() for p in game(n).facts.players
                                               if networks.card(game(n), p)])
def test_the_networks_of_games_are_fresh(name, players):
    found, about = game(name), networks.card(game(name), players)
    trained = found.options({**about["made"]["configuration"]["options"], "players": players})
    assert networks.trouble(found, trained, about) == "", f"`hexagora train {name}` makes it anew"
    assert networks.read(found, players).record
    assert networks.paths(found.folder, players)[0].stat().st_size < networks.LARGEST_FILE


def test_a_network_serves_only_where_it_belongs(tmp_path):
    found = game("hex")
    options = found.options({"size": 5})
    networks.write(found, 2, any_network(found, options), {"needs": {"size": 5}, "search": {"mix": 500}}, tmp_path)
    about = networks.card(found, 2, tmp_path)
    assert networks.trouble(found, options, about) == ""
    assert networks.read(found, 2, tmp_path).search == {"mix": 500}
    assert "size = 5" in networks.trouble(found, found.options({"size": 7}), about)
    assert "features" in networks.trouble(found, options, {**about, "features": "others"})
    assert "content" in networks.trouble(found, options, {**about, "content": "another"})
    networks.paths(tmp_path, 2)[0].write_bytes(b"damaged")
    with pytest.raises(HexagoraError, match="cannot be read"):
        networks.read(found, 2, tmp_path)


def test_what_features_mean_changes_with_their_code_and_not_with_comments(tmp_path, monkeypatch):
    found = game("hex")
    for name in ("features.py", "catalogue.py"):
        (tmp_path / name).write_text((found.folder / name).read_text("utf8"), "utf8")
    other = hexagora.engine.game.Game(found.facts, found.package)
    monkeypatch.setattr(type(other), "folder", property(lambda self: tmp_path))
    before = networks.sources(other)
    source = (tmp_path / "features.py").read_text("utf8")
    (tmp_path / "features.py").write_text("# a remark\n" + source, "utf8")
    assert networks.sources(other) == before
    (tmp_path / "features.py").write_text(source.replace("s.stones", "s.stones + 1"), "utf8")
    assert networks.sources(other) != before


def test_what_traits_mean_changes_with_what_they_need_and_with_nothing_else(tmp_path, monkeypatch):
    found = game("hexemonia")
    for name in ("heuristics.py", "catalogue.py"):
        (tmp_path / name).write_text((found.folder / name).read_text("utf8"), "utf8")
    other = hexagora.engine.game.Game(found.facts, found.package)
    monkeypatch.setattr(type(other), "folder", property(lambda self: tmp_path))
    before, source = networks.sources(other), (tmp_path / "heuristics.py").read_text("utf8")
    (tmp_path / "heuristics.py").write_text(source.replace("PLAIN, FAIR, GOOD", "PLAIN, FAIR, BEST"), "utf8")
    assert networks.sources(other) == before
    (tmp_path / "heuristics.py").write_text(source.replace("POINTS_LATE, POINTS_EARLY", "POINTS_LATE, _"), "utf8")
    assert networks.sources(other) != before


# in the arena


def test_the_arena_knows_bots_without_networks_and_other_ways_to_search(tmp_path):
    match = position("hex", 2, size=5)
    networks.write(match.game, 2, any_network(match.game, match.options), {"search": {"mix": 700}}, tmp_path)
    classic, own = arena.contender("classic-club:0.5"), arena.contender(f"master:1+trust=300+network={tmp_path}")
    assert (classic.name, classic.seconds, classic.variant.way(match).judged) == ("club", 0.5, None)
    way = own.variant.way(match)
    assert (way.settings.mix, way.settings.trust, way.judged.search) == (700, 300, {"mix": 700})
    assert arena.contender("classic").name == "master"
    for wrong in ("master+nothing=1", "master+mix=x", f"classic+network={tmp_path}"):
        with pytest.raises(HexagoraError, match="behind a level"):
            arena.contender(wrong)


def test_a_network_plays_a_match_without_a_search(tmp_path, monkeypatch):
    found = game("hex")
    judged = networks.Judgement(any_network(found, found.options({"size": 4})), {})
    monkeypatch.setattr(networks, "judgement", lambda game, options: judged)
    played = arena.play("hex", found.options({"size": 4}), arena.Pairing(0, ("network", "random"), 3), 1.0)
    assert sorted(played.shares) == [0.0, 1.0]


# training


def test_a_configuration_says_what_is_wrong_with_it():
    with pytest.raises(HexagoraError, match="nothing called 'hiden'"):
        training.configuration("game = 'hex'\nhiden = 8", "x.toml")
    with pytest.raises(HexagoraError, match="rounds"):
        training.configuration("game = 'hex'\nrounds = 'many'", "x.toml")
    with pytest.raises(HexagoraError, match="game"):
        training.configuration("hidden = 8", "x.toml")
    with pytest.raises(HexagoraError, match="no feature 'nothing'"):
        networks.shape_of(game("hex"), game("hex").options({}), ("nothing",))


@pytest.mark.parametrize("name", [n for n in names() if (game(n).folder / training.CONFIGURATION).exists()])
def test_the_configurations_of_games_can_be_read(name):
    path = game(name).folder / training.CONFIGURATION
    wanted = training.configuration(path.read_text("utf8"), str(path))
    options = game(name).options({**wanted.options, "players": wanted.players})
    assert wanted.game == name
    assert set(wanted.needs) <= options.keys()
    assert networks.shape_of(game(name), options, wanted.without, wanted.bins, wanted.thumb).rows > 0


def test_a_regression_says_what_its_network_says():
    """It says of a position what the regression says, but for rounding."""
    found = game("hexemonia")
    options = found.options({"players": 2})
    fitted = regression.Regression(found, options, (("last round", 1), ("own actions to come", 9)), ("city",))
    plain = [one for k in range(2) for one in lessons.match_lessons(found, options, lessons.Plan(4), k)]
    told = lessons.told(found, options, plain)
    weights, traits = fitted.fit(told), fitted.traits(told)
    judge = networks.Judge(found, options, networks.Judgement(fitted.record(weights), {}))
    for lesson, stage, compared in zip(plain, fitted.stage(traits), fitted.compared(traits), strict=True):
        odds = weights[stage][:-1] @ compared + weights[stage][-1]
        chances = judge.chances(found.State.from_bytes(lesson.state))
        assert chances[lesson.player] / SURE == pytest.approx(1 / (1 + math.exp(-odds)), abs=0.06)
    with pytest.raises(HexagoraError, match="names traits"):
        regression.Regression(game("hex"), game("hex").options({}), (), ())


def test_lessons_are_the_same_however_many_matches_are_played_at_a_time():
    options, plan = game("manapool").options({}), lessons.Plan(4, branches=1, seed=3)
    one = lessons.lessons("manapool", options, 2, plan)
    assert one == lessons.lessons("manapool", options, 2, plan, jobs=2)
    assert one[0] != one[1]
    for told in one[0]:
        assert sum(told.promised) == pytest.approx(1, abs=0.01)
    results = {told.shares for told in one[0] if told.shares != told.promised}
    assert all(sum(shares) == pytest.approx(1) for shares in results)
    assert sum(told.shares == told.promised for told in one[0]) > len(one[0]) // 3  # other play than the match's


def test_some_of_the_positions_may_be_judged_by_searches_that_look_farther_than_those_that_play(monkeypatch):
    options, asked = game("manapool").options({}), []
    search = lessons._Player.search
    monkeypatch.setattr(lessons._Player, "search",
                        lambda self, view, looks: asked.append(looks) or search(self, view, min(looks, 4)))
    some = lessons.match_lessons(game("manapool"), options, lessons.Plan(4, branches=1, deep=500, part=0.5), 0)
    assert set(asked) == {4, 3 * 4, 500}
    assert 0 < asked.count(500) == len(some)
    assert len(some) < 2 * asked.count(3 * 4)  # of the settled positions of the match not all


def test_careless_play_ends_where_nothing_is_half_done():
    match, settled = position("sigil", 12), plain_backend("sigil").functions["settled"]
    before = match.game.State.to_bytes(match.state)
    for seed in range(20):
        state = lessons.wander(match, 1, random.Random(seed))
        assert match.game.rules.to_act(match.box, state) == OVER or settled(match.box, state)
        assert match.game.State.to_bytes(state) != before
    assert match.game.State.to_bytes(match.state) == before


def test_traits_of_sigil_turn_with_the_board():
    """A position and the same turned by a zone have the same traits, but for where they are."""
    match = position("sigil", 12)
    turned = match.state.clone()
    zone, node_count = sigil.NODES // 3, sigil.NODES
    around = [(k + zone) % node_count for k in range(node_count)]
    for p in range(2):
        turned.stones[p] = sum(1 << around[k] for k in range(node_count) if match.state.stones[p] >> k & 1)
        lock = match.state.lock[p] - 1
        turned.lock[p] = 0 if lock < 0 else 1 + lock // 3 * 3 + (lock + 1) % 3
    for slot in range(sigil.SLOTS):
        turned.spell[slot // 3 * 3 + (slot + 1) % 3] = match.state.spell[slot]
    traits, box = plain_backend("sigil").functions["traits"], match.box
    alike = hooks.ALIKE.of(match.game)(box)
    told = []
    for state in (match.state, turned):
        notes = [0] * len(hooks.TRAITS.of(match.game)(box))
        traits(box, state, 0, [0] * match.game.max_legal, notes)
        told.append(notes)
    assert told[0] != told[1]
    assert [told[1][k] for k in alike[0]] == told[0]
    assert [told[0][k] for k in alike[1]] == told[1]


def test_a_network_learns_what_came_of_positions_and_what_the_search_promised():
    """Of a rule that traits tell it comes to be nearly sure, on boards that are turned too; what never came up says
    nothing; the network as it is kept gives the same chances."""
    found = game("sigil")
    options = found.options({})
    wanted = training.Configuration("sigil", hidden=8, second=2, batch=128, passes=25.0, rate=0.02, outcome=1.0)
    apprentice = Apprentice(found, options, wanted, Numpy())
    shape, rng = apprentice.shape, np.random.default_rng(2)
    lead = [f.name for f in shape.found.numbers].index("lead")
    traits = np.zeros((1200, len(shape.found.numbers)), np.int16)
    traits[:, lead] = rng.integers(1, 6, len(traits))
    traits[:, 0] = rng.integers(0, 2, len(traits))
    won = traits[:, lead] > 3
    shares = np.stack([won, ~won], 1).astype(np.float32)
    learned, tested = Course(traits, shares, np.full_like(shares, 0.5), np.arange(len(traits)) // 10).tested()
    before = apprentice.loss(tested)
    apprentice.learn(learned)
    assert apprentice.loss(tested) < 0.2 < before
    assert promised_loss(tested) == pytest.approx(math.log(2))
    seen = [node * 2 for node in (0, 13, 26)]  # the rows of own stones on the first node of each zone
    first = np.abs(Numpy().give(apprentice.fit.weights["first"])).sum(1)
    assert (first[seen] > 0).all()
    assert first[1] == 0  # a stone of the opponent there


@pytest.mark.slow
def test_training_on_a_small_board_learns_and_goes_on_where_it_stopped(tmp_path):
    wanted = training.configuration(SMALL, "small")
    found = game("hex")
    first = training.Training(found, wanted, tmp_path / "run", "cpu", threads=1)
    first.run(seconds=0.0)
    assert first.round == 0
    first.run(lambda now: None)
    measured = first.progress.measured[-1]
    assert measured["shares"]["at random"]["share"] > 0.8
    assert (tmp_path / "run" / training.PAGE).read_text("utf8").count("<svg") == 3
    again = training.Training(found, wanted, tmp_path / "run", "cpu", threads=1)
    assert again.over
    assert again.fit.record() == first.fit.record()
    with pytest.raises(HexagoraError, match="another configuration"):
        training.Training(found, replace(wanted, rate=0.5), tmp_path / "run", "cpu")
    again.finish(tmp_path, "hexagora train hex")
    about = json.loads((tmp_path / "network.2.json").read_text("utf8"))
    assert about["needs"] == {"players": 2, "size": 5}
    assert about["made"]["rounds"] == wanted.rounds
    judged = networks.read(found, 2, tmp_path)
    match = position("hex", 4, size=5)
    on = [plain_backend("hex"), wasm_backend("hex")]
    one, other = trees(match, on, tuning(found, judged), judged)
    assert one == other


@pytest.mark.slow
def test_the_same_seed_plays_and_learns_the_same(tmp_path):
    wanted = replace(training.configuration(SMALL, "small"), rounds=2, measure_every=5)
    records = []
    for threads in (1, 2):
        run = training.Training(game("hex"), wanted, tmp_path / str(threads), "cpu", threads=threads)
        run.run()
        records.append(run.fit.record())
    assert records[0] == records[1]
