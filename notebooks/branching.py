# %% [markdown]
# # Branching factors and lengths of all games
# Random players, a few matches each on the interpreted rules; `python -m bench.properties` takes more.

# %%
import random

import hexagora

MATCHES = 2


# %%
def measured(game, seed):
    """Decisions of players and of chance in one match, and the mean number of choices."""
    dice, match = random.Random(seed), game.match(seed=seed, chance="ask")
    choices, chance = [], 0
    while not match.over:
        legal = match.actions()
        if match.actor < 0:
            chance += 1
        else:
            choices.append(len(legal))
        match.play(dice.choice(legal))
    return len(choices), chance, sum(choices) / len(choices)


# %%
table = {}
for name in hexagora.names():
    played = [measured(hexagora.game(name), seed) for seed in range(MATCHES)]
    table[name] = [sum(column) / MATCHES for column in zip(*played, strict=True)]
    print(f"{name:10} decisions {table[name][0]:7.1f}  of chance {table[name][1]:6.1f}  choices {table[name][2]:5.1f}")
assert all(row[2] > 1 for row in table.values())
