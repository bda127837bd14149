"""The pack as a whole: its files and twins, their agreement, and that it is written completely or not at all.

All that needs the pack is here: making it takes long, and each process of pytest-xdist would make its own.
"""

from __future__ import annotations

import hashlib
import json
import re
from contextlib import nullcontext
from pathlib import Path

import pytest

from analyzer.audit import LogName, Verdict, review
from analyzer.conformance import pack as packing
from analyzer.conformance import planting, write_pack
from analyzer.conformance import samples as sampling
from analyzer.conformance.cases import read_cases
from analyzer.errors import UserMistake
from analyzer.kernels import compiling
from analyzer.rules import load, names
from analyzer.simulation import SCENARIOS
from analyzer.simulation.scenarios import HANDS
from tests.conformance.conftest import EVERY, WHOLE, read, rows

SINGLE = {row.name for row in HANDS}
FORMS = [row.name for row in SCENARIOS if row.form is not None]
FAULTS_OF_PLAY = ("noten_riichi", "noten_riichi_suucha")


def files_of(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def results(row, pack):
    """Scores after the hands of a log, by what its own results say: the last of each hand."""
    after = []
    for tag, text in re.findall(rb"<(INIT|AGARI|RYUUKYOKU)\b([^>]*)", (pack / row["log"]).read_bytes()):
        if tag == b"INIT":
            after.append(None)
        else:
            numbers = [100 * int(number) for number in re.search(rb' sc="([^"]*)"', text)[1].split(b",")]
            after[-1] = [a + b for a, b in zip(numbers[:8:2], numbers[1:8:2], strict=True)]
    return after


def owari(row, pack):
    """Final scores and results of a log, in points."""
    found = re.findall(rb'owari="([^"]*)"', (pack / row["log"]).read_bytes())
    numbers = found[-1].decode().split(",")[: 2 * row["players"]]
    return [100 * int(n) for n in numbers[::2]], [round(1000 * float(n)) for n in numbers[1::2]]


def test_the_index_names_every_file_with_its_digest(pack, index):
    there = files_of(pack)
    del there["index.json"]

    assert index["sha256"] == {name: hashlib.sha256(data).hexdigest() for name, data in there.items()}


def played(index, rule_set):
    """Names of the scenarios and single hands that a pack has of a rule set."""
    logs = [row for row in index["logs"] if row["rule_set"] == rule_set]
    return {name for row in logs for name in (row["hands"] or [row["scenario"]]) if name}


@pytest.mark.parametrize("rule_set", ["tenhou", "tenhou-sanma"])
def test_every_scenario_that_makes_sense_is_there_under_the_first_rule_sets(pack, index, rule_set):
    due = {row.name for row in rows(pack.name) if row.makes_sense(load(rule_set))}

    assert {name for name in played(index, rule_set) if name not in SINGLE} == due
    assert played(index, rule_set) & SINGLE


@pytest.mark.long
@pytest.mark.parametrize("pack", [EVERY], indirect=True)
def test_the_pack_that_is_tested_has_every_scenario_and_rule_set(index):
    shipped = [load(name) for name in names()]
    possible = {row.name for row in SCENARIOS if any(row.makes_sense(rules) for rules in shipped)}

    assert {row["scenario"] for row in index["logs"] if not row["hands"]} == possible
    assert {row["name"] for row in index["rule_sets"]} == {*names()}


def test_every_file_says_which_version_it_is_of(pack):
    files = {name: data for name, data in files_of(pack).items() if not name.startswith("faulty/")}
    texts = [json.loads(data) for name, data in files.items() if name.endswith(".json")]

    assert {text["schema"] for text in texts} == {"tenhou-analyzer-conformance 4"}


def test_a_log_says_what_its_rule_set_makes_of_it(pack, games):
    for row, game in games:
        said = [scores[: row["players"]] for scores in results(row, pack)]

        assert [hand["scores_after"] for hand in game.hands] == said, row["log"]
        assert (game.end["scores"], game.end["results"]) == owari(row, pack), row["log"]


def test_each_hand_begins_as_the_one_before_says(games):
    for row, game in games:
        for before, after in zip(game.hands, game.hands[1:], strict=False):
            following = tuple(before[name] for name in ("next_hand", "next_dealer", "kyotaku"))

            assert following == (after["hand"], after["dealer"], after["sticks"]), row["log"]
            assert before["scores_after"] == after["scores_before"], row["log"]
        assert game.end is not None


def test_no_point_is_made_or_lost_but_for_sticks(games):
    for row, game in games:
        for hand in game.hands:
            sticks = hand["sticks"] + len(hand["deposits"])
            taken = sum(hand["deltas"])

            assert taken in (0, 1000 * sticks) or hand["outcome"] == "chombo", row["log"]
            assert taken == 1000 * (sticks - hand["kyotaku"]), row["log"]


def test_every_hand_has_reasons_and_every_rule_named_in_one_a_source(games):
    reasons = [hand["reasons"] for _, game in games for hand in game.hands]

    assert all(reasons)
    assert all(one["source"] for each in reasons for one in each if one["rule"])


def test_the_hands_that_show_a_scenario_exist(games):
    beyond = {
        row["log"]: (row["shows"], len(game.hands))
        for row, game in games
        if not set(row["shows"]) <= set(range(len(game.hands)))
    }
    assert beyond == {}


def test_our_referee_finds_nothing_but_in_scenarios_about_a_fault(pack, index):
    for name in {row["rule_set"] for row in index["logs"]}:
        rows = {row["log"]: row["scenario"] for row in index["logs"] if row["rule_set"] == name}
        logs = [(LogName(log, log), (pack / log).read_bytes()) for log in rows]
        found = [one for one in review(logs, name).findings if not one.check.startswith("wall-")]

        assert {rows[one.source] for one in found} <= {*FAULTS_OF_PLAY, *FORMS}
        assert {rows[one.source] for one in found if one.verdict == "inconsistent"} <= {*FAULTS_OF_PLAY}


def places(findings, due):
    """What is found, but for what the fault, or a log without a seed, leaves undecided."""
    return [
        {
            "check": one.check,
            "verdict": one.verdict,
            "hand": one.hand,
            "element": one.element,
            "seat": one.seat,
        }
        for one in findings
        if one.verdict != Verdict.UNDECIDED or (one.check, one.verdict) == (due["check"], due["verdict"])
    ]


def test_every_twin_gives_exactly_its_finding(pack, index):
    for name in {row["rules"] for row in index["faulty"]}:
        rows = [row for row in index["faulty"] if row["rules"] == name]
        logs = [(LogName(row["log"], row["log"]), (pack / row["log"]).read_bytes()) for row in rows]
        with compiling() if WHOLE else nullcontext():
            found = review(logs, name).findings

        for row in rows:
            mine = [one for one in found if one.source == row["log"] and one.leads]
            assert places(mine, row["finding"]) == [row["finding"]], row["log"]


@pytest.fixture
def few(monkeypatch):
    """Scenarios reduced to three, so that a pack is made at once."""
    names = ("bust_by_ron", "bust_by_tsumo", "bust_of_the_dealer")
    monkeypatch.setattr(sampling, "SCENARIOS", [row for row in SCENARIOS if row.name in names])
    monkeypatch.setattr(sampling, "HANDS", ())


def test_another_rule_set_repeats_only_what_it_settles_otherwise(tmp_path, monkeypatch):
    names = ("bust_by_ron", "bust_by_noten", "four_han_30_fu", "kyuushu_9")
    monkeypatch.setattr(sampling, "SCENARIOS", [row for row in SCENARIOS if row.name in names])
    monkeypatch.setattr(sampling, "HANDS", [row for row in HANDS if row.name in ("haku", "four_han_30")])

    write_pack(tmp_path / "pack", rule_sets=["wrc", "tenhou"])
    index = read(tmp_path / "pack" / "index.json")

    # WRC rounds four han and 30 fu up, plays on below zero, and has no kyuushu kyuuhai.
    assert played(index, "tenhou") == {*names, "haku", "four_han_30"}
    assert played(index, "wrc") - {"haku"} == {"bust_by_ron", "four_han_30_fu", "four_han_30"}


def test_the_same_arguments_give_the_same_bytes(few, tmp_path):
    for name in ("one", "two"):
        write_pack(tmp_path / name, faulty=True, rule_sets=["tenhou"])

    assert files_of(tmp_path / "one") == files_of(tmp_path / "two")


def test_another_seed_gives_other_logs(few, tmp_path):
    for name in ("one", "two"):
        write_pack(tmp_path / name, seed=name, rule_sets=["tenhou"])
    one, two = files_of(tmp_path / "one"), files_of(tmp_path / "two")

    assert one.keys() == two.keys()
    assert one["logs/tenhou/bust_by_ron.mjlog"] != two["logs/tenhou/bust_by_ron.mjlog"]


def test_without_faulty_there_are_no_twins_and_no_word_of_them(few, tmp_path):
    assert write_pack(tmp_path / "short", rule_sets=["tenhou"]) == len(there := files_of(tmp_path / "short"))
    write_pack(tmp_path / "whole", faulty=True, rule_sets=["tenhou"])
    whole = files_of(tmp_path / "whole")

    assert json.loads(there["index.json"])["faulty"] == []
    assert not any("fault" in name for name in there)
    assert b"fault" not in there["README.md"]
    assert whole["README.md"].startswith(there["README.md"])
    assert b"faulty/" in whole["README.md"]
    assert b"<!--" not in whole["README.md"]
    ends = {name[name.rindex(".") :] for name in whole if name.startswith("faulty/")}
    assert {".mjlog"} < ends <= {*planting.FORMS.values()}


def test_a_pack_is_replaced_whole(few, tmp_path):
    write_pack(tmp_path / "pack", faulty=True, rule_sets=["tenhou"])
    write_pack(tmp_path / "pack", rule_sets=["wrc"])

    there = {name.split("/")[1] for name in files_of(tmp_path / "pack") if "/" in name}
    assert there == {"wrc", "wrc.json", "wrc.jsonl"}
    assert [path.name for path in tmp_path.iterdir()] == ["pack"]


def test_a_folder_with_other_files_is_left_alone(few, tmp_path):
    write_pack(tmp_path / "pack", rule_sets=["tenhou"])
    (tmp_path / "pack" / "mine.txt").write_text("mine", encoding="utf-8")
    before = files_of(tmp_path)

    with pytest.raises(UserMistake, match=r"holds mine\.txt, which is no file of a pack"):
        write_pack(tmp_path / "pack", rule_sets=["tenhou"])

    assert files_of(tmp_path) == before


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "pack").write_text("", encoding="utf-8")

    with pytest.raises(UserMistake, match="is a file, expected a folder"):
        write_pack(tmp_path / "pack")


