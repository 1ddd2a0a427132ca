"""The two functions of `platformdirs` that the house uses: in a browser there is one place. The site has this
file under that name."""

HOME = "/home/pyodide"


def user_cache_dir(name: str) -> str:
    return f"{HOME}/{name}/cache"


def user_data_dir(name: str) -> str:
    return f"{HOME}/{name}/data"
