"""Findings in groups: a line for what is probably one mistake."""

from functools import partial

import pytest

from analyzer.audit import Finding, findings
from analyzer.audit.findings import Groups
from tests.audit import made
from tests.case_files import each, rows

finding = partial(made.finding, check="win-payment", log="1.jsonl", **made.E1)
NO_PAO, NO_HONBA = "as if there were no pao", "as if there were no honba"


def lines(*findings: Finding, most: int | None = None) -> list[str]:
    counted = Groups()
    for one in findings:
        counted.add([one])
    return list(counted.lines(most))


def test_a_group_has_its_findings_its_games_and_its_first_place() -> None:
    said = partial(finding, "riichi while noten; rule: Riichi needs tenpai", check="riichi-procedure")
    found = [said(log=f"{log}.jsonl", source=log) for log in "112"]

    assert lines(*found) == [
        "riichi-procedure, riichi while noten: 3 findings in 2 games, first 1.jsonl E1.0 #7"
    ]


@each(rows("audit/groups"))
def test_numbers_tiles_and_seats_make_no_other_kind(row: dict[str, str]) -> None:
    assert lines(finding(row["one"]), finding(row["other"])) == [
        f"win-payment, {row['kind']}: 2 findings in 1 game, first 1.jsonl E1.0 #7"
    ]


def test_other_words_and_other_checks_are_other_kinds_and_the_most_frequent_comes_first() -> None:
    found = [
        finding("a"),
        finding("b"),
        finding("b"),
        finding("b", check="draw-payment"),
        finding("c", leads=False),
    ]

    kinds = ["win-payment, b", "win-payment, a", "draw-payment, b"]
    assert [line.partition(":")[0] for line in lines(*found)] == kinds
    assert lines(*found, most=1)[1:] == ["and 2 more; --group prints all"]


def test_a_finding_of_several_mistakes_belongs_to_the_one_that_explains_most() -> None:
    found = [
        finding("x", cause=NO_HONBA),
        finding("y", cause=f"{NO_PAO}; {NO_HONBA}"),
        finding("z", cause=NO_HONBA),
        finding("haku 1", check="win-yaku", cause=NO_PAO),
    ]

    assert [line.partition(", first")[0] for line in lines(*found)] == [
        f"win-payment, {NO_HONBA}: 3 findings in 1 game",
        "win-yaku, haku …: 1 finding in 1 game",
    ]


def test_what_is_undecided_is_grouped_by_reason_and_comes_last() -> None:
    why = "the log has no GO type"
    of_set = f"unknown rule: {why} (undecided: play, repeat, result, scoring and 2 more)"
    found = [
        finding("", check="calls", reason=f"rules not known (play): {why}"),
        finding("", check="rule-set", reason=of_set),
        finding("a"),
    ]

    assert [line.partition(":")[0] for line in lines(*found)] == ["win-payment, a", f"undecided, {why}"]


def test_words_of_a_log_make_no_more_groups_than_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "_MOST_GROUPS", 2)

    assert [line.partition(" in ")[0] for line in lines(*map(finding, "abcd"))] == [
        "win-payment, others: 2 findings",
        "win-payment, a: 1 finding",
        "win-payment, b: 1 finding",
    ]
