"""Every notebook asks, runs anywhere without a network, and ends with an answer that holds.

What a notebook says of simulated games is counted here once more, in the text of their logs.
"""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

import analyzer

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
NAMES = [path.stem for path in NOTEBOOKS]

ADDRESS = re.compile(r"\b(?:https?|wss?|ftp):|\bsrc=|@import|\brequire\(")
NAMESPACE = re.compile(r'xmlns(?::\w+)?="http://www\.w3\.org/[\w/]*"')
PROGRESS = re.compile(r"[\d,]+ (?:of [\d,]+ )?games, [^\r\n]*|writing the tables")
"""What calls that take long show."""


def sources(path):
    """Kind and text of every cell as committed."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [(cell["cell_type"], "".join(cell["source"])) for cell in cells]


def test_there_are_six_of_them():
    assert [name[0] for name in NAMES] == list("123456")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_it_starts_with_a_question_and_ends_with_its_answer(path):
    (first, question), *_, (last, answer) = sources(path)

    assert (first, last) == ("markdown", "markdown")
    assert re.match(r"# .*\?$", question, re.MULTILINE)
    assert answer.startswith("**Answer.** ")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_it_is_committed_without_output(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]

    assert [(cell["outputs"], cell["execution_count"]) for cell in code] == [([], None)] * len(code)
    assert [cell["metadata"] for cell in cells] == [{}] * len(cells)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_it_names_no_address_and_draws_without_a_network(path):
    text = "\n".join(source for _, source in sources(path))

    assert ADDRESS.findall(text) == []
    assert ("alt.Chart(" in text) <= ('alt.renderers.enable("svg")' in text)


class Played:
    """What the cells of an executed notebook have put out."""

    def __init__(self, cells):
        self.outputs = [output for cell in cells if cell.cell_type == "code" for output in cell.outputs]
        last = [cell for cell in cells if cell.cell_type == "code"][-1]
        self.said = "".join(output.text for output in last.outputs).splitlines()

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


@pytest.fixture
def play(checkout):
    """Execute the notebook of a number; what it put out must not need a network either."""
    import nbformat
    from nbclient import NotebookClient

    def played(number):
        (path,) = (checkout / "notebooks").glob(f"{number}-*.ipynb")
        notebook = nbformat.read(path, as_version=4)
        NotebookClient(
            notebook, timeout=240, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}}
        ).execute()
        done = Played(notebook.cells)
        said = "".join(
            one.text for one in done.outputs if one.output_type == "stream" and one.name == "stderr"
        )
        assert PROGRESS.sub("", said).split() == []
        assert ADDRESS.findall(NAMESPACE.sub("", json.dumps(done.outputs).replace('\\"', '"'))) == []
        return done

    return played


@pytest.fixture
def hands(checkout):
    """Text of every hand of the simulated games; asked for after a notebook has played them."""

    def texts():
        logs = [path.read_text() for path in (checkout / "notebooks" / "simulated-logs").iterdir()]
        return [hand for log in logs for hand in log.split("<INIT")[1:]]

    return texts


DRAW = re.compile(r'<RYUUKYOKU(?![^>]* type="(?!nm))[^>]*>')
TENPAI_DRAW = re.compile(r"<RYUUKYOKU(?![^>]* type=)[^>]*>")


def share(part, whole):
    return f"{len(part) / len(whole):.1%} of {len(whole)}"


def changes(tag):
    """Points that a result moves, by seat."""
    numbers = re.search(r' sc="([^"]*)"', tag)[1].split(",")
    return [100 * int(number) for number in numbers[1::2]]


def gained(tags):
    """Points that anybody gains by the results of one hand."""
    return sum(max(0, sum(seat)) for seat in zip(*map(changes, tags), strict=True))


def test_the_first_look_explains_a_nagashi_mangan(play):
    done = play(1)

    assert done.said == [
        "tenhou: nagashi_mangan, 12,000 points for the dealer",
        "the log: nagashi mangan, 12,000 points for the dealer",
        "contradictions in this log: 0",
        "wrc: exhaustive, 0 points for the dealer",
    ]
    assert sum(html.count("<svg") for html in done.shown("text/html")) == 2


@pytest.mark.long
def test_the_draw_rate_is_that_of_the_tags_and_far_from_40_percent(play, hands):
    done = play(2)

    everything = hands()
    riichi = [hand for hand in everything if "<REACH" in hand]
    quiet = [hand for hand in everything if "<REACH" not in hand]
    drawn, drawn_with, drawn_without = (
        [hand for hand in chosen if DRAW.search(hand)] for chosen in (everything, riichi, quiet)
    )
    rate, *others, verdict = done.said
    assert rate.startswith(f"{share(drawn, everything)} hands were drawn (")
    assert float(re.search(r"to ([\d.]+)%\)$", rate)[1]) < 35
    assert others == [
        f"with riichi: {share(drawn_with, riichi)}",
        f"without riichi: {share(drawn_without, quiet)}",
    ]
    assert len(drawn_with) / len(riichi) > len(drawn_without) / len(quiet)
    assert verdict == "nearly 40 %: no"
    assert [svg.count("<path") > 10 for svg in done.shown("image/svg+xml")] == [True]


@pytest.mark.long
def test_the_tenpai_payments_are_those_of_the_tags_and_go_to_riichi(play, hands):
    done = play(3)

    points = Counter()
    seats = Counter()
    for hand in hands():
        for tag in TENPAI_DRAW.findall(hand):
            for seat, change in enumerate(changes(tag)):
                if f' hai{seat}="' in tag:
                    declared = re.search(rf'<REACH who="{seat}"[^>]* step="1"', hand) is not None
                    points[declared] += change
                    seats[declared] += 1
    riichi = f"riichi {points[True] / points.total():.0%}, {points[True] / seats[True]:,.0f} points a seat"
    assert done.said[0] == f"{points.total():,} points were collected by {seats.total()} tenpai seats:"
    assert done.said[1] == riichi
    assert points[True] > points.total() / 2
    assert seats[True] > seats.total() / 2
    assert [svg.count("<path") > 4 for svg in done.shown("image/svg+xml")] == [True]


@pytest.mark.long
def test_the_wrong_client_is_told_which_draw_it_paid_wrong(play):
    done = play(4)

    claimed, computed = (8000, -4000, -2000, -2000), (12000, -4000, -4000, -4000)
    assert done.said == [f"1 draw paid wrong, E1.0: claimed {claimed}, computed {computed}"]
    (rare,) = (html for html in done.shown("text/html") if "nagashi_dealer" in html)
    assert re.findall(r"<td>(\d+)</td>\s*</tr>", rare) == ["0"] * 4


@pytest.mark.long
def test_the_statistic_of_ones_own_says_that_the_best_deal_wins_more_than_its_share(play):
    rate, interval, verdict = play(5).said

    best = re.fullmatch(r"the best deal won ([\d.]+)% of (\d+) hands", rate)
    low, high = map(float, re.fullmatch(r"interval: ([\d.]+)% to ([\d.]+)%", interval).groups())
    assert int(best[2]) > 50
    assert 25 < low < float(best[1]) < high
    assert verdict == "more than one in four: yes"


@pytest.mark.long
def test_the_large_archive_gives_the_points_of_the_tags(play, hands):
    done = play(6)

    everything = [re.findall(r"<(?:AGARI|RYUUKYOKU)[^>]*>", hand) for hand in hands()]
    moved = sum(map(gained, everything))
    at_draws = sum(gained(tags) for tags in everything if tags[0].startswith("<RYUUKYOKU"))
    assert done.said == [
        f"2199, 4 players: {at_draws / moved:.1%} of {moved:,} points changed hands at draws"
    ]
    assert at_draws / moved < 0.5
