from collections.abc import Sequence
from dataclasses import dataclass, fields
from unittest.mock import patch

import pytest

from analyzer import folders
from analyzer.batch.outputs import outputs_of
from analyzer.batch.reviews import Terms
from analyzer.batch.run import run
from analyzer.batch.work import Job
from analyzer.sources import SourceLog, iter_logs, plan
from analyzer.sources.plan import Plan
from analyzer.sources.units import Part, Unit, make_unit
from analyzer.tables.arrow import stored_schema
from analyzer.tables.load import load
from analyzer.tables.schema import TABLES
from tests.formats.tenhou6.documents import data_of, document, hand
from tests.hands import Hand

NAMES = [
    "2022010101gm-00a9-0000-0000000a",
    "2022010102gm-00a9-0000-0000000b",
    "2022010103gm-00a9-0000-0000000c",
]
HAIPAI = ("19m19p19s1234z258m", "334455m667788p5z", "334455s667788m5z", "334455p667788s5z")


@pytest.fixture(autouse=True)
def short_catalogue(few_statistics):
    """Runs of this room count few statistics: what they count is not what is tested here."""


@pytest.fixture(scope="session")
def honest():
    """Bytes of a log of one hand that ends as it must."""
    hand = Hand("258m19m19p19s1234z", "334455m667788p5z", "334455s667788m5z", "334455p667788s5z")
    return hand.draw(0, "5m").ryuukyoku(0, kind="yao9").xml()


@pytest.fixture(scope="session")
def wrong(honest):
    """The same, its ryuukyoku called by another name."""
    return honest.replace(b'type="yao9"', b'type="kaze4"')


@pytest.fixture
def folder(tmp_path, honest, wrong):
    """Three logs, the second wrong; one file that is XML of another kind, and one that is no log at all."""
    path = tmp_path / "logs"
    path.mkdir()
    # No two of the same bytes, which would be duplicates.
    for name, data in zip(NAMES, (honest, wrong, honest + b"\n"), strict=True):
        (path / f"{name}.mjlog").write_bytes(data)
    (path / "broken.mjlog").write_bytes(b"<mjlog/>")
    (path / "notes.txt").write_bytes(b"notes")
    return path


@pytest.fixture
def items(folder):
    return list(iter_logs([folder]))


@pytest.fixture
def draw_kind():
    """Only the check of the kind of a draw, so that tests here do not change with others."""
    return Terms(checks=("well-formed", "draw-kind"))


@pytest.fixture
def job(tmp_path, draw_kind):
    """A run of one check and few tables; tests of other runs have their own."""
    return Job(str(tmp_path / "out"), draw_kind, outputs=outputs_of(["hands"]))


@pytest.fixture
def out(job):
    """The folder of that run."""
    return folders.folder(job.out)


@pytest.fixture
def many(honest):
    """So many logs of the same game under different names, no two of the same bytes."""

    def make(count):
        return [
            SourceLog(f"2022010101gm-00a9-0000-{number:08x}.mjlog", honest + b"<!-- %d -->" % number)
            for number in range(count)
        ]

    return make


def games_of(*drawn, ref=None):
    """A tenhou.net/6 file of games that differ in a tile, of which the first states this id."""
    first, *others = [(text, [], []) for text in HAIPAI]
    games = [hand((first[0], [tile], []), *others, result=["九種九牌"]) for tile in drawn]
    return data_of(
        [document(game, ref=ref) if ref and not n else document(game) for n, game in enumerate(games)]
    )


@pytest.fixture
def unit():
    """Makes a unit of items at hand."""

    def make(items):
        parts = tuple(Part(item.source, size=len(item)) for item in items)
        return make_unit(Unit("", "-", "", "carried", parts, tuple(items)))

    return make


@dataclass(frozen=True)
class Given(Plan):
    """A plan of units at hand; for a run, each of their logs is a source that is named."""

    given: Sequence[Unit] = ()

    @property
    def labels(self):
        return frozenset(item.source for unit in self.given for item in unit.carried)

    def parts(self, **_):
        for number, unit in enumerate(self.given):
            for part, item in zip(unit.parts, unit.carried, strict=True):
                logs = int(isinstance(item, SourceLog))
                yield unit._replace(source=str(number), parts=(part,), carried=(item,), logs=logs)


@pytest.fixture
def run_units():
    """As `analyzer.batch.run.run`, but over given units."""

    def run_given(units, job, **options):
        def planned(*args, **how):
            made = plan(*args, **how)
            return Given(**{one.name: getattr(made, one.name) for one in fields(made)}, given=units)

        with patch("analyzer.batch.run.plan", planned):
            return run([], job, **options)

    return run_given


def rows_in(folder):
    """The tables of a run, by name, each ordered by log."""
    run = load(folder)
    return {name: run[name].cast(stored_schema(name)).sort_by("log_id") for name in TABLES if name in run}
