"""Simulated games: the same everywhere, legal, and with what was asked for; the samples are such games."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from analyzer.audit.findings import LogName
from analyzer.audit.review import review
from analyzer.conformance.site import elements_of, written
from analyzer.errors import UserMistake
from analyzer.formats.log_id import parse_log_id
from analyzer.formats.mjlog.reader import read_markup
from analyzer.simulation import simulate
from analyzer.simulation.games import log_id_of
from tests.case_files import each, rows
from tests.thinned import thinned


def findings(logs, **options):
    named = [(LogName(log_id, log_id), data) for log_id, data in logs]
    return [str(finding) for finding in review(named, **options).findings]


@pytest.fixture(scope="module")
def ordinary():
    games = {3: 2, 4: 1}
    return {
        players: list(simulate(count, "tests", players=players, length="tonpuu"))
        for players, count in games.items()
    }


def test_the_same_game_has_the_same_bytes_and_another_seed_gives_another(ordinary):
    """However many games are asked for."""
    (again,), (other,) = (simulate(1, seed, players=3, length="tonpuu") for seed in ("tests", "other"))

    assert again == ordinary[3][0]
    assert other[0] != ordinary[3][0][0]
    assert other[1] != ordinary[3][0][1]


@pytest.mark.parametrize("players", [3, 4])
def test_the_form_is_that_of_tenhou_and_the_referee_finds_nothing(ordinary, players):
    for _, data in ordinary[players]:
        _, problems = read_markup(data)

        assert list(problems) == []
        assert written(elements_of(data)) == data
    assert findings(ordinary[players]) == []


def test_log_ids_name_the_game_and_a_date_without_real_games(ordinary):
    log_id = parse_log_id(ordinary[3][0][0])

    assert log_id.text == ordinary[3][0][0]
    # 0xA1: ranked, Phoenix room; 0x10: three players.
    assert (log_id.day.year, log_id.go_type) == (2199, 0xB1)
    assert f'<GO type="{0xB1}" lobby="0"/>'.encode() in ordinary[3][0][1]


def test_no_two_games_of_a_series_have_one_log_id():
    """Their tails are an odd step apart, and so differ before all 2^32 are used."""
    tails = [int(log_id_of("series", 0xA9, game)[-8:], 16) for game in range(100)]
    steps = {(after - before) % 2**32 for before, after in pairwise(tails)}

    assert [step % 2 for step in steps] == [1]


def test_a_scenario_is_in_every_game_that_is_asked_for():
    logs = list(simulate(2, "1", players=3, length="tonpuu", scenario="kyuushu_9"))

    assert [b'type="yao9"' in data for _, data in logs] == [True, True]
    assert logs[0] != logs[1]


# No file of TOML can have a text that is not in UTF-8.
NO_TEXT = {
    "options": {"seed": "\udc80"},
    "message": r"seed '\udc80' is not text in UTF-8; expected any other text",
}


@each([*rows("simulation/refused", "refused"), NO_TEXT])
def test_values_that_cannot_be_used_are_named_before_any_game(row):
    with pytest.raises(UserMistake) as error:
        simulate(**({"games": 1, "seed": "1"} | row["options"]))

    assert str(error.value) == row["message"]


def test_what_only_some_rules_forbid_is_played_by_others():
    """At chip tables the indicator of an open kan is shown before the replacement is drawn."""
    logs = list(simulate(1, "sets", rules="tenhou-chip", scenario="every_call"))

    assert any(re.search(rb"<N [^>]*/><DORA ", data) for _, data in logs)
    assert findings(logs, rules="tenhou-chip") == []


# The samples: written again by the commands in ORIGIN.md, and what is in them without our own reader.


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
