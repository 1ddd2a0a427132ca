"""`python -m hexagora.server.health`: asks the server of this machine whether it is ready; exit code 1 if not. For the
health check of a container, with the settings of the environment."""

import sys
import urllib.error
import urllib.request

from hexagora.server.settings import from_environment

READY = "/readyz"
ASK_SECONDS = 4


def main() -> None:
    chosen = from_environment()
    port = chosen.watch_port or chosen.port
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{READY}", timeout=ASK_SECONDS) as answer:
            print(answer.read().decode())
    except urllib.error.HTTPError as e:
        sys.exit(e.read().decode())
    except OSError as e:
        sys.exit(f"port {port} does not answer: {e}")


if __name__ == "__main__":
    main()
