# %% [markdown]
# # Strength against thinking time
# The same search with four times the looks at each decision, on Hex 5×5: how often does it win? Looks instead of
# seconds, so that the result is the same on every machine.

# %%
import itertools

import hexagora
from hexagora.bots.search import Search, backend
from hexagora.bots.view import view_of

MATCHES = 10
LOOKS = (4, 16, 64)


# %%
def winner(looks_of_seats, seed):
    """The seat (from 1) that wins a match of two searches with so many looks each."""
    match = hexagora.game("hex").match(seed=seed, size=5, swap=False)
    searches = {}
    while not match.over:
        seat = match.actor + 1
        view = view_of(match, seat)
        if seat in searches:
            searches[seat].look_at(view)
        else:
            searches[seat] = Search(view, backend("hex", wait=True), seed * 2 + seat)
        searches[seat].think(1e9, looks_of_seats[seat - 1])
        match.play(searches[seat].choices()[0].action)
    return 1 + match.result.index(1)


# %%
rates = []
for less, more in itertools.pairwise(LOOKS):
    wins = sum(winner((more, less), k) == 1 for k in range(MATCHES))
    wins += sum(winner((less, more), k) == 2 for k in range(MATCHES))
    rates.append(wins / (2 * MATCHES))
    print(f"{more} looks against {less}: won {rates[-1]:.0%} of {2 * MATCHES}")
assert sum(rates) / len(rates) > 0.5
