# %% [markdown]
# # A learning curve
# The smallest learner there is: one layer of weights from what the seat sees to its actions, made likelier when the
# match was won (REINFORCE), with NumPy alone. The second seat of Hex 3×3 against random players.

# %%
import numpy as np

import hexagora

COUNT, ROUNDS, STEPS = 512, 40, 12
vector = hexagora.game("hex").vector(COUNT, size=3, swap=False, seed=1, seats=np.ones(COUNT, np.int64))
rng = np.random.default_rng(1)
actions = 9
weights = np.zeros((vector.catalogue.size, actions))


# %%
def chances(seen, mask):
    logits = np.where(mask[:, :actions], seen @ weights, -1e9)
    likely = np.exp(logits - logits.max(axis=1, keepdims=True))
    return likely / likely.sum(axis=1, keepdims=True)


def play_round():
    """Plays some steps of all matches; what was seen, how likely each action was, what was played, what came of it."""
    steps = []
    for _ in range(STEPS):
        seen, mask = vector.observe(), vector.mask()
        likely = chances(seen, mask)
        chosen = (likely.cumsum(axis=1) > rng.random((COUNT, 1))).argmax(axis=1)
        vector.step(chosen)
        steps.append((seen, likely, chosen, np.where(vector.done, 2 * vector.returns[:, 1] - 1, np.nan)))
    return steps


# %%
curve = []
for _ in range(ROUNDS):
    steps = play_round()
    results = np.array([result for *_, result in steps])
    curve.append(float((results == 1).sum() / np.isfinite(results).sum()))
    gain, change = np.zeros(COUNT), np.zeros_like(weights)
    for seen, likely, chosen, result in reversed(steps):
        gain = np.where(np.isnan(result), gain, result)
        wanted = -likely
        wanted[np.arange(COUNT), chosen] += 1
        change += seen.T @ (wanted * (gain - np.nanmean(results))[:, None])
    weights += 3.0 * change / (COUNT * STEPS)
print("won, by round:", " ".join(f"{rate:.0%}" for rate in curve[::5]), f"{curve[-1]:.0%}")
assert curve[-1] > curve[0] + 0.15
