import json

import pytest

ONE = ("--checks", "well-formed,whole-log,draw-kind")


def test_a_clean_log_ends_with_status_0(call, logs, honest):
    result = call("validate", "-", *ONE, stdin=honest)

    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("1 games, 1 hands, ")
    assert "\nfindings: none\n" in result.stdout


def test_a_finding_is_a_line_and_ends_with_status_1(call, logs):
    result = call("validate", "wrong.mjlog", *ONE)

    assert result.exit_code == 1
    assert result.stdout.startswith("wrong.mjlog E1.0 #6 draw-kind: ")


@pytest.fixture
def twice(logs, honest):
    """A log with a wrong kind of draw that pays what none pays."""
    (logs / "twice.mjlog").write_bytes(
        honest.replace(b'type="yao9"', b'type="kaze4"').replace(b'sc="250,0,250,0', b'sc="250,10,250,-10')
    )


PAID = "(+1000, -1000, 0, 0)"


def test_what_hangs_together_with_a_finding_is_indented_below_it(call, twice):
    checks = ("--checks", "draw-kind,draw-payment")
    first, second, third, *_ = call("validate", "twice.mjlog", *checks).stdout.splitlines()

    assert first.startswith("twice.mjlog E1.0 #6 draw-kind: ")
    assert second == f"  draw-payment: log has {PAID}, the rules give (0, 0, 0, 0)"
    assert third.startswith("1 games, ")


def test_each_failure_is_printed_in_full_when_asked_for(call, twice):
    first, second, *_ = call("validate", "twice.mjlog", "--each").stdout.splitlines()

    assert "#6 draw-kind: log says " in first
    assert f"#6 draw-payment: log pays {PAID}, " in second


CAUSE = (
    "draw-kind, log says suufon_renda, play gives kyuushu_kyuuhai: "
    "2 findings in 2 games, first twice.mjlog E1.0 #6"
)


def test_causes_come_last_where_they_are_fewer_than_the_findings(call, twice):
    both = call("validate", "twice.mjlog", "wrong.mjlog", *ONE)
    one = call("validate", "wrong.mjlog", *ONE)

    assert both.stdout.splitlines()[-2:] == ["causes:", f"  {CAUSE}"]
    assert "causes" not in one.stdout


def test_causes_alone_are_printed_when_asked_for(call, twice):
    grouped = call("validate", "twice.mjlog", "wrong.mjlog", "honest.mjlog", "--group", *ONE)

    assert (grouped.exit_code, grouped.stdout) == (1, f"{CAUSE}\n")


def test_a_summary_counts_the_findings_that_lead_and_every_failure(call, twice):
    checks = ("--checks", "draw-kind,draw-payment", "--format", "jsonl")
    *found, summary = map(json.loads, call("validate", "twice.mjlog", *checks).stdout.splitlines())

    assert [(one["check"], one["chain"], one["leads"]) for one in found] == [
        ("draw-kind", 0, True),
        ("draw-payment", 0, False),
    ]
    assert summary["findings"] == {"draw-kind": 1}
    assert [summary["checks"][check]["failed"] for check in ("draw-kind", "draw-payment")] == [1, 1]


@pytest.mark.parametrize(("option", "status"), [((), 0), (("--strict",), 1)])
def test_undecided_alone_is_clean_unless_strict(call, logs, option, status):
    result = call("validate", "cut.mjlog", *ONE, *option)

    assert result.exit_code == status
    assert "whole-log" in result.stdout


def test_nothing_readable_ends_with_status_2(call, logs):
    result = call("validate", "none.mjlog", *ONE)

    assert result.exit_code == 2
    assert result.stderr == "Error: nothing readable; expected at least one mjlog\n"
    assert result.stdout.startswith("none.mjlog #0 well-formed: not a readable log: ")


def test_rules_can_be_named(call, logs):
    result = call("validate", "honest.mjlog", "--rules", "wrc", "--format", "jsonl", *ONE)

    first = json.loads(result.stdout.splitlines()[0])

    assert (result.exit_code, first["check"], first["rule_set"]) == (1, "draw-kind", "wrc")


def test_rules_can_be_a_file(call, logs, root):
    shipped = (root / "analyzer" / "rules" / "sets" / "tenhou.toml").read_text(encoding="utf-8")
    (logs / "mine.toml").write_text(shipped, encoding="utf-8")

    assert call("validate", "honest.mjlog", "--rules", "mine.toml", *ONE).exit_code == 0


ACCOUNTS = ("inputs", "games", "unreadable", "duplicates", "absent", "skipped")


@pytest.mark.parametrize(("others", "status", "games"), [((), 2, 0), (("honest.mjlog",), 1, 1)])
def test_zeros_under_the_name_of_a_log_are_unreadable_and_no_clean_archive(call, logs, others, status, games):
    (logs / "archive").mkdir()
    (logs / "archive" / "2022010105gm-00b9-0000-00000001.mjlog").write_bytes(bytes(30_000))

    text = call("validate", "archive", *others, *ONE)
    lines = call("validate", "archive", *others, *ONE, "--format", "jsonl").stdout.splitlines()

    assert text.exit_code == status
    assert "findings: none" not in text.stdout
    assert (
        f"\ninputs: {games + 1} = games {games} + unreadable 1 + duplicates 0 + absent 0 + skipped 0\n"
        in text.stdout
    )
    assert [json.loads(lines[-1])[name] for name in ACCOUNTS] == [games + 1, games, 1, 0, 0, 0]


def test_every_output_says_what_came_in(call, logs):
    (logs / "notes.txt").write_bytes(b"notes")

    account = "inputs: 5 = games 3 + unreadable 1 + duplicates 0 + absent 0 + skipped 1\n"
    assert account in call("validate", ".", *ONE).stdout
    junit = call("validate", ".", *ONE, "--format", "junit").stdout
    assert account in junit
    assert junit.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites tests="4" ')
    assert junit.count("<testcase ") == 4
    assert junit.endswith("</testsuite></testsuites>\n")
    lines = call("validate", ".", *ONE, "--format", "jsonl").stdout.splitlines()
    *found, summary = map(json.loads, lines)
    assert [summary[name] for name in ACCOUNTS] == [5, 3, 1, 0, 0, 1]
    assert {one["log"]: (one["type"], one["verdict"]) for one in found} == {
        "cut.mjlog": ("finding", "undecided"),
        "none.mjlog": ("finding", "malformed"),
        "wrong.mjlog": ("finding", "inconsistent"),
    }
    assert summary["findings"] == {"draw-kind": 1, "well-formed": 1, "whole-log": 1}
