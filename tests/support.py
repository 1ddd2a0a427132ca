"""What all tests share."""

from hexagora.testing import covers

__all__ = ["covers"]
