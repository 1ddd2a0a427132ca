"""What all tests share."""

from hexagora.testing import covers

__all__ = ["WHOLE_RUN", "covers"]

WHOLE_RUN = 600.0  # seconds after which a command that a test runs to its end hangs, however busy the machine is
