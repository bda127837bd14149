"""Every notebook asks, runs anywhere without a network, and ends with an answer that holds.

The tenpai in all last that one tells are counted once more in the text of simulated games.
"""

from __future__ import annotations

import json
import re
import shutil
from functools import cache
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pandas as pd
import pytest

import analyzer
from analyzer.kernels import compiling
from tests.logs import corpus_paths, needs_all_logs

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
NAMES = [path.stem for path in NOTEBOOKS]

ADDRESS = re.compile(r"\b(?:https?|wss?|ftp):|\bsrc=|@import|\brequire\(")
NAMESPACE = re.compile(r'xmlns(?::\w+)?="http://www\.w3\.org/[\w/]*"')
OF_AN_ARCHIVE = [path for path in NOTEBOOKS if path.name[0] in "2345"]
"""Those whose answers depend on an archive, and are computed from its numbers."""


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_it_is_committed_with_its_outputs_from_a_question_to_its_answer(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    first, last = ("".join(cells[at]["source"]) for at in (0, -1))

    assert [name[0] for name in NAMES] == list("123456")
    assert [cells[at]["cell_type"] for at in (0, -1)] == ["markdown"] * 2
    assert re.match(r"# .*\?$", first, re.MULTILINE)
    assert last.startswith("**What this does not say.** ")
    assert [cell["execution_count"] for cell in code] == [*range(1, len(code) + 1)]
    assert code[-1]["outputs"]
    kinds = {output.get("name", output["output_type"]) for cell in code for output in cell["outputs"]}
    assert kinds <= {"execute_result", "display_data", "stdout"}
    # Nothing of the machine.
    assert [cell["metadata"] for cell in cells] == [{}] * len(cells)
    assert path.stat().st_size < 1_000_000


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_it_names_no_address_and_draws_without_a_network(path):
    text = path.read_text(encoding="utf-8").replace('\\"', '"')

    assert ADDRESS.findall(NAMESPACE.sub("", text)) == []
    assert ("alt.Chart(" in text) <= ('alt.renderers.enable("svg")' in text)


def texts_of(output):
    """What is read of an output; pictures depend on the fonts of a machine."""
    if output["output_type"] == "stream":
        return ["".join(output["text"])] if output["name"] == "stdout" else []
    data = output["data"]
    return ["".join(data[kind]) for kind in ("text/plain", "text/html") if kind in data]


class Played:
    """What the cells of an executed notebook have put out."""

    def __init__(self, cells):
        self.outputs = [output for cell in cells if cell.cell_type == "code" for output in cell.outputs]
        last = [cell for cell in cells if cell.cell_type == "code"][-1]
        self.said = "".join(output.text for output in last.outputs).splitlines()
        self.texts = [one for output in self.outputs for one in texts_of(output)]

    def shown(self, kind):
        """Everything shown in a form, such as ``text/html``."""
        return [output.data[kind] for output in self.outputs if kind in output.get("data", {})]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A copy of what a notebook needs, for all of them: the first that wants simulated games plays them."""
    for library in ("nbclient", "nbformat", "ipykernel", "altair", "vl_convert"):
        pytest.importorskip(library, reason=f"{library} is not installed: notebooks cannot be run")
    folder = tmp_path_factory.mktemp("checkout")
    shutil.copytree(ROOT / "notebooks", folder / "notebooks", ignore=shutil.ignore_patterns("simulated*"))
    shutil.copytree(ROOT / "data" / "samples", folder / "data" / "samples")
    with pytest.MonkeyPatch.context() as environment:
        # The package under test, and nothing of the user's own set-up.
        environment.setenv("PYTHONPATH", str(Path(analyzer.__file__).parents[1]))
        for name in ("IPYTHONDIR", "JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR"):
            environment.setenv(name, str(folder / "jupyter"))
        yield folder


def executed(path, archive=None):
    """What a notebook puts out, over an archive where it is given; it must not need a network either."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    if archive:
        (cell,) = (cell for cell in notebook.cells if cell.source.startswith("folder = None"))
        cell.source = cell.source.replace("None", repr(str(archive)), 1)
    where = {"metadata": {"path": str(path.parent)}}
    NotebookClient(notebook, timeout=900, kernel_name="python3", resources=where).execute()
    done = Played(notebook.cells)
    said = [one.text for one in done.outputs if one.output_type == "stream" and one.name == "stderr"]
    assert said == []
    assert ADDRESS.findall(NAMESPACE.sub("", json.dumps(done.outputs).replace('\\"', '"'))) == []
    return done


@pytest.fixture(scope="module")
def play(checkout):
    """Execute the notebook of a number, once."""

    @cache
    def played(number):
        (path,) = (checkout / "notebooks").glob(f"{number}-*.ipynb")
        return executed(path)

    return played


def run_over(logs, out):
    """An archive of all that the notebooks ask for."""
    with compiling():
        analyzer.run(logs, out, tables="all,plays", stats="none", workers=1, progress=False)
    return out


@pytest.fixture(scope="module")
def mixed(checkout):
    """An archive of games of three and of four players, with more of four."""
    logs = checkout / "mixed-logs"
    logs.mkdir()
    for players, games in ((4, 60), (3, 20)):
        with compiling():
            simulated = list(analyzer.simulate(games, "mixed", players=players, progress=False))
        for name, log in simulated:
            (logs / f"{name}.mjlog").write_bytes(log)
    return run_over(logs, checkout / "mixed")


BORNE_OUT = {
    "2": ("difference", "Hands with a riichi are drawn"),
    "3": ("won, up to turn 6 less later", "Riichi up to turn 6 win"),
    "4": ("points, riichi less dama at equal turn and wait", "gains more points than"),
    "5": ("points of the hand, tenpai less noten", "seats that are tenpai then gain"),
}
"""A difference of each notebook, and what is in the sentence that stands only if its interval has no zero."""


@pytest.mark.long
@pytest.mark.parametrize("path", OF_AN_ARCHIVE, ids=lambda path: path.stem)
def test_it_works_on_a_mixed_archive_and_says_only_what_the_numbers_bear_out(path, checkout, mixed):
    assert_borne_out(path, executed(checkout / "notebooks" / path.name, mixed))


@needs_all_logs
def test_it_works_on_an_archive_of_real_games(checkout):
    """Their tables are like those of simulated games: one notebook will do."""
    path, archive = OF_AN_ARCHIVE[-1], run_over(corpus_paths("phoenix"), checkout / "real")

    assert_borne_out(path, executed(checkout / "notebooks" / path.name, archive))


def assert_borne_out(path, done):
    """The answer has the sentence of a difference only where its interval has no zero."""
    answer = done.said[done.said.index("Answer:") + 1 :]
    difference, sentence = BORNE_OUT[path.name[0]]
    low, high = ends(done, difference)
    assert len(answer) > 0
    assert any(sentence in line for line in answer) == (low > 0 or high < 0)
    tables = [table for html in done.shown("text/html") for table in pd.read_html(StringIO(html))]
    assert {*pd.concat(table["players"] for table in tables if "players" in table)} == {4}


@pytest.fixture
def hands(checkout):
    """Text of every hand of the simulated games; asked for after a notebook has played them."""

    def texts():
        logs = [path.read_text() for path in (checkout / "notebooks" / "simulated-logs").iterdir()]
        return [hand for log in logs for hand in log.split("<INIT")[1:]]

    return texts


@pytest.mark.long
@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_what_it_puts_out_is_what_is_committed(play, path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    outputs = [output for cell in cells for output in cell.get("outputs", [])]

    done = play(int(path.name[0]))
    assert done.texts == [text for output in outputs for text in texts_of(output)]
    assert [svg.count("<path") > 8 for svg in done.shown("image/svg+xml")] == [True] * (
        path.name[0] in "2345"
    )


DRAW = re.compile(r'<RYUUKYOKU(?![^>]* type="(?!nm))[^>]*>')


def told(done, name):
    """Value and n of a line of an answer."""
    (line,) = (line for line in done.said if line.startswith(f"{name}: "))
    return re.search(r": (\S+) \(", line)[1], int(re.search(r", n ([\d,]+)", line)[1].replace(",", ""))


def ends(done, name):
    """Ends of the interval of a line of an answer."""
    (line,) = (line for line in done.said if line.startswith(f"{name}: "))
    found = re.search(r"\(([^ %]+)%? to ([^ %]+)%?\)", line.replace(",", ""))
    return float(found[1]), float(found[2])


def rate(cases):
    """Share of cases that hold."""
    held = [*cases]
    return sum(held) / len(held)


@pytest.mark.long
def test_tenpai_in_all_last_is_that_of_the_tags(play, hands):
    done = play(5)

    near, far = [], []
    for hand in hands():
        if int(re.search(r' seed="(\d+),', hand)[1]) < 7:
            continue
        for tag in DRAW.findall(hand):
            scores = [100 * int(one) for one in re.search(r' ten="([^"]*)"', hand)[1].split(",")]
            order = sorted(range(4), key=lambda seat: (-scores[seat], seat))
            for better, seat in pairwise(order):
                side = near if scores[better] - scores[seat] <= 4000 else far
                side.append(f' hai{seat}="' in tag)
    value, n = told(done, "tenpai in all last, up to 4000 behind less farther")
    assert (value, n) == (f"{100 * (rate(near) - rate(far)):+.0f}%", len(near) + len(far))
    low, high = ends(done, "tenpai in all last, up to 4000 behind less farther")
    assert low < 0 < high
