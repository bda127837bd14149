"""Cases say all that a hand's end depends on: settled from a case, it ends as its log does, in every form."""

from __future__ import annotations

import json
from collections import Counter
from itertools import chain

import pytest

import analyzer
from analyzer.audit import LogName, review
from analyzer.conformance.cases import cases_text, read_cases
from analyzer.conformance.samples import Sample, expected_games
from analyzer.errors import UserMistake
from analyzer.rules import load
from analyzer.simulation import Scenario, simulate
from analyzer.simulation.scene import Scene
from analyzer.simulation.simulate import scenario_log
from analyzer.vocabulary import parse_kyoku
from tests.conformance.conftest import SOME, SOME_SETS
from tests.conformance.plain_engine import in_mjai, log_of, tiles_of

PAARENCHAN = 8
"""Honba with which a dealer wins by it: it is of the table, and neither of the hand nor of its plays."""

of_some = pytest.mark.parametrize("pack", [SOME], indirect=True)


@pytest.fixture(scope="session")
def cases(pack):
    return read_cases(pack)


def test_a_case_ends_as_its_log_does(cases, games):
    logs = {(row["rule_set"], row["scenario"]): game for row, game in games}
    for case in cases:
        rule_set, scenario, number = case.name.split("/")
        game = logs[rule_set, scenario]
        hand, expected = game.hands[int(number)], case.expected

        assert (expected["outcome"], expected["deltas"]) == (hand["outcome"], hand["deltas"]), case
        assert [win["fu"] for win in expected["wins"]] == [win["fu"] for win in hand["wins"]], case
        assert expected["next_hand"] == hand["next_hand"], case
        assert expected["end"] == (game.end if hand is game.hands[-1] else None), case


def test_a_case_settled_by_hand_is_what_it_expects(cases):
    for case in cases:
        settled = analyzer.settle(case.question["hand"], case.question["rules"]["name"])

        assert json.loads(json.dumps(settled.to_dict())) | {"end": case.expected["end"]} == case.expected


def test_every_win_is_worth_as_much_when_it_is_scored_alone(cases):
    scored = 0
    for case in cases:
        if case.question["hand"]["own_honba"] >= PAARENCHAN:
            continue
        expected = {win["winner"]: win for win in case.expected["wins"]}
        for asked in case.question["wins"]:
            win = dict(asked)
            seat = win.pop("seat")
            if seat in expected:
                alone = analyzer.score(rules=case.question["rules"]["name"], **win)
                assert (alone.han, alone.fu, alone.points) == (
                    expected[seat]["han"],
                    expected[seat]["fu"],
                    expected[seat]["points"],
                ), case
                # Of two winners each is asked as if it took all that lies there; East comes first.
                dealer = parse_kyoku(case.question["hand"]["kyoku"])[0] % 4
                turned = [*expected[seat]["deltas"][dealer:], *expected[seat]["deltas"][:dealer]]
                assert len(expected) > 1 or [*alone.deltas] == turned, case
                scored += 1

    assert scored > 30


def test_the_plays_as_mjai_lead_to_the_same_end(cases):
    for case in cases:
        # Where only some of the wins that are called stand, mjai would have these alone.
        is_bumped = 0 < len(case.expected["wins"]) < len(case.question["wins"])
        if case.question["hand"]["own_honba"] < PAARENCHAN and not is_bumped:
            played = analyzer.read(log_of(case, None), case.question["rules"]["name"]).hand(0).settlement()

            assert list(played.deltas) == case.expected["deltas"], case


@pytest.mark.parametrize("rule_set", SOME_SETS)
def test_a_wall_deals_what_was_played(cases, rule_set):
    rules = load(rule_set)
    for case in cases:
        if case.question["rules"]["name"] != rule_set:
            continue
        start, plays = case.question["mjai"][1], case.question["mjai"][2:]
        wall = [in_mjai(tile) for tile in case.question["wall"]]

        assert max(Counter(tile.replace("r", "") for tile in wall).values()) == 4
        assert len(wall) == (136 if rules.seats == 4 else 108)
        dealt = wall[: 13 * rules.seats]
        for turn in range(rules.seats):
            # Three times four tiles each in turn, and then one.
            blocks = [dealt[4 * (rules.seats * time + turn) :][:4] for time in range(3)]
            tehai = [*chain(*blocks), dealt[12 * rules.seats + turn]]
            assert sorted(tehai) == sorted(start["tehais"][(start["oya"] + turn) % rules.seats]), case
        live, dead = iter(wall[13 * rules.seats :]), wall[::-1]
        replacements = iter([dead[place ^ 1] for place in range(2 * rules.seats if rules.seats == 4 else 8)])
        first = 4 if rules.seats == 4 else 8
        indicators = iter([dead[place] for place in range(first + 1, first + 11, 2)])
        under = [dead[place] for place in range(first, first + 10, 2)]
        assert next(indicators) == start["dora_marker"]
        replaces = False
        for play in plays:
            if play["type"] == "tsumo":
                assert play["pai"] == next(replacements if replaces else live), case
            if play["type"] == "dora":
                assert play["dora_marker"] == next(indicators), case
            elif play["type"] not in ("reach", "reach_accepted"):
                replaces = play["type"] in ("ankan", "kakan", "daiminkan", "nukidora")
        ura = [in_mjai(tile) for tile in tiles_of(case.question["hand"]["ura"])]
        assert under[: len(ura)] == ura, case


