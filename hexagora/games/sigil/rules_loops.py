"""Loops: which positions have been there before.

Every position of a match is remembered, exactly: the one at the start of this turn as it is, the earlier ones as what
each turn changed, on a tape that is read backwards. A turn on the tape is one byte for each node that changed (node,
then one bit for each colour), four bytes for locks and banks if they changed, and a byte that closes it. A tape of what
changed holds three times the turns that a table of whole positions of that size would.
"""

from hexagora.games.sigil.state import BIT_MODULUS, BYTE, FILTER, FILTER_PLACES, RED, TAPE

MOST_BANKED = 1023  # more are not told apart in remembered positions
CHANGES = 63  # the closing byte of a turn: how many nodes changed
REST_CHANGED = 64  # and locks or banks did
ANNOUNCED = 128  # and the position before it had been announced
REST_BYTES = 4
LONGEST_TURN = 44  # bytes: 39 nodes, the rest, the closing byte
RECURRING_BITS = (1 << 60) - 1


def position_rest(s, mover):
    """The rest of a position: who moves, both locks, both banks. Cast counters only go up: what was remembered before
    is forgotten then (SIG-RULING-5)."""
    return (
        mover
        + (s.lock[0] << 1)
        + (s.lock[1] << 5)
        + (s.spent[0] << 9)
        + (s.spent[1] << 10)
        + (min(s.bank[0], MOST_BANKED) << 11)
        + (min(s.bank[1], MOST_BANKED) << 21)
    )


def repeats(box, s):
    """Whether the position after this turn is the one that wins for Blue: the third occurrence, or one that has been
    announced (SIG-LOOP-1, SIG-LOOP-2, SIG-RULING-5)."""
    if s.moved_on == 1:
        return False
    found = occurrences(s, s.stones[0], s.stones[1], position_rest(s, 1 - s.mover))
    if box.claim == 1:
        return found % 2 == 1
    return found // 2 + 1 >= box.loop_limit


def may_announce(box, s):
    """A player may say that the present position has occurred before (SIG-RULING-5)."""
    return box.claim == 1 and s.turn_times > 1 and s.turn_said == 0


def announce(box, s):
    s.turn_said = 1
    ripen(box, s)


def remember_position(box, s):
    """Counts the position at the start of a turn."""
    if s.moved_on == 1:
        forget_positions(s)
    remember(box, s, s.stones[0], s.stones[1], position_rest(s, s.mover))


def remember(box, s, red, blue, rest):
    """A position becomes the present one; the one before it goes onto the tape."""
    before = occurrences(s, red, blue, rest)
    if s.turn_times > 0:
        write_change(box, s, red ^ s.turn_stones[0], blue ^ s.turn_stones[1], rest ^ s.turn_rest)
    s.turn_stones[0] = red
    s.turn_stones[1] = blue
    s.turn_rest = rest
    s.turn_times = before // 2 + 1
    s.turn_said = before % 2
    place = filter_place(red, blue)
    s.met[place >> 5] |= 1 << (place & 31)
    if s.turn_times == 2:
        s.recurring = (s.recurring + (red ^ (blue << 20) ^ (rest << 28))) & RECURRING_BITS
    ripen(box, s)


def ripen(box, s):
    """Whether Blue wins when the present position comes up again at the start of a turn of Red."""
    if s.turn_rest & 1 == RED and (s.turn_said == 1 if box.claim == 1 else s.turn_times + 1 >= box.loop_limit):
        s.ripe = 1


def filter_place(red, blue):
    """A number below FILTER_PLACES: stones that have another one than all remembered stones are new."""
    return (red ^ (blue * 5)) % FILTER_PLACES


def occurrences(s, red, blue, rest):
    """How often a position has occurred, doubled, plus one if it has been announced."""
    place = filter_place(red, blue)
    if s.met[place >> 5] & (1 << (place & 31)) == 0:
        return 0
    red ^= s.turn_stones[0]
    blue ^= s.turn_stones[1]
    rest ^= s.turn_rest
    found = 0
    said = 0
    if red | blue | rest == 0:
        found = 2
        said = s.turn_said + 0
    at = s.written + 0
    while at > 0:
        at -= 1
        closing = byte_at(s, at)
        if closing & REST_CHANGED != 0:
            at -= REST_BYTES
            rest ^= rest_on_tape(s, at)
        rest ^= 1
        for _ in range(closing & CHANGES):
            at -= 1
            change = byte_at(s, at)
            red ^= (change & 1) << (change >> 2)
            blue ^= ((change >> 1) & 1) << (change >> 2)
        if red | blue | rest == 0:
            found += 2
            said |= closing // ANNOUNCED
    return found + said


def rest_on_tape(s, at):
    rest = 0
    for k in range(REST_BYTES):
        rest |= byte_at(s, at + k) << (8 * k)
    return rest


def byte_at(s, at):
    """The tape is kept eight bytes a word."""
    return (s.tape[at >> 3] >> (8 * (at & 7))) & BYTE


def put_byte(s, at, byte):
    """Onto a part of the tape that is empty; the last byte of a word carries its sign."""
    if at & 7 == 7 and byte > BYTE // 2:
        byte -= BYTE + 1
    s.tape[at >> 3] += byte << (8 * (at & 7))


def write_change(box, s, reds, blues, rest):
    """What a turn changed, at the end of the tape. The mover changes with every turn."""
    if s.written + LONGEST_TURN > TAPE:
        forget_older_half(s)
    at = s.written + 0
    nodes = reds | blues
    closing = 0
    while nodes != 0:
        one = nodes & -nodes
        node = box.node_at[one % BIT_MODULUS] + 0
        put_byte(s, at, (node << 2) | (reds >> node & 1) | ((blues >> node & 1) << 1))
        at += 1
        closing += 1
        nodes &= nodes - 1
    rest ^= 1
    if rest != 0:
        for k in range(REST_BYTES):
            put_byte(s, at + k, (rest >> (8 * k)) & BYTE)
        at += REST_BYTES
        closing += REST_CHANGED
    put_byte(s, at, closing + ANNOUNCED * s.turn_said)
    s.written = at + 1


def forget_positions(s):
    """None of the remembered positions can come back."""
    for k in range((s.written + 7) >> 3):
        s.tape[k] = 0
    for k in range(FILTER):
        s.met[k] = 0
    s.written = 0
    s.turn_times = 0
    s.turn_said = 0
    s.recurring = 0
    s.ripe = 0


def forget_older_half(s):
    """Only after thousands of turns without a counted spell: the tape is full."""
    first = s.written + 0
    while first > TAPE // 2:
        closing = byte_at(s, first - 1)
        first -= 1 + (closing & CHANGES) + (REST_BYTES if closing & REST_CHANGED != 0 else 0)
    kept = s.written - first
    for k in range(kept):
        if k & 7 == 0:
            s.tape[k >> 3] = 0  # what stood there has been read
        put_byte(s, k, byte_at(s, first + k))
    for k in range((kept + 7) >> 3, (s.written + 7) >> 3):
        s.tape[k] = 0
    s.written = kept
