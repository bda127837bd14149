"""The sample logs: written again by the commands in ORIGIN.md, and what is in them without our own reader."""

import re
from pathlib import Path

import pytest

from analyzer.audit.findings import LogName
from analyzer.audit.review import review
from analyzer.simulation import simulate
from tests.case_files import each, rows
from tests.thinned import thinned

ORIGIN = Path(__file__).parents[2] / "data" / "samples" / "ORIGIN.md"
# Ordinary games, which come first and take long, last.
COMMANDS = re.findall("^tenhou-analyzer simulate (.*)$", ORIGIN.read_text("utf-8"), re.MULTILINE)[::-1]


@pytest.fixture(scope="module")
def folder():
    return ORIGIN.parent


@pytest.mark.parametrize("command", thinned(COMMANDS, 3))
def test_a_command_in_origin_writes_its_log_byte_for_byte(folder, command):
    options = dict(re.findall(r"--(\S+) (\S+)", command))
    assert (options.pop("games"), options.pop("out")) == ("1", "data/samples")
    players = int(options.pop("players", 4))

    ((log_id, data),) = simulate(1, options.pop("seed"), players=players, **options)

    assert data == (folder / f"{log_id}.mjlog").read_bytes()


def test_the_folder_is_small_and_its_table_names_every_log(folder):
    logs = list(folder.glob("*.mjlog"))
    assert len(logs) == len(COMMANDS)

    named = re.findall(r"^\| `([^`]+)` \|", (folder / "ORIGIN.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(named) == sorted(path.stem for path in logs)
    assert sum(path.stat().st_size for path in logs) < 300_000


def test_the_whole_referee_finds_nothing_in_the_samples(folder):
    logs = [(LogName(path.stem, path.name), path.read_bytes()) for path in sorted(folder.glob("*.mjlog"))]

    reviewed = review(logs)

    assert reviewed.findings == ()
    assert {check for check, tally in reviewed.tallies.items() if not tally.passed} == {"chips"}


@each(rows("simulation/samples", "holds"))
def test_a_sample_contains_what_its_row_says(folder, row):
    (path,) = folder.glob(f"*-{row['sample']}.mjlog")

    assert re.search(row["says"], path.read_text(encoding="utf-8"))
