"""What all tests share."""

import pytest

covers = pytest.mark.covers
