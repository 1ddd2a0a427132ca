"""Every notebook runs from its first cell to its last; `make test-research` runs them in a kernel."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

from tests.notebooks import FOLDER, notebook

NAMES = sorted(path.stem for path in FOLDER.glob("*.py"))
RESEARCH = bool(os.environ.get("HEXAGORA_RESEARCH"))
LONG = {"exploitability"}  # a best response looks at the whole tree, in Python


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_is_made_from_its_script(name):
    source = (FOLDER / f"{name}.py").read_text("utf8")
    assert (FOLDER / f"{name}.ipynb").read_text("utf8") == notebook(source), "run python -m tests.notebooks"


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs(name):
    if name in LONG and not RESEARCH:
        pytest.skip("takes half a minute; make test-research runs it")
    made = json.loads((FOLDER / f"{name}.ipynb").read_text("utf8"))
    code = "\n\n".join("".join(cell["source"]) for cell in made["cells"] if cell["cell_type"] == "code")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout


@pytest.mark.skipif(not (RESEARCH and find_spec("nbclient")),
                    reason="kernels are installed by make test-research, in an environment of its own")
@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs_in_a_kernel(name):
    import nbclient
    import nbformat

    made = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    nbformat.validate(made)
    nbclient.NotebookClient(made, timeout=600).execute()
    assert any(cell.get("outputs") for cell in made.cells)
