"""`python -m hexagora.server`: serves with the settings of the environment (HEXAGORA_…; see docs/operate.md). For
options on the command line there is `hexagora serve`."""

import argparse
import sys

from hexagora.engine.errors import HexagoraError
from hexagora.server.main import run

if __name__ == "__main__":
    argparse.ArgumentParser(prog="python -m hexagora.server", description=__doc__).parse_args()
    try:
        run()
    except HexagoraError as e:
        sys.exit(str(e))
