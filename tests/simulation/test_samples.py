"""The sample logs: written again by the commands in ORIGIN.md, and what is in them without our own reader."""

import re
import shlex

import pytest

from analyzer.audit.findings import LogName
from analyzer.audit.review import review
from analyzer.simulation import simulate


@pytest.fixture(scope="module")
def folder(root):
    return root / "data" / "samples"


def logs_of(command):
    words = command[2:]
    options = dict(zip(words[::2], words[1::2], strict=True))
    assert options.pop("--out") == "data/samples"
    return dict(
        simulate(
            int(options.pop("--games")),
            options.pop("--seed"),
            **{name.removeprefix("--"): int(v) if v.isdigit() else v for name, v in options.items()},
        )
    )


def test_the_commands_in_origin_write_the_folder_byte_for_byte(folder):
    lines = (folder / "ORIGIN.md").read_text(encoding="utf-8").splitlines()
    written = {}
    for line in lines:
        if line.startswith("tenhou-analyzer simulate"):
            written |= logs_of(shlex.split(line))

    kept = {path.stem: path.read_bytes() for path in folder.glob("*.mjlog")}
    assert written == kept


def test_the_folder_is_small_and_its_table_names_every_log(folder):
    logs = list(folder.glob("*.mjlog"))

    named = re.findall(r"^\| `([^`]+)` \|", (folder / "ORIGIN.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(named) == sorted(path.stem for path in logs)
    assert sum(path.stat().st_size for path in logs) < 300_000


def test_the_whole_referee_finds_nothing_in_the_samples(folder):
    logs = [(LogName(path.stem, path.name), path.read_bytes()) for path in sorted(folder.glob("*.mjlog"))]

    reviewed = review(logs)

    assert reviewed.findings == ()
    assert {check for check, tally in reviewed.tallies.items() if not tally.passed} == {"chips"}


@pytest.mark.parametrize(
    ("tail", "pattern"),
    [
        # Types of draws, yaku and yakuman: format description, 4.5 and 4.6.
        ("7d4e1dd9", 'type="nm"'),
        ("f247381d", 'type="kaze4"'),
        ("93f4f9f2", 'type="yao9"'),
        ("9a451c9f", 'type="reach4"'),
        ("2e5be2f1", 'type="ron3"'),
        ("de44583c", 'type="kan4"'),
        ("43ce82d1", 'type="nm"'),
        ("c5acd70f", r'<AGARI ba="1,1"[^>]*/><AGARI ba="1,0"'),
        ("0bff2f2e", r'yakuman="39"[^>]* paoWho="\d"'),
        ("dc5e7029", r'ten="\d+,\d+,5" yaku="'),
        ("e3039597", r'owari="[^"]*-\d+,-'),
        ("f959543a", r'<INIT seed="(8|9|10),'),
        ("d82dc95c", 'owari="355,[^"]*335,'),
        ("ca7bf77a", "<(BYE|UN) [^>]* />"),
    ],
)
def test_a_sample_contains_what_its_row_says(folder, tail, pattern):
    (path,) = folder.glob(f"*-{tail}.mjlog")

    assert re.search(pattern, path.read_text(encoding="utf-8"))
