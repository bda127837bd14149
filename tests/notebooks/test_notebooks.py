"""Every notebook asks, runs anywhere without a network, and ends with an answer that holds.

What a notebook says of simulated games is counted here once more, in the text of their logs.
"""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from functools import cache
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pandas as pd
import pytest

import analyzer
from tests.logs import corpus_paths

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
NAMES = [path.stem for path in NOTEBOOKS]

ADDRESS = re.compile(r"\b(?:https?|wss?|ftp):|\bsrc=|@import|\brequire\(")
NAMESPACE = re.compile(r'xmlns(?::\w+)?="http://www\.w3\.org/[\w/]*"')
OF_AN_ARCHIVE = [path for path in NOTEBOOKS if path.name[0] in "2345"]
"""Those whose answers depend on an archive, and are computed from its numbers."""


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
    assert answer.startswith("**What this does not say.** ")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_it_is_committed_with_its_outputs_and_nothing_of_the_machine(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]

    assert [cell["execution_count"] for cell in code] == [*range(1, len(code) + 1)]
    assert code[-1]["outputs"]
    assert {kind_of_output(output) for cell in code for output in cell["outputs"]} <= {
        "execute_result", "display_data", "stdout",
    }  # fmt: skip
    assert [cell["metadata"] for cell in cells] == [{}] * len(cells)
    assert path.stat().st_size < 1_000_000


