"""`python -m hexagora.server`: serves with the settings of the environment."""

import sys

from hexagora.engine.errors import HexagoraError
from hexagora.server.main import run

if __name__ == "__main__":
    try:
        run()
    except HexagoraError as e:
        sys.exit(str(e))
