"""The rules against their plain second formulation, in cities made at random and in what is played from there."""

import random

import pytest

from hexagora.games.hexemonia.invariants import broken
from tests.hexemonia.helpers import GAME, at, node
from tests.hexemonia.plain import HEXES, MYTHS, NEAR, PLANE, Plain

OTHER_READINGS = {"exchange": "unlimited", "myth_limit": "per_game", "excess": "active_only", "shield_self": True,
                  "philosopher_counts": "city_and_myths", "rings": "first", "tris_needs_active": True,
                  "delphi_counts_itself": True}
MODES = [{"players": 2}, {"players": 2, "revolts": True}, {"players": 3}, {"players": 4},
         {"players": 2, **OTHER_READINGS}, {"players": 4, **OTHER_READINGS},
         {"players": 3, **OTHER_READINGS, "supply": "unlimited"}]
STEPS = 14  # decisions played from each position


def some_city(rng, pool, myths, cubes):
    """Hexes in one piece, with about the cubes that they need, and Myths on hosts of their nature."""
    cells, names = ["o"], {}
    for _ in range(min(rng.choice((0, 3, 6, 9, 12)), len(pool) // 3)):
        near = {c for cell in cells for c in NEAR[cell] if c in PLANE and c[0] in "abc"} - set(cells)
        nearest = sorted(sorted(near), key=lambda c: (c[0] if rng.random() < 0.8 else "", rng.random()))
        free = [name for name in pool if HEXES[name].colour != "polis" or name not in names.values()]
        cells.append(nearest[0])
        names[nearest[0]] = rng.choice(free)
        pool.remove(names[nearest[0]])
    city = [f"o {rng.randrange(4)}/{rng.randrange(2)}/{rng.randrange(3)}"]
    for cell, name in names.items():
        more = rng.choice(((-9,), (0,), (0, 0, 1), (0, 0, 2)))
        cost = HEXES[name].cost.numbers()
        here = [min(max(0, n + rng.choice(more)), left) for n, left in zip(cost, cubes, strict=True)]
        cubes[:] = [left - n for left, n in zip(cubes, here, strict=True)]
        city.append(f"{cell} {name} {here[0]}/{here[1]}/{here[2]}")
    hosts = [(m, c) for m in myths for c, name in names.items() if HEXES[name].nature == HEXES[m].nature]
    tokens = dict(rng.sample(hosts, min(len(hosts), rng.randrange(4))))
    for myth in tokens:
        myths.remove(myth)
    return [*city, *(f"{myth}@{cell}" for myth, cell in tokens.items())]


def some_position(rng, where, options):
    """A match with random cities and hands, at the beginning of a turn's decisions."""
    players = options["players"]
    pool = [h.id for h in GAME.content.hex for _ in range(h.in_use(players))]
    myths = [name for name in pool if name in MYTHS]
    pool = [name for name in pool if name not in MYTHS]
    is_open, cubes = players == 2 or where == "OVER", [48, 26, 42]  # what Acropolises may need is left
    cities = [{"city": some_city(rng, pool, myths, cubes), "open": is_open or rng.random() < 0.5}
              for _ in range(players)]
    for city in cities:
        city["hand"] = [pool.pop(rng.randrange(len(pool))) for _ in range(min(len(pool) // 4, rng.randrange(4)))]
        city["hand"] += [myths.pop() for _ in range(min(len(myths), rng.randrange(2)))]
    told = {"philosopher": f"p{rng.randrange(players) + 1}"} if rng.random() < 0.5 else {}
    return at(where, *cities, turn=f"p{rng.randrange(players) + 1}", players=players, seed=rng.randrange(99),
              options={k: v for k, v in options.items() if k != "players"}, **told)


def plain(match, options):
    return Plain(match.position(), options, match.box.radius)


def one_of_each_sort(rng, texts):
    """Any verb is as likely as any other, however many ways there are to do it."""
    verb = rng.choice(sorted({text.split()[0] for text in texts if text != "pass"} or {"pass"}))
    return rng.choice([text for text in texts if text.startswith(verb)])


every_mode = pytest.mark.parametrize("options", MODES, ids=lambda o: " ".join(map(str, o.values()))[:24])


@every_mode
@pytest.mark.parametrize("where", ["PLAY", "ACTION"])
def test_what_can_be_done(where, options):
    rng = random.Random(f"{where} {options}")
    for _ in range(5):
        match = some_position(rng, where, options)
        for _ in range(STEPS):
            if match.over:
                break
            texts = match.legal()
            assert len(texts) == len(set(texts))
            assert set(texts) == plain(match, options).legal(), match.position()
            match.play(one_of_each_sort(rng, texts))
            assert broken(match.box, match.state) == []


@every_mode
def test_what_is_produced_and_what_a_revolt_leaves(options):
    """Production first, where the supply has enough; then, if the Philosopher changes hands, the Revolts."""
    rng, revolts = random.Random(f"production {options}"), 0
    for _ in range(25):
        match = some_position(rng, "ACTION", options)
        before = plain(match, options)
        match.play("produce")
        if node(match) == "FILL":
            continue
        after = plain(match, options)
        produced, gets = before.produced(), before.gets_philosopher()
        assert after.document["philosopher"] == (before.turn if gets else before.document["philosopher"])
        assert after.cities[before.turn].cubes == produced
        for p, city in before.others.items():
            rebels = gets and match.box.revolts
            revolts += bool(rebels)
            wanted = {c: before.after_revolt(city, c) if rebels and c != "o" else city.cubes[c] for c in city.cubes}
            assert after.cities[p].cubes == wanted
    assert revolts or not match.box.revolts


@every_mode
def test_points_and_winners(options):
    rng = random.Random(f"points {options}")
    for _ in range(25):
        match = some_position(rng, "OVER", options)
        end = plain(match, options)
        assert match.scores == [end.points(p) for p in end.cities]
        ranks = [end.rank(p) for p in end.cities]
        winners = [rank == max(ranks) for rank in ranks]
        assert match.result == pytest.approx([won / sum(winners) for won in winners])
