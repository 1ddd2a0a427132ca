"""Gets what the tests need from the system, where they may: browsers, a database, a message bus, a proxy.

Says what it installed and what is missing; the tests that need what is missing are skipped with that reason.
"""

import os
import shutil
import subprocess

WANTED = {"chromium": "chromium", "pg_ctlcluster": "postgresql", "redis-server": "redis-server", "nginx": "nginx",
          "firefox-esr": "firefox-esr"}
LIGHTER = "chromium-headless-shell"  # the same engine without windows: tests of pages cost a third less with it
PATH = os.environ.get("PATH", "") + ":/usr/sbin:/usr/lib/postgresql/bin"


def missing() -> list[str]:
    return [package for command, package in WANTED.items() if not shutil.which(command, path=PATH)]


def install(packages: list[str]) -> None:
    """The lighter browser apart from the others, since not every system has it."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "check": False}
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-q"], env=environment, **quiet)
    for some in filter(None, (packages, [LIGHTER])):
        subprocess.run(["apt-get", "install", "-y", "-q", "--no-install-recommends", *some], env=environment, **quiet)


def main() -> None:
    wanted = missing()
    if not wanted and shutil.which(LIGHTER, path=PATH):
        print("tests: browsers, PostgreSQL, Redis and nginx are there")
        return
    if shutil.which("apt-get") and os.geteuid() == 0:
        print(f"tests: installing {', '.join([*wanted, LIGHTER])}")
        install(wanted)
    for package in missing():
        print(f"tests: {package} is not installed and may not be installed here; its tests will be skipped")


if __name__ == "__main__":
    main()
