"""What the lab counts of a match of Sigil: how it ended."""


def reason(box, s):
    return s.reason - 1
