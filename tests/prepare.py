"""Gets what the tests need from the system, where they may: browsers, a database, a message bus, a proxy.

Says what it installed and what is missing; the tests that need what is missing are skipped with that reason.
"""

import os
import shutil
import subprocess

WANTED = {"chromium": "chromium", "pg_ctlcluster": "postgresql", "redis-server": "redis-server", "nginx": "nginx",
          "firefox-esr": "firefox-esr"}
PATH = os.environ.get("PATH", "") + ":/usr/sbin:/usr/lib/postgresql/bin"


def missing() -> list[str]:
    return [package for command, package in WANTED.items() if not shutil.which(command, path=PATH)]


def main() -> None:
    wanted = missing()
    if not wanted:
        print("tests: browsers, PostgreSQL, Redis and nginx are there")
        return
    if shutil.which("apt-get") and os.geteuid() == 0:
        print(f"tests: installing {', '.join(wanted)}")
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "check": False}
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-q"], env=environment, **quiet)
        subprocess.run(["apt-get", "install", "-y", "-q", "--no-install-recommends", *wanted], env=environment, **quiet)
    for package in missing():
        print(f"tests: {package} is not installed and may not be installed here; its tests will be skipped")


if __name__ == "__main__":
    main()