def calls_of(case):
    """Kind, called tile and source of every meld by seat, as the plays have them."""
    found = {seat: [] for seat in case.question["hand"]["seat"]}
    for event in case.question["mjai"]:
        calls = found.get(str(event.get("actor")))
        match event["type"]:
            case "chi" | "pon" | "daiminkan" as kind:
                calls.append((kind, event["pai"], event["target"]))
            case "ankan":
                calls.append(("ankan", None, None))
            case "kakan":
                own = event["pai"][:2]
                at = next(at for at, (kind, tile, _) in enumerate(calls) if kind == "pon" and tile[:2] == own)
                calls[at] = ("kakan", *calls[at][1:])
    return found


def test_a_meld_begins_with_the_tile_that_was_called_and_says_from_whom(cases):
    for case in [*cases, *read_cases()]:
        told = {}
        for seat, own in case.question["hand"]["seat"].items():
            melds = [text.replace(" from ", " ").split() for text in own.get("melds", ())]
            told[seat] = [
                (kind, in_mjai(tiles_of(tiles)[0]), int(source[0])) if source else (kind, None, None)
                for kind, tiles, *source in melds
            ]

        assert told == calls_of(case), case


def cases_of(data, rules):
    """The cases of one log, whose first hand shows something."""
    judged = review([(LogName("a", "a"), data)], rules.name)
    games = [(Sample("a", "", (0,), data), expected_games(judged, rules)[0])]
    return [*map(json.loads, cases_text(judged, rules, rules.name, games).splitlines())]


def test_the_called_tile_of_a_chi_comes_first():
    # South calls 3p of East with 2p and 4p, and wins.
    ((_, data),) = simulate(1, "1", players=4, scenario="open_pinfu_form", rules="tenhou")
    case = cases_of(data, load("tenhou"))[0]

    assert case["hand"]["seat"]["1"]["melds"] == case["wins"][0]["melds"] == ["chi 324p from 0"]


def test_a_wall_has_every_tile_once_where_the_rules_have_no_red_fives():
    # The red copy of 5m lies under the indicator and a plain one in a tehai: by the WRC both are 5m.
    scene = Scene(
        haipai={"S": "555m12378p99s222z"},
        plays="S - S riichi - S - W +9p - S ron",
        indicators="1z",
        ura="0m",
    )
    rules = load("wrc")
    _, data = scenario_log(Scenario(name="red", meaning="", scenes=(scene,)), "tests", rules)
    (case,) = cases_of(data, rules)[:1]

    assert case["hand"]["ura"] == "5m"
    assert {*Counter(case["wall"]).values()} == {4}


def test_a_question_tells_nothing_of_the_answer(cases):
    for case in cases:
        assert {*case.question} == {"case", "rules", "hand", "final_points", "wins", "mjai", "wall"}
        assert not {"hora", "ryukyoku"} & {event["type"] for event in case.question["mjai"]}


def test_every_part_of_a_case_has_a_grade_with_its_evidence(cases):
    evidence = {"measured": "hands", "stated": "sources", "disputed": "readings"}
    for case in cases:
        first = "wins" if case.expected["outcome"] == "win" else "draws"

        assert [*case.grades] == [first, "flow" if case.expected["end"] is None else "ends"]
        for grade in case.grades.values():
            assert grade[evidence[grade["grade"]]], case


@of_some
def test_a_head_bump_names_all_who_call(cases):
    (bumped,) = (case for case in cases if case.name == "wrc/double_ron/1")

    assert len(bumped.question["hand"]["ron"]) == 2
    assert len(bumped.expected["wins"]) == 1
    assert [one["no_win"] for one in bumped.expected["invalid"]] == ["head-bump"]


def test_no_two_cases_ask_the_same(cases):
    asked = [json.dumps(case.question["hand"]) + case.question["rules"]["name"] for case in cases]

    assert len({*asked}) == len(asked)


@of_some
def test_only_some_rule_sets_are_read(pack):
    assert {case.name.split("/")[0] for case in read_cases(pack, ["wrc"])} == {"wrc"}


@of_some
def test_what_is_no_pack_is_one_line(tmp_path, pack):
    with pytest.raises(UserMistake, match="has no conformance pack; `tenhou-analyzer conformance make"):
        read_cases(tmp_path)
    with pytest.raises(
        UserMistake, match="the pack has no rule set 'wrcc'; it has tenhou, tenhou-sanma, wrc"
    ):
        read_cases(pack, ["wrcc"])
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "tenhou.jsonl").write_text('{"case": 1}\n')
    with pytest.raises(UserMistake, match=r"tenhou.jsonl #1: not a case of a pack"):
        read_cases(tmp_path)