def test_a_rule_set_that_does_not_exist_leaves_nothing_behind(tmp_path):
    with pytest.raises(UserMistake, match="no-such-set"):
        write_pack(tmp_path / "pack", rule_sets=["no-such-set"])

    assert list(tmp_path.iterdir()) == []


def test_a_failure_on_the_way_leaves_the_old_pack(few, tmp_path, monkeypatch):
    write_pack(tmp_path / "pack", rule_sets=["tenhou"])
    before = files_of(tmp_path)
    monkeypatch.setattr("analyzer.conformance.pack._readme", lambda **_: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        write_pack(tmp_path / "pack", rule_sets=["wrc"])

    assert files_of(tmp_path) == before


def test_a_rule_set_of_ones_own_is_named_by_its_file(few, tmp_path, root, monkeypatch):
    shipped = (root / "analyzer" / "rules" / "sets" / "tenhou.toml").read_text(encoding="utf-8")
    own = tmp_path / "house.toml"
    own.write_text(
        shipped.replace("noten_penalty_points = { value = 3000", "noten_penalty_points = { value = 6000")
    )

    monkeypatch.setattr(sampling, "SCENARIOS", [row for row in SCENARIOS if row.name == "bust_by_noten"])
    write_pack(tmp_path / "pack", rule_sets=[str(own)])

    cases = [case for case in read_cases(tmp_path / "pack") if case.name == "house/bust_by_noten/2"]
    assert [sorted(case.expected["deltas"]) for case in cases] == [[-3000, -3000, 3000, 3000]]
    assert [case.question["rules"]["name"] for case in cases] == ["house"]


def test_two_rule_sets_of_one_name_are_refused(tmp_path, root):
    own = tmp_path / "tenhou.toml"
    own.write_bytes((root / "analyzer" / "rules" / "sets" / "tenhou.toml").read_bytes())

    with pytest.raises(UserMistake, match="two rule sets of a pack have one name"):
        write_pack(tmp_path / "pack", rule_sets=["tenhou", str(own)])


def test_json_is_indented_by_one_and_says_its_version():
    content = {"shows": (0, 2), "hands": [{"deltas": (-1000, 1000), "tile": "般[1,\n2]", "wins": []}]}

    assert packing._json(content).decode().split("\n") == [
        "{",
        ' "schema": "tenhou-analyzer-conformance 4",',
        ' "shows": [0, 2],',
        ' "hands": [',
        "  {",
        '   "deltas": [-1000, 1000],',
        '   "tile": "般[1,\\n2]",',
        '   "wins": []',
        "  }",
        " ]",
        "}",
        "",
    ]
