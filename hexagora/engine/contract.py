"""The contract of a game: what its rules must offer. This text is the specification.

Rules are plain functions over two records: `box`, what is in the box and never changes during a match, and `s`, the
state. They are written in the rules subset (see `subset.py`) so that they run interpreted, compiled and on a GPU.
A game's `rules` module defines the functions of this module that have no body here, and may define the others.
Players are numbers from 0; `viewer` is a player, or `SPECTATOR` for somebody without a seat. An action is an integer
from 0 to the game's `actions - 1`; chance outcomes are actions too. `out` is a buffer of the game's `max_legal` places.
"""

from hexagora.engine.rng import below

CHANCE = -1  # to_act: a die, a draw or a shuffle decides
OVER = -2  # to_act: the match has ended
SPECTATOR = -1  # viewer: sees what everybody sees
WIN = 60  # the whole of a result; a win shared by n players gives WIN / n to each


def deal(box, s):
    """Fills a state of zeros with the position before the first decision. Shuffles and set-up choices are decisions."""
    raise NotImplementedError


def to_act(box, s):
    """The player who decides now, or CHANCE, or OVER. Never changes the state."""
    raise NotImplementedError


def legal(box, s, out):
    """Writes the legal actions into `out`, ascending, and returns how many; at least one unless the match is over.

    At a chance node these are the possible outcomes. Never changes the state. On a state hidden from the player to
    act it must still work and lists what the viewer can know.
    """
    raise NotImplementedError


def apply(box, s, a):
    """Makes one decision. `a` must be legal; nothing is checked here."""
    raise NotImplementedError


def returns(box, s, out):
    """Writes each player's share of the result, in parts of WIN, when the match is over; zeros before."""
    raise NotImplementedError


def scores(box, s, out):
    """Writes each player's score so far in the game's own points."""
    returns(box, s, out)


def chances(box, s, out):
    """Writes the weights (positive integers) of the outcomes that `legal` lists at a chance node."""
    n = legal(box, s, out)
    for i in range(n):
        out[i] = 1
    return n


def hide(box, s, viewer):
    """Blanks everything that the viewer may not know. Hiding twice is hiding once."""
    return


def resample(box, s, viewer, rng):
    """Replaces, in a state hidden from `viewer`, all that the viewer cannot know by a random draw that is consistent
    with everything the viewer has seen. Hiding the result again gives the hidden state back."""
    return


def seen(box, s, a, viewer):
    """The action as the viewer sees it happen in state `s`: `a` itself, or the action that stands for "something
    unseen" of that sort. Equal for all states that the viewer cannot tell apart."""
    return a


def pick(box, s, out, rng):
    """A legal action of the player to act, drawn uniformly. A game may do it without listing all of them."""
    return out[below(rng, legal(box, s, out))]
