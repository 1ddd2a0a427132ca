"""Asked of a worker: what it has imported. This module imports nothing itself."""

import os
import sys


def modules() -> tuple[int, set[str]]:
    return os.getpid(), set(sys.modules)
