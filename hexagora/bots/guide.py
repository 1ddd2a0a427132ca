"""What a game may tell a search: rules of thumb, written like rules. A game's `heuristics` module defines some of
these functions; those it leaves out are taken from here and say nothing.

They must never be needed for correctness: a search without them plays the same game, only not as well.
"""

from hexagora.engine.contract import WIN, pick, scores

SURE = 6000  # the whole of a winning chance
PART = SURE // WIN  # what one part of a result is worth
UNTIL_THE_END = 1 << 20
PLAIN = 10  # the appeal of a choice about which nothing is known


def appeal(box, s, a):
    """How promising an action of the player to act looks at first sight; PLAIN on average, at least 1."""
    return PLAIN


def study(box, s):
    """Called before the actions of one position are asked for their appeal; may note something in fields of the state
    that are free for it."""
    return


def unstudy(box, s):
    """Called after that: leaves the state as it was before `study`."""
    return


def suggest(box, s, out, rng):
    """The action of the player to act in a play-out."""
    return pick(box, s, out, rng)


def horizon(box):
    """Decisions of a play-out after which it is cut off and evaluated; 0 evaluates at once (see `settled`)."""
    return UNTIL_THE_END


def settled(box, s):
    """Whether a position can be evaluated well, as between two turns. A play-out at its horizon goes on until it can,
    at most for `tree.LONGEST_SETTLING` decisions; with a horizon of 0 it so plays the rest of the turn."""
    return True


def sameness(box, s):
    """A number from 1 to 2**62 that is equal for positions that go on alike, so that a search may take them for one;
    0 where only equal states do."""
    return 0


def evaluate(box, s, out):
    """Writes each player's winning chance, in parts of SURE, in a position that is not over: by the scores so far,
    halfway between equal chances and shares in proportion to the lead over the last."""
    players = int(box.players)
    scores(box, s, out)
    least = int(out[0])
    for p in range(1, players):
        least = min(least, int(out[p]))
    total = 0
    for p in range(players):
        total += out[p] - least + 1
    for p in range(players):
        out[p] = SURE // (2 * players) + (out[p] - least + 1) * SURE // (2 * total)


def may_win(box, s):
    """Whether the player to act may still win before anybody else decides; False only where it is certain that no way
    to go on does."""
    return True


def rollout(box, s, out, rng):
    """A short way to the end of a play-out with the same chances as `suggest` step by step; returns the number of
    decisions it stands for, or -1 where there is no short way and nothing was changed."""
    return -1


def maker(box, s, a):
    """After a `rollout` by the short way: the player who made action `a` in it, or -1."""
    return -1
