"""TorchRL, RLlib, JAX and Ray: in the environment of `make test-research`, where they are installed."""

import json
import os
import re
import signal
import subprocess
import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import hexagora
from hexagora.bots import arena
from hexagora.bots.spread import HERE, spread
from hexagora.engine.errors import HexagoraError
from hexagora.research.record import Plan, record

EXAMPLES = Path(hexagora.__file__).parents[1] / "examples"


def needs(package):
    return pytest.mark.skipif(find_spec(package) is None,
                              reason=f"{package} is installed by make test-research, in an environment of its own")


@needs("torchrl")
@pytest.mark.parametrize(("name", "options"), [("hex", {"size": 3}), ("manapool", {})])
def test_torchrl_accepts_the_environment(name, options):
    import torch
    from torchrl.envs.utils import check_env_specs

    from hexagora.research import torchrl

    env = torchrl.env(name, 8, seed=3, **options)
    check_env_specs(env)
    torch.manual_seed(1)
    played = env.rollout(60, break_when_any_done=False)
    reward, done = played["next", "reward"], played["next", "done"]
    assert done.any() or name != "hex"
    assert (reward[~done] == 0).all()
    chosen = played["action_mask"].gather(-1, played["action"].unsqueeze(-1))
    assert chosen.all(), "random actions are legal"
    runs = []
    for _ in range(2):
        env.set_seed(5)
        torch.manual_seed(5)
        runs.append(env.rollout(10)["observation"])
    assert torch.equal(*runs)


@needs("ray")
def test_rllib_gets_the_mask_with_the_observation():
    from gymnasium.utils.env_checker import check_env

    from hexagora.research import rllib

    env = rllib.env({"game": "hex", "size": 3})
    check_env(env, skip_render_check=True)
    seen, _ = env.reset(seed=1)
    assert seen["action_mask"].sum() == 9


def won(script, rounds):
    """The winning rates that an example prints first and last."""
    told = subprocess.run([sys.executable, EXAMPLES / script, str(rounds)], capture_output=True, text=True,
                          check=False, env={**os.environ, "OMP_NUM_THREADS": "1"})
    assert told.returncode == 0, told.stderr[-2000:]
    rates = [int(x) for x in re.findall(r"won .*: (\d+)%", told.stdout)]
    return rates[0], rates[-1]


@needs("torchrl")
def test_the_torchrl_example_learns():
    before, after = won("torchrl_hex.py", 40)
    assert after >= before + 25


@needs("ray")
def test_the_rllib_example_learns():
    before, after = won("rllib_hex.py", 12)
    assert after >= before + 20


@needs("flax")
def test_openspiels_alphazero_runs_unchanged():
    """Its actors are processes of their own; every step has collected matches and fitted the network to them."""
    told = subprocess.run([sys.executable, EXAMPLES / "alphazero_hex.py", "2"], capture_output=True, text=True,
                          check=False, env={**os.environ, "OMP_NUM_THREADS": "1"})
    assert told.returncode == 0, told.stderr[-2000:]
    steps = re.findall(r"step (\d): (\d+) positions, loss (\d+\.\d+)", told.stdout)
    assert [step for step, *_ in steps] == ["1", "2"]
    assert 0 < int(steps[0][1]) < int(steps[1][1])


@needs("jax")
def test_jax_takes_arrays_of_a_vector_without_a_copy():
    import jax

    vector = hexagora.game("hex").vector(4, size=3)
    seen = vector.observe()
    assert (np.asarray(jax.dlpack.from_dlpack(seen)) == seen).all()


@needs("ray")
def test_a_cluster_gives_the_same_dataset(tmp_path):
    plan = Plan("hex", hexagora.game("hex").options({"size": 3}), matches=4, looks=20, shard=2)
    record(plan, tmp_path / "here")
    record(plan, tmp_path / "there", ray=HERE)
    here, there = ({p.name: p.read_bytes() for p in (tmp_path / f).iterdir()} for f in ("here", "there"))
    assert here == there


@needs("ray")
def test_a_cluster_gives_the_same_arena():
    """Of contenders whose decisions do not hang on the clock."""
    played = []
    for ray in (None, HERE):
        found = arena.run("hex", ["random", "random:other"], 12, options={"size": 3}, ray=ray)
        played.append(sorted((p.number, tuple(p.seats), tuple(p.shares), p.decisions) for p in found.played))
    assert played[0] == played[1]


def killed_once(marker, part):
    """Kills its own worker the first time, as the end of a machine would."""
    if part == 2 and not marker.exists():
        marker.write_text("")
        os.kill(os.getpid(), signal.SIGKILL)
    return part * 10


def nothing():
    pass


@needs("ray")
def test_losing_a_worker_of_a_cluster_loses_nothing(tmp_path):
    found = spread(partial(killed_once, tmp_path / "killed"), range(5), nothing, ray=HERE)
    assert sorted(found) == [0, 10, 20, 30, 40]
    assert (tmp_path / "killed").exists()


@pytest.mark.skipif(find_spec("ray") is not None, reason="Ray is installed here")
def test_without_ray_the_error_says_how_to_get_it():
    with pytest.raises(HexagoraError, match=re.escape("pip install 'hexagora[ray]'")):
        list(spread(json.dumps, [1], nothing, ray=HERE))
