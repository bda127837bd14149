"""What the tables say of hands and games written down by hand: `tests/cases/tables`."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from analyzer.audit import LogName, review
from analyzer.tables.schema import TABLES
from tests.case_files import whole
from tests.hands import Hand, log_of
from tests.replay.written_cases import hand_of_case, play
from tests.stats.frames import text_values
from tests.tables.logs import LOGS, NAME
from tests.written_runs import build_tables

CASES = [
    {**case, "tehai": content.get("tehai", {})}
    for content in (whole(f"tables/{name}") for name in ("games", "plays", "seats", "wins"))
    for case in content["case"]
]
"""A case has a ``log`` of `tests.tables.logs`, or the ``deal`` and ``plays`` of a hand in the notation of
`tests.replay.written_cases`; with ``each``, a hand for each of these in place of ``{}``; with ``logs``, a log
for each of these, laid over the case.  Texts of a log are ``change``d, each a pattern and what replaces it.
``rows`` are values as `tests.stats.frames` reads them: all of ``TABLE.COLUMN``, or the one row of ``TABLE``,
where columns have given values; of a ``whole`` row nothing but the keys is left out.
"""
OF_THE_GAME = {"log_id", "game", "year", "month", "players"}


def logs_of(case: dict[str, Any]) -> Iterator[tuple[dict[str, Any], list[tuple[LogName, bytes]]]]:
    """Each step of a case with its logs."""
    ones = [case | one for one in case.get("logs", [{}])]
    hands = [[] if "log" in one else [dealt(one) for _ in one.get("each", [""])] for one in ones]
    while case:
        logs: list[tuple[LogName, bytes]] = []
        for one, of_log in zip(ones, hands, strict=True):
            for hand, played in zip(of_log, case.get("each", [""]), strict=False):
                play(hand, case["plays"].replace("{}", played))
            made = log_of(*of_log) if of_log else LOGS[one["log"]]()
            for log in made if isinstance(made, list) else [made]:
                logs.append(log if isinstance(log, tuple) else named(log, one, len(logs) + 1))
        yield case, logs
        case = case.get("then", {})


def dealt(case: dict[str, Any]) -> Hand:
    return hand_of_case(case | {"deal": case["deal"][: case.get("players", 4)]}, case["tehai"])


def named(log: bytes, case: dict[str, Any], number: int) -> tuple[LogName, bytes]:
    """A log as it is changed, and its name."""
    text = log.decode()
    for pattern, new in case.get("change", []):
        assert re.search(pattern, text), pattern
        text = re.sub(pattern, new, text, count=1)
    log_id = f"2022010105gm-{case.get('go_type', 169):04x}-0000-{number:08x}"
    return LogName(log_id, NAME.source), text.encode()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["says"])
def test_rows_are_what_is_written(case: dict[str, Any]) -> None:
    for step, logs in logs_of(case):
        names = {re.split("[. ]", asked.removeprefix("whole "))[0] for asked in step["rows"]}
        options = {"rules": step["rules"]} if "rules" in step else {"checks": ["well-formed"]}
        tables = {
            name: rows.to_pylist() for name, rows in build_tables(review(logs, **options), names).items()
        }
        for asked, text in step["rows"].items():
            target, *given = asked.removeprefix("whole ").split(" ")
            table, _, column = target.partition(".")
            rows = [row for row in tables[table] if has(row, given)]
            if column:
                assert [row[column] for row in rows] == values(table, column, text), asked
            else:
                words = dict(pair.split(" ") for pair in re.split(r",\s+", text.strip()))
                expected = {name: values(table, name, word)[0] for name, word in words.items()}
                assert [{name: row[name] for name in expected} for row in rows] == [expected], asked
                if asked.startswith("whole"):
                    assert {*expected} == {one.name for one in TABLES[table]} - OF_THE_GAME


def has(row: dict[str, Any], given: list[str]) -> bool:
    return all(str(row[name]) == value for name, value in (one.split("=") for one in given))


def values(table: str, column: str, text: str) -> list[Any]:
    (kind,) = {one.type for one in TABLES[table] if one.name == column}
    found = text_values(text, kind)
    return [date.fromisoformat(one) if kind == "date" and one else one for one in found]
