"""pgx, hex 11x11, random legal play on the CPU: 1024 games at once, vmap + jit + lax.scan with automatic reset.

`--choice uniform` takes the legal action with the largest uniform random number, `stock` is pgx's own `act_randomly`
(a categorical draw). Compilation is not counted. XLA uses several threads: compare per CPU second and per wall second.
"""

from __future__ import annotations

import os

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import act_randomly, auto_reset

from bench.peers import report

BATCH = 1024
LENGTH = 32  # steps of each of the games in one call


def uniform_choice(key: jax.Array, mask: jax.Array) -> jax.Array:
    """A random legal action for each game of the batch."""
    return jnp.argmax(jnp.where(mask, jax.random.uniform(key, mask.shape), -1.0), axis=-1)


def main() -> None:
    args = report.arguments(__doc__, choice=["uniform", "stock"])
    choose = uniform_choice if args.choice == "uniform" else act_randomly
    env = pgx.make("hex")
    step = jax.vmap(auto_reset(env.step, env.init))

    def advance(carry: tuple, _: None) -> tuple[tuple, jax.Array]:
        state, key = carry
        key, choice_key, reset_key = jax.random.split(key, 3)
        action = choose(choice_key, state.legal_action_mask)
        state = step(state, action, jax.random.split(reset_key, BATCH))
        return (state, key), state.terminated.sum()

    @jax.jit
    def run(carry: tuple) -> tuple[tuple, jax.Array]:
        carry, ended = jax.lax.scan(advance, carry, None, length=LENGTH)
        return carry, ended.sum()

    key = jax.random.PRNGKey(17)
    carry = (jax.jit(jax.vmap(env.init))(jax.random.split(key, BATCH)), key)

    def chunk() -> tuple[float, float]:
        nonlocal carry
        carry, ended = run(carry)
        return BATCH * LENGTH, int(ended)

    note = f"batch {BATCH}, {args.choice} choice, {os.cpu_count()} CPU threads at most, compilation not counted"
    report.measure("pgx hex 11x11, CPU", note, args.seconds, chunk)


if __name__ == "__main__":
    main()
