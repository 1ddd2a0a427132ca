"""Hexagora without a server: a folder of files that any web space can serve.

`build.py` writes the folder, `supplies.py` fetches what others made for it (Python for browsers). The rest runs inside
the browser: `house.py` answers what a server would answer, over `shelf.py`, which keeps matches in the browser, and
`thoughts.py`, which lets bots think in workers of their own. `web/` holds the few files that a server does not have.
"""
