"""Games that were paid by rules with one thing wrong: the finding names it, or that no source states it."""

import re

from analyzer import simulate
from analyzer.audit import LogName, Verdict, review
from analyzer.rules import load
from tests.case_files import each, rows
from tests.scenarios.telling import scenes_played
from tests.settlement.notes import varied


@each(rows("audit/causes", "wrong"))
def test_a_game_paid_by_a_wrong_rule_names_it(row):
    base = row.get("base", "tenhou")
    data, _ = scenes_played(row["scenario"], varied(load(base), row["rules"]))

    found = review([(LogName("game", "game"), data)], base).findings

    causes = [one.cause for one in found if one.cause]
    assert any(f"as if {row['cause']}" in said.split("; ") for said in causes), causes
    assert all(len(said.split("; ")) <= 3 for said in causes)


def test_a_ron_paid_by_the_discarder_alone_is_without_pao():
    data, _ = scenes_played("pao_daisangen_ron", load("tenhou"))
    paid = re.search(rb'sc="(\d+),-160,(\d+),323,(\d+),-163,(\d+),0"', data)
    wrong = data.replace(paid[0], b'sc="%b,-323,%b,323,%b,0,%b,0"' % paid.groups())

    found = review([(LogName("game", "game"), wrong)], "tenhou").findings

    assert [one.cause for one in found if one.check == "win-payment"] == ["as if there were no pao"]


UNSTATED = "m-league does not state furiten_tenpai; it is right if that is false"


def found_in(file_of, base, judged_by, scenario="furiten_tenpai", changes=None):
    """What is found in a game where furiten hands are noten at a draw, or other rules are changed."""
    rules = file_of(varied(load(base), changes or {"furiten_tenpai": False}))
    ((_, data),) = simulate(1, "furiten", scenario=scenario, rules=rules)
    return review([(LogName("game", "game"), data)], judged_by).findings


def test_what_another_value_of_a_rule_gives_that_no_source_states_is_undecided(file_of):
    assert load("m-league").source("furiten_tenpai").startswith("not stated")
    assert not load("ema-2025").source("furiten_tenpai").startswith("not stated")

    found = found_in(file_of, "m-league", "m-league")

    assert {one.check for one in found} >= {"shown-seats", "draw-payment", "next-kyoku"}
    assert {(one.verdict, one.reason) for one in found} == {(Verdict.UNDECIDED, UNSTATED)}
    assert {one.verdict for one in found_in(file_of, "ema-2025", "ema-2025")} == {Verdict.INCONSISTENT}


def test_the_file_of_a_user_states_all_and_what_no_value_gives_stays_a_finding(file_of, tmp_path):
    club = tmp_path / "club.toml"
    club.write_text('title = "Club"\nbase = "m-league"\n', "utf-8")

    assert {one.verdict for one in found_in(file_of, "m-league", str(club))} == {Verdict.INCONSISTENT}
    found = found_in(file_of, "m-league", "m-league", "tenpai_1", {"noten_penalty": "off"})
    assert {(one.check, one.verdict) for one in found} == {("draw-payment", Verdict.INCONSISTENT)}
