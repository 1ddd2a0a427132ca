"""OpenSpiel's own AlphaZero on Hex 3x3 of ours: `python examples/alphazero_hex.py [STEPS]`.

Needs JAX, Flax, Optax, Chex and Orbax beside `hexagora[openspiel]`: the environment of `make test-research` has all of
them. OpenSpiel starts its actors as new processes, which load the game by its name.
"""

import json
import sys
import tempfile
from pathlib import Path

from open_spiel.python.algorithms.alpha_zero import alpha_zero

import hexagora.research.openspiel  # noqa: F401 (registers the games)

GAME = "hexagora_hex(size=3,swap=false)"


def configuration(folder: str, steps: int) -> alpha_zero.Config:
    return alpha_zero.Config(
        game=GAME, path=folder, learning_rate=1e-2, weight_decay=1e-4, decouple_weight_decay=False, train_batch_size=64,
        replay_buffer_size=512, replay_buffer_reuse=4, max_steps=steps, checkpoint_freq=steps, actors=1, evaluators=1,
        uct_c=1.41, max_simulations=12, policy_alpha=1.0, policy_epsilon=0.25, temperature=1, temperature_drop=2,
        evaluation_window=20, eval_levels=2, nn_api_version="linen", nn_model="mlp", nn_width=64, nn_depth=2,
        observation_shape=None, output_size=None, quiet=True, verbose=False)


def main() -> None:
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    with tempfile.TemporaryDirectory() as folder:
        alpha_zero.alpha_zero(configuration(folder, steps))
        told = [json.loads(line) for line in (Path(folder) / "learner.jsonl").read_text().splitlines()]
    for step in told:
        print(f"step {step['step']}: {step['total_states']} positions, loss {step['loss']['sum']:.3f}")


if __name__ == "__main__":
    main()
