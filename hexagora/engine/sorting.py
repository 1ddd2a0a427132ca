"""What a game may say of its decisions for those who make many of them side by side (`gpu_sorting.py`)."""


def sort_of(box, s):
    """The sort of a decision, from 0: decisions of one sort take the same way through the rules."""
    return 0
