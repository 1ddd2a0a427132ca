"""EnvPool, 2048 on its board of sixteen squares: random legal play, 1024 boards at once on one thread, with observation
and mask. It is the board game of EnvPool that is nearest to ours: one move, one board, a mask of what is allowed.
"""

from __future__ import annotations

import envpool
import numpy as np

from bench.peers import report

BATCH = 1024
STEPS = 32  # of each of the boards in one call


def main() -> None:
    args = report.arguments(__doc__)
    env = envpool.make("Game2048-v1", env_type="gymnasium", num_envs=BATCH, num_threads=1, seed=17)
    rng = np.random.default_rng(17)
    seen, _ = env.reset()

    def chunk() -> tuple[float, float]:
        nonlocal seen
        ended = 0
        for _ in range(STEPS):
            mask = seen["action_mask"]
            choice = np.argmax(np.where(mask, rng.random(mask.shape, dtype=np.float32), -1.0), axis=1)
            seen, _, over, cut, _ = env.step(choice.astype(np.int32))
            ended += int((over | cut).sum())
        return BATCH * STEPS, ended

    report.measure("EnvPool 2048", f"batch {BATCH}, one thread, automatic reset", args.seconds, chunk)


if __name__ == "__main__":
    main()
