"""What always holds in Mana Pool."""


from hexagora.games.manapool.state import EMPTY, FINISHED, PLAYERS, SPAWNER, Box, State


def broken(box: Box, s: State) -> list[str]:
    found = []
    for p in range(PLAYERS):
        cells = [c for c in range(box.cells) if s.owner[c] == p + 1]
        if cells != list(s.token[p])[: s.tokens[p]] or any(list(s.token[p])[s.tokens[p] :]):
            found.append(f"the tokens of player {p} are not where the board has them")
        if s.bonus_actions[p] != sum(box.extra_action[c] for c in cells):
            found.append(f"the extra actions of player {p} are not those of the tiles held")
        if s.bonus_spawns[p] != sum(box.extra_spawn[c] for c in cells):
            found.append(f"the extra spawns of player {p} are not those of the tiles held")
        if s.tokens[p] > box.token_limit:
            found.append(f"player {p} has more tokens than the limit")
        if s.home[p] and s.owner[box.corner[s.home[p] - 1]] != SPAWNER:
            found.append(f"the spawner of player {p} is gone")
    if any(s.owner[c] != EMPTY for c in range(box.cells) if box.missing[c]):
        found.append("something stands where there is no hex")
    if (s.phase == FINISHED) != bool(s.winners):
        found.append("over and won must go together")
    return found