def kind_of_output(output):
    return output["name"] if output["output_type"] == "stream" else output["output_type"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_it_names_no_address_and_draws_without_a_network(path):
    text = "\n".join(source for _, source in sources(path))
    everything = NAMESPACE.sub("", path.read_text(encoding="utf-8").replace('\\"', '"'))

    assert ADDRESS.findall(everything) == []
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


@pytest.fixture(scope="module", params=["simulated", "real"])
def mixed(request, checkout):
    """An archive of games of three and of four players, with more of four."""
    if request.param == "real" and not corpus_paths("phoenix"):
        pytest.skip("TENHOU_CORPUS is not set: no real logs to read")
    logs = checkout / "mixed-logs"
    if request.param == "simulated":
        logs.mkdir()
        for players, games in ((4, 60), (3, 20)):
            for name, log in analyzer.simulate(games, "mixed", players=players, progress=False):
                (logs / f"{name}.mjlog").write_bytes(log)
    else:
        logs = corpus_paths("phoenix")[0].parent
    out = checkout / f"mixed-{request.param}"
    analyzer.run(logs, out, tables="all,plays", stats="none", progress=False)
    return out


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
    done = executed(checkout / "notebooks" / path.name, mixed)

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

    assert play(int(path.name[0])).texts == [text for output in outputs for text in texts_of(output)]


DRAW = re.compile(r'<RYUUKYOKU(?![^>]* type="(?!nm))[^>]*>')
TENPAI_DRAW = re.compile(r"<RYUUKYOKU(?![^>]* type=)[^>]*>")


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


def changes(tag):
    """Points that a result moves, by seat."""
    numbers = re.search(r' sc="([^"]*)"', tag)[1].split(",")
    return [100 * int(number) for number in numbers[1::2]]


def gained(tags):
    """Points that anybody gains by the results of one hand."""
    return sum(max(0, sum(seat)) for seat in zip(*map(changes, tags), strict=True))


def test_the_first_look_explains_a_nagashi_mangan(play):
    done = play(1)

    why = "all discards of seat 0 are terminals and honours, and none was called"
    assert done.said == [
        "tenhou: nagashi_mangan, 12,000 points for the dealer",
        "the log: nagashi mangan, 12,000 points for the dealer",
        "contradictions in this log: 0",
        "wrc: exhaustive, 0 points for the dealer",
        "",
        "Answer:",
        f"By the rules, {why}: payments +12,000 -4,000 -4,000 -4,000.",
        "The log pays the same.",
        "Nothing in the log contradicts the rules.",
        "Under wrc the same play pays the dealer 0 points.",
    ]
    assert sum(html.count("<svg") for html in done.shown("text/html")) == 2


class Riichi(NamedTuple):
    """A declaration as its tags tell it."""

    hand: str
    seat: int
    turn: int
    has_left_called: bool

    @property
    def is_won(self):
        return re.search(rf'<AGARI[^>]* who="{self.seat}"', self.hand) is not None


def is_open(meld):
    """Whether the number of a call stands for chi, pon or daiminkan."""
    return bool(meld & 12) or (meld & 48 == 0 and meld & 3 > 0)


def riichi_of(hand):
    """Every declaration of a hand."""
    discards, callers, declaring = [0, 0, 0, 0], set(), None
    for discarder, caller, meld, declarer in re.findall(
        r'<([DEFG])\d+/>|<N who="(\d)" m="(\d+)"|<REACH who="(\d)"[^>]*step="1"', hand
    ):
        if discarder:
            seat = "DEFG".index(discarder)
            discards[seat] += 1
            if declaring == seat:
                left = (seat + 3) % 4 in callers
                yield Riichi(hand, seat, discards[seat], left)
                declaring = None
        elif caller and is_open(int(meld)):
            callers.add(int(caller))
        elif declarer:
            declaring = int(declarer)


@pytest.mark.long
def test_the_draws_are_those_of_the_tags_and_far_from_40_percent(play, hands):
    done = play(2)

    everything = hands()
    riichi = [hand for hand in everything if "<REACH" in hand]
    quiet = [hand for hand in everything if "<REACH" not in hand]
    drawn_with, drawn_without = ([hand for hand in chosen if DRAW.search(hand)] for chosen in (riichi, quiet))
    for name, drawn, whole in (("with a riichi", drawn_with, riichi), ("without one", drawn_without, quiet)):
        assert told(done, f"drawn, {name}") == (f"{len(drawn) / len(whole):.1%}", len(whole))
    assert "Nearly 40 % of hands are drawn: no." in done.said
    assert [svg.count("<path") > 8 for svg in done.shown("image/svg+xml")] == [True]


@pytest.mark.long
def test_the_tenpai_payments_are_those_of_the_tags_and_a_riichi_seat_gets_more(play, hands):
    done = play(2)

    points = Counter()
    seats = Counter()
    for hand in hands():
        for tag in TENPAI_DRAW.findall(hand):
            for seat, change in enumerate(changes(tag)):
                if f' hai{seat}="' in tag:
                    declared = re.search(rf'<REACH who="{seat}"[^>]* step="1"', hand) is not None
                    points[declared] += change
                    seats[declared] += 1
    share, each = f"{points[True] / points.total():.0%}", f"{points[True] / seats[True]:,.0f}"
    (line,) = (line for line in done.said if line.startswith("riichi: "))
    assert line.startswith(f"riichi: {share} of the points; {each} a seat (")
    assert f", n {seats[True]}, " in line
    assert points[True] / seats[True] > points[False] / seats[False]


@pytest.mark.long
def test_the_riichi_that_win_are_those_of_the_tags(play, hands):
    done = play(3)

    assert [svg.count("<path") > 8 for svg in done.shown("image/svg+xml")] == [True]
    declared = [riichi for hand in hands() for riichi in riichi_of(hand)]
    for first in (1, 4, 7, 10, 13):
        own = [one for one in declared if first <= one.turn < first + 3]
        assert told(done, f"won from turn {first}") == (f"{rate(one.is_won for one in own):.1%}", len(own))
    sides = [[one.is_won for one in declared if one.has_left_called is called] for called in (True, False)]
    value, n = told(done, "won, left seat had called, at any turn")
    assert value == f"{100 * (rate(sides[0]) - rate(sides[1])):.1f}%"
    assert n == len(declared)
    # The answer says that one interval leaves out zero, and the other does not.
    low, high = ends(done, "won, left seat had called, at equal turn")
    assert 0 < low < high
    low, high = ends(done, "won, right seat had called, at equal turn")
    assert low < 0 < high


@pytest.mark.long
def test_tenpai_in_all_last_is_that_of_the_tags(play, hands):
    done = play(5)

    assert [svg.count("<path") > 8 for svg in done.shown("image/svg+xml")] == [True]
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


@pytest.mark.long
def test_the_last_discards_deal_in_as_often_as_in_the_tags(play, hands):
    done = play(5)

    discards = dealt_in = 0
    for hand in hands():
        left, declared, last = 70, set(), None
        for draw, discarder, declarer, loser in re.findall(
            r'<([TUVW])\d+/>|<([DEFG])\d+/>|<REACH who="(\d)"[^>]*step="1"|<AGARI[^>]* fromWho="(\d)"', hand
        ):
            left -= draw != ""
            dealt_in += last is not None and loser == str(last)
            last = "DEFG".index(discarder) if discarder else None
            if last is not None and (left >= 4 or not declared or last in declared):
                last = None
            discards += last is not None
            declared |= {int(declarer)} if declarer else set()
    with_tenpai, without = (told(done, f"last discard deals in, {state}")[1] for state in ("tenpai", "noten"))
    assert (with_tenpai + without, told(done, "points of a seat that deals in")[1]) == (discards, dealt_in)
    assert ends(done, "points of the hand, tenpai less noten")[0] > 0


@pytest.mark.long
def test_the_wrong_client_is_told_which_draw_it_paid_wrong(play):
    done = play(6)

    claimed, computed = (8000, -4000, -2000, -2000), (12000, -4000, -4000, -4000)
    assert done.said == [
        "Answer:",
        "No: it pays 1 wrong.",
        f"E1.0: the log pays {claimed}, the rules give {computed}.",
    ]
    (rare,) = (html for html in done.shown("text/html") if "nagashi_dealer" in html)
    assert re.findall(r"<td>(\d+)</td>\s*</tr>", rare) == ["0"] * 4
