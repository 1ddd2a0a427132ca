"""Reads QR codes (ISO/IEC 18004) as a phone does once it has found them: versions 1 to 8, texts in bytes. Nothing is
put right on the way: a code with a single wrong module is refused."""

import re
from collections.abc import Iterator

Rows = list[list[bool]]  # True where a module is dark

BYTES = 4  # the mode of a text in bytes
LEVELS = {1: "L", 0: "M", 3: "Q", 2: "H"}
# by version: correction bytes of a block, and blocks, for each level
BLOCKS = [{}, {"L": (7, 1), "M": (10, 1), "Q": (13, 1), "H": (17, 1)},
          {"L": (10, 1), "M": (16, 1), "Q": (22, 1), "H": (28, 1)},
          {"L": (15, 1), "M": (26, 1), "Q": (18, 2), "H": (22, 2)},
          {"L": (20, 1), "M": (18, 2), "Q": (26, 2), "H": (16, 4)},
          {"L": (26, 1), "M": (24, 2), "Q": (18, 4), "H": (22, 4)},
          {"L": (18, 2), "M": (16, 4), "Q": (24, 4), "H": (28, 4)},
          {"L": (20, 2), "M": (18, 4), "Q": (18, 6), "H": (26, 5)},
          {"L": (24, 2), "M": (22, 4), "Q": (22, 6), "H": (26, 6)}]  # fmt: skip
ALIGNED = [[], [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42]]
FORMAT_MASK, FORMAT_DIVISOR = 0b101010000010010, 0b10100110111
MASKS = [lambda i, j: (i + j) % 2, lambda i, _: i % 2, lambda _, j: j % 3, lambda i, j: (i + j) % 3,
         lambda i, j: (i // 2 + j // 3) % 2, lambda i, j: i * j % 2 + i * j % 3,
         lambda i, j: (i * j % 2 + i * j % 3) % 2, lambda i, j: ((i + j) % 2 + i * j % 3) % 2]  # fmt: skip


def decoded(rows: Rows) -> str:
    """The text of a code, without its border."""
    version = (len(rows) - 17) // 4
    assert len(rows) == 17 + 4 * version == len(rows[0])
    level, mask = _format(rows)
    words = _words(rows, version, mask)
    data = [word for block in _blocks(words, *BLOCKS[version][level]) for word in block]
    bits = "".join(f"{word:08b}" for word in data)
    assert int(bits[:4], 2) == BYTES
    length = int(bits[4:12], 2)
    return bytes(int(bits[12 + 8 * k : 20 + 8 * k], 2) for k in range(length)).decode()


def _format(rows: Rows) -> tuple[str, int]:
    """The level of correction and the mask, which are written twice."""
    size = len(rows)
    near = [rows[8][c] for c in (0, 1, 2, 3, 4, 5, 7, 8)] + [rows[r][8] for r in (7, 5, 4, 3, 2, 1, 0)]
    far = [rows[size - 1 - k][8] for k in range(7)] + [rows[8][size - 8 + k] for k in range(8)]
    assert near == far
    assert rows[size - 8][8]  # always dark
    value = int("".join(str(int(bit)) for bit in near), 2) ^ FORMAT_MASK
    rest = value
    for k in range(14, 9, -1):
        rest ^= (FORMAT_DIVISOR << (k - 10)) * (rest >> k & 1)
    assert rest == 0
    return LEVELS[value >> 13], value >> 10 & 7


def _words(rows: Rows, version: int, mask: int) -> list[int]:
    """All bytes, read upwards and downwards in columns of two from the right."""
    bits = [rows[r][c] ^ (MASKS[mask](r, c) == 0) for r, c in _path(len(rows)) if not _is_pattern(version, r, c)]
    return [int("".join(str(int(bit)) for bit in bits[k : k + 8]), 2) for k in range(0, len(bits) - 7, 8)]


def _path(size: int) -> Iterator[tuple[int, int]]:
    columns = [c for c in range(size - 1, 0, -2) if c > 6] + [5, 3, 1]
    for k, right in enumerate(columns):
        for r in range(size) if k % 2 else range(size - 1, -1, -1):
            yield r, right
            yield r, right - 1


def _is_pattern(version: int, r: int, c: int) -> bool:
    """Whether a module holds no data: the corners with their format, the dotted lines, the marks in between, and the
    version."""
    size, marks = 17 + 4 * version, ALIGNED[version]
    corner = (r < 9 and (c < 9 or c >= size - 8)) or (r >= size - 8 and c < 9)
    mark = any(abs(r - y) <= 2 and abs(c - x) <= 2 for y in marks for x in marks
               if (y, x) not in ((6, 6), (6, marks[-1]), (marks[-1], 6)))
    told = version >= 7 and ((r < 6 and c >= size - 11) or (c < 6 and r >= size - 11))
    return corner or mark or told or 6 in (r, c)


def _blocks(words: list[int], extra: int, count: int) -> list[list[int]]:
    """The data of each block; its correction bytes must fit."""
    data = len(words) - extra * count
    sizes = [data // count + (k >= count - data % count) for k in range(count)]
    places = [k for turn in range(max(sizes)) for k in range(count) if turn < sizes[k]]
    blocks: list[list[int]] = [[] for _ in range(count)]
    for k, word in zip(places, words, strict=False):
        blocks[k].append(word)
    for k in range(count):
        whole = blocks[k] + words[data + k :: count]
        assert all(_at(whole, power) == 0 for power in range(extra)), "a module is wrong"
    return blocks


def _times(a: int, b: int) -> int:
    product = 0
    for k in range(8):
        product ^= (a << k) * (b >> k & 1)
    for k in range(14, 7, -1):
        product ^= (0x11D << (k - 8)) * (product >> k & 1)
    return product


def _at(block: list[int], power: int) -> int:
    """The value of a block, taken as a polynomial, at a power of two; zero where nothing is wrong."""
    place = 1
    for _ in range(power):
        place = _times(place, 2)
    value = 0
    for word in block:
        value = _times(value, place) ^ word
    return value


# pictures of codes


def from_terminal(lines: list[str], border: int) -> Rows:
    """Blocks are light, two rows in a line."""
    light = [[(c in "█▀", c in "█▄") for c in line] for line in lines]
    rows = [[not pair[half] for pair in line] for line in light for half in (0, 1)]
    size = len(rows[0])
    return [row[border : size - border] for row in rows[border : size - border]]


def from_svg(text: str) -> Rows:
    """A drawing by strokes along the rows on a light square."""
    size, border = int(re.findall(r'viewBox="0 0 (\d+)', text)[0]), 2
    rows = [[False] * size for _ in range(size)]
    x = y = 0.0
    for command, numbers in re.findall(r"([Mmh])([-0-9. ]+)", re.findall(r'stroke="#000" d="([^"]+)', text)[0]):
        values = [float(v) for v in numbers.split()]
        if command == "h":
            for column in range(int(x), int(x + values[0])):
                rows[int(y)][column] = True
            x += values[0]
        else:
            x, y = values if command == "M" else (x + values[0], y + values[1])
    return [row[border : size - border] for row in rows[border : size - border]]
