# %% [markdown]
# # First steps
# A game, a match, what a seat sees, and many matches at once.

# %%
import numpy as np

import hexagora

hexagora.names()

# %%
match = hexagora.game("sigil").match(seed=7)
for _ in range(10):
    match.play(match.actions()[0])
[choice.text for choice in match.choices()][:5]

# %% [markdown]
# What a seat sees is a vector: channels of each cell, then numbers beside the board. Every one has a name.

# %%
observer = hexagora.game("sigil").observer()
seen = observer.vector(match.state, seat=0)
board, numbers = observer.split(seen)
print(board.shape, numbers.shape, [feature.name for feature in observer.catalogue.planes][:4])

# %% [markdown]
# Many matches at once, without Python in the loop; they restart by themselves.

# %%
vector = hexagora.game("hex").vector(256, size=5, seed=7)
ended, won = 0, np.zeros(2)
for _ in range(200):
    vector.step(vector.random_actions())
    ended += int(vector.done.sum())
    won += vector.returns.sum(axis=0)
print(ended, "matches; won by seat:", won / ended)
assert ended > 500
