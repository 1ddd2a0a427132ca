"""Measures all peers, or those named on the command line, one after the other."""

from __future__ import annotations

import argparse
import json

from bench.peers import PEERS, PeerMissing, run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peers", nargs="*", metavar="peer", help=f"from {', '.join(PEERS)}; all when none is named")
    parser.add_argument("--seconds", type=float, default=3.0)
    args = parser.parse_args()
    unknown = set(args.peers) - set(PEERS)
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(PEERS)}")
    for peer in args.peers or PEERS:
        try:
            print(json.dumps(run(peer, args.seconds)), flush=True)
        except PeerMissing as missing:
            print(json.dumps({"name": peer, "missing": str(missing)}), flush=True)


if __name__ == "__main__":
    main()
