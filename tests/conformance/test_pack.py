"""Packs: their files, cases and twins, that all agree, and that one is written completely or not at all.

All that needs the packs of `conftest.py` is here: making them takes long, and each process of pytest-xdist
would make its own.
"""

import hashlib
import json
import re
from collections import Counter, defaultdict
from itertools import chain
from pathlib import Path

import pytest

import analyzer
from analyzer.audit import LogName, Verdict, review
from analyzer.conformance import pack as packing
from analyzer.conformance import planting, write_pack
from analyzer.conformance import samples as sampling
from analyzer.conformance.cases import cases_text, read_cases
from analyzer.conformance.samples import Sample, expected_games
from analyzer.errors import UserMistake
from analyzer.rules import load
from analyzer.simulation import SCENARIOS, Scenario, simulate
from analyzer.simulation.scenarios import HANDS
from analyzer.simulation.scene import Scene
from analyzer.simulation.simulate import scenario_log
from analyzer.vocabulary import parse_kyoku, tiles_in
from tests.conformance.conftest import (
    SOME,
    SOME_ROWS,
    SOME_SETS,
    drawn_hand,
    games_of,
    rows,
    speed_for,
    won_hand,
)
from tests.conformance.plain_engine import in_mjai, log_of
from tests.hands import log_of as made_log_of
from tests.scenarios.telling import by_scenario

SINGLE = {row.name for row in HANDS}
FORMS = [row.name for row in SCENARIOS if row.form is not None]
FAULTS_OF_PLAY = ("noten_riichi", "noten_riichi_suucha")
PAARENCHAN = 8
"""Honba with which a dealer wins by it: it is of the table, and neither of the hand nor of its plays."""

of_some = pytest.mark.parametrize("pack", [SOME], indirect=True)


@pytest.fixture(scope="session")
def cases(pack):
    return read_cases(pack)


@pytest.fixture
def at_speed(pack):
    """What is much to read is read as fast as the pack was written."""
    with speed_for(pack):
        yield


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


def played(index, rule_set):
    """Names of the scenarios and single hands that a pack has of a rule set."""
    logs = [row for row in index["logs"] if row["rule_set"] == rule_set]
    return {name for row in logs for name in (row["hands"] or [row["scenario"]]) if name}


def test_the_index_names_every_file_with_its_digest_and_each_says_its_version(pack, index):
    there = files_of(pack)
    texts = [json.loads(data) for name, data in there.items() if re.match(r"[^/]+json|rules/", name)]
    del there["index.json"]

    assert index["sha256"] == {name: hashlib.sha256(data).hexdigest() for name, data in there.items()}
    assert {text["schema"] for text in texts} == {"tenhou-analyzer-conformance 4"}


@of_some
@pytest.mark.parametrize("rule_set", ["tenhou", "tenhou-sanma"])
def test_every_scenario_that_makes_sense_is_there_under_the_first_rule_sets(index, rule_set):
    due = {row.name for row in rows(SOME) if row.makes_sense(load(rule_set))}

    assert {name for name in played(index, rule_set) if name not in SINGLE} == due
    assert played(index, rule_set) & SINGLE


def test_a_log_says_what_its_rule_set_makes_of_it(pack, games):
    for row, game in games:
        said = [scores[: row["players"]] for scores in results(row, pack)]

        assert [hand["scores_after"] for hand in game.hands] == said, row["log"]
        assert (game.end["scores"], game.end["results"]) == owari(row, pack), row["log"]
        # The hands that show something exist.
        assert set(row["shows"]) <= {*range(len(game.hands))}, row["log"]
        for before, after in zip(game.hands, game.hands[1:], strict=False):
            following = tuple(before[name] for name in ("next_hand", "next_dealer", "kyotaku"))
            assert following == (after["hand"], after["dealer"], after["sticks"]), row["log"]
            assert before["scores_after"] == after["scores_before"], row["log"]
        for hand in game.hands:
            # No point is made or lost but for sticks, and every rule that is named has a source.
            sticks = hand["sticks"] + len(hand["deposits"])
            assert sum(hand["deltas"]) == 1000 * (sticks - hand["kyotaku"]), row["log"]
            assert sum(hand["deltas"]) in (0, 1000 * sticks) or hand["outcome"] == "chombo", row["log"]
            assert hand["reasons"]
            assert all(one["source"] for one in hand["reasons"] if one["rule"])


def test_our_referee_finds_nothing_but_in_scenarios_about_a_fault(index, judged):
    scenarios = {row["log"]: row["scenario"] for row in index["logs"]}
    found = [one for each in judged.values() for one in each.findings if not one.check.startswith("wall-")]

    assert {scenarios[one.source] for one in found} <= {*FAULTS_OF_PLAY, *FORMS}
    inconsistent = {scenarios[one.source] for one in found if one.verdict == "inconsistent"}
    assert inconsistent <= {*FAULTS_OF_PLAY}


@pytest.mark.usefixtures("at_speed")
def test_every_twin_gives_exactly_its_finding(pack, index):
    for name in {row["rules"] for row in index["faulty"]}:
        rows = [row for row in index["faulty"] if row["rules"] == name]
        logs = [(LogName(row["log"], row["log"]), (pack / row["log"]).read_bytes()) for row in rows]
        found = defaultdict(list)
        for one in review(logs, name).findings:
            if one.leads:
                found[one.source].append({key: getattr(one, key) for key in planting.FindingRow._fields})

        for row in rows:
            # A fault, or a log without a seed, may leave something undecided.
            told = [
                one
                for one in found[row["log"]]
                if one["verdict"] != Verdict.UNDECIDED or one["check"] == row["finding"]["check"]
            ]
            assert told == [row["finding"]], row["log"]


def test_a_case_ends_as_its_log_does(cases, games):
    logs = {(row["rule_set"], row["scenario"]): game for row, game in games}
    for case in cases:
        rule_set, scenario, number = case.name.split("/")
        game = logs[rule_set, scenario]
        hand = game.hands[int(number)]
        due = {key: hand[key] for key in ("hand", "outcome", "deltas", "next_hand")}

        assert {key: case.expected[key] for key in due} == due, case
        assert case.expected["end"] == (game.end if hand is game.hands[-1] else None), case


def game_of(scenario, rule_set):
    """The game of a scenario as its rule set settles it."""
    ((_, data),) = simulate(1, "1", scenario=scenario, rules=rule_set)
    (game,) = games_of(review([(LogName("a", "a"), data)], rule_set), load(rule_set))
    return game


@pytest.mark.parametrize(
    ("scenario", "cause", "rule"),
    [
        ("bust_by_ron", "bust", "bust = "),
        ("agari_yame", "yame", "agari_yame = "),
        ("tenpai_yame", "yame", "tenpai_yame = "),
        ("whole_extension", "limit", None),
        # Two sticks are paid in its last hand.
        ("tie_at_the_top", "target", None),
    ],
)
def test_a_game_ends_as_worked_out_by_hand_with_cause_and_rule(scenario, cause, rule):
    end, (_, scores, results) = game_of(scenario, "tenhou").end, by_scenario("ended")[scenario]["tenhou"]

    assert (end["cause"], end["scores"]) == (cause, scores)
    assert end["results"] == [round(1000 * result) for result in results]
    assert rule is None or end["reasons"][0]["rule"].startswith(rule)


def test_chombo_is_taken_from_the_final_result_where_the_rules_say_so():
    # World Riichi: 20,000 of the final result, nothing in the game.
    game = game_of("noten_riichi", "wrc")
    (chombo,) = (hand["final_points"] for hand in game.hands if hand["outcome"] == "chombo")

    assert sorted(chombo) == [-20_000, 0, 0, 0]
    assert sum(game.end["results"]) == -20_000


def test_a_log_that_stops_before_the_end_has_none():
    judged = review([(LogName("made", "made"), made_log_of(drawn_hand(), won_hand()))], "tenhou")
    (game,) = games_of(judged, load("tenhou"))

    assert game.end is None
    assert (game.hands[1]["hand"], game.hands[1]["deltas"]) == ("E1.1", [0, -1600, 2600, 0])


@pytest.mark.usefixtures("at_speed")
def test_a_case_settled_by_hand_is_what_it_expects(cases):
    for case in [*cases, *read_cases()]:
        settled = analyzer.settle(case.question["hand"], case.question["rules"]["name"])

        assert json.loads(json.dumps(settled.to_dict())) | {"end": case.expected["end"]} == case.expected


@pytest.mark.usefixtures("at_speed")
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


@pytest.mark.usefixtures("at_speed")
def test_the_plays_as_mjai_lead_to_the_same_end(cases):
    by_rules = defaultdict(list)
    for case in cases:
        # Where only some of the wins that are called stand, mjai would have these alone.
        is_bumped = 0 < len(case.expected["wins"]) < len(case.question["wins"])
        if case.question["hand"]["own_honba"] < PAARENCHAN and not is_bumped:
            by_rules[case.question["rules"]["name"]].append(case)
    for rules, mine in by_rules.items():
        logs = [(LogName(case.name, case.name), log_of(case, None)) for case in mine]
        played = review(logs, rules).audit.settled.deltas[:, : load(rules).seats].tolist()

        assert played == [case.expected["deltas"] for case in mine]


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
        ura = [in_mjai(tile) for tile in tiles_in(case.question["hand"]["ura"])]
        assert under[: len(ura)] == ura, case


def test_a_meld_begins_with_the_tile_that_was_called_and_says_from_whom(cases):
    for case in [*cases, *read_cases()]:
        told = {}
        for seat, own in case.question["hand"]["seat"].items():
            melds = [text.replace(" from ", " ").split() for text in own.get("melds", ())]
            told[seat] = [
                (kind, in_mjai(tiles_in(tiles)[0]), int(source[0])) if source else (kind, None, None)
                for kind, tiles, *source in melds
            ]
        called = {seat: [] for seat in told}
        for event in case.question["mjai"]:
            calls = called.get(str(event.get("actor")))
            match event["type"]:
                case "chi" | "pon" | "daiminkan" as kind:
                    calls.append((kind, event["pai"], event["target"]))
                case "ankan":
                    calls.append(("ankan", None, None))
                case "kakan":
                    own = event["pai"][:2]
                    made = [kind == "pon" and tile[:2] == own for kind, tile, _ in calls]
                    calls[made.index(True)] = ("kakan", *calls[made.index(True)][1:])

        assert told == called, case


def cases_of(data, rules):
    """The cases of one log, whose first hand shows something."""
    judged = review([(LogName("a", "a"), data)], rules.name)
    games = [(Sample("a", "", (0,), data), expected_games(judged, rules)[0])]
    return [*map(json.loads, cases_text(judged, rules, rules.name, games).splitlines())]


def test_what_follows_is_compared_of_every_hand_but_the_last():
    ((_, data),) = simulate(1, "1", scenario="tenpai_1", rules="tenhou")
    (game,) = expected_games(review([(LogName("a", "a"), data)], "tenhou"), load("tenhou"))
    shows = (len(game) - 2, len(game) - 1)

    before, last = packing._settlements([(Sample("a", "", shows, data), game)])["a"]

    # The next hand, its dealer, and the sticks.
    assert [len(settled) for settled, _ in (before, last)] == [
        len(packing._COMPARED) + 3,
        len(packing._COMPARED),
    ]


def test_the_called_tile_of_a_chi_comes_first():
    # South calls 3p of East with 2p and 4p, and wins.
    ((_, data),) = simulate(1, "1", players=4, scenario="open_pinfu_form", rules="tenhou")
    case = cases_of(data, load("tenhou"))[0]

    assert case["hand"]["seat"]["1"]["melds"] == case["wins"][0]["melds"] == ["chi 324p from 0"]


def made_cases(rules, **scene):
    """The cases of a game that begins with a scene."""
    _, data = scenario_log(Scenario(name="made", meaning="", scenes=(Scene(**scene),)), "tests", rules)
    return cases_of(data, rules)


def test_red_fives_are_like_others_where_the_rules_have_none():
    # The red copies of 5p and 5m are the indicator and the tile under it, plain ones of 5m lie in a tehai.
    plays = "S - S riichi - S - W +9p - S ron"
    case = made_cases(load("wrc"), haipai={"S": "555m12378p99s222z"}, plays=plays, indicators="0p", ura="0m")[
        0
    ]

    assert (case["hand"]["indicators"], case["hand"]["ura"]) == ("5p", "5m")
    assert not re.search("0[mps]", json.dumps(case["expected"]))
    assert {*Counter(case["wall"]).values()} == {4}


def test_a_seat_that_let_a_tile_pass_says_so_in_riichi_too():
    # South, and West in riichi, wait for 3p, which North discards.
    waits = {"S": "111m456789s55z12p", "W": "999m123456s66z12p"}
    case = made_cases(load("tenhou"), haipai=waits, plays="W riichi - N -3p ...")[0]

    passed = {seat for seat, own in case["hand"]["seat"].items() if own.get("passed")}
    assert passed == {"2"}


def test_a_question_tells_nothing_of_the_answer_which_has_grades_with_their_evidence(cases):
    evidence = {"measured": "hands", "stated": "sources", "disputed": "readings"}
    asked = [json.dumps(case.question["hand"]) + case.question["rules"]["name"] for case in cases]
    for case in cases:
        assert {*case.question} == {"case", "rules", "hand", "final_points", "wins", "mjai", "wall"}
        assert not {"hora", "ryukyoku"} & {event["type"] for event in case.question["mjai"]}
        first = "wins" if case.expected["outcome"] == "win" else "draws"
        assert [*case.grades] == [first, "flow" if case.expected["end"] is None else "ends"]
        for grade in case.grades.values():
            assert grade[evidence[grade["grade"]]], case

    assert len({*asked}) == len(asked)


@of_some
def test_a_head_bump_names_all_who_call(pack):
    cases = read_cases(pack, ["wrc"])
    (bumped,) = (case for case in cases if case.name == "wrc/double_ron/1")

    assert {case.name.split("/")[0] for case in cases} == {"wrc"}
    # In turn from the seat that pays.
    assert (bumped.question["hand"]["last"][:9], bumped.question["hand"]["ron"]) == ("discard 0", [1, 2])
    assert len(bumped.expected["wins"]) == 1
    assert [one["no_win"] for one in bumped.expected["invalid"]] == ["head-bump"]


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


@pytest.fixture
def few(monkeypatch):
    """Scenarios reduced to two, so that a pack is made at once."""
    names = ("bust_by_ron", "bust_by_tsumo")
    monkeypatch.setattr(sampling, "SCENARIOS", [row for row in SCENARIOS if row.name in names])
    monkeypatch.setattr(sampling, "HANDS", ())


@of_some
def test_another_rule_set_repeats_only_what_it_settles_otherwise(index):
    # WRC rounds four han and 30 fu up, plays on below zero, and pays only the first of two who call ron.
    assert played(index, "wrc") - SINGLE == {"bust_by_ron", "four_han_30_fu", "double_ron"}
    assert {*SOME_ROWS} - {"kita_ron"} == played(index, "tenhou") - SINGLE
    assert played(index, "wrc") & SINGLE < played(index, "tenhou") & SINGLE


def test_a_pack_is_what_its_arguments_say_to_the_byte_and_is_replaced_whole(few, tmp_path):
    folder = tmp_path / "pack"
    asked = {"faulty": True}, {"faulty": True}, {}, {"seed": "three"}
    packs = []
    for options in asked:
        count = write_pack(folder, rule_sets=["tenhou"], **options)
        packs.append(files_of(folder))
        assert count == len(packs[-1])
    whole, again, short, other = packs

    assert whole == again
    assert {name for name in whole if "faulty/" not in name} == short.keys() == other.keys()
    assert short["logs/tenhou/bust_by_ron.mjlog"] != other["logs/tenhou/bust_by_ron.mjlog"]
    # Without twins there is no word of them.
    assert json.loads(short["index.json"])["faulty"] == []
    assert not any("fault" in name for name in short)
    assert b"fault" not in short["README.md"]
    assert whole["README.md"].startswith(short["README.md"])
    assert b"faulty/" in whole["README.md"]
    assert b"<!--" not in whole["README.md"]
    ends = {name[name.rindex(".") :] for name in whole if name.startswith("faulty/")}
    assert {".mjlog"} < ends <= {*planting.FORMS.values()}
    # Nothing of the packs before is left, in the folder or beside it.
    write_pack(folder, rule_sets=["wrc"])
    assert {name.split("/")[1] for name in files_of(folder) if "/" in name} == {
        "wrc",
        "wrc.json",
        "wrc.jsonl",
    }
    assert [path.name for path in tmp_path.iterdir()] == ["pack"]


def test_what_is_refused_or_fails_on_the_way_changes_nothing(few, tmp_path, monkeypatch):
    write_pack(tmp_path / "pack", rule_sets=["tenhou"])
    (tmp_path / "file").write_text("", encoding="utf-8")
    before = files_of(tmp_path)

    with monkeypatch.context() as patch:
        patch.setattr("analyzer.conformance.pack._readme", lambda **_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            write_pack(tmp_path / "pack", rule_sets=["wrc"])
    assert files_of(tmp_path) == before
    (tmp_path / "pack" / "mine.txt").write_text("mine", encoding="utf-8")
    before = files_of(tmp_path)
    for name, rule_set, told in (
        ("pack", "tenhou", r"holds mine\.txt, which is no file of a pack"),
        ("file", "tenhou", "is a file, expected a folder"),
        ("new", "no-such-set", "no-such-set"),
    ):
        with pytest.raises(UserMistake, match=told):
            write_pack(tmp_path / name, rule_sets=[rule_set])
        assert files_of(tmp_path) == before


def test_a_rule_set_of_ones_own_is_named_by_its_file_and_no_two_have_one_name(
    few, tmp_path, root, monkeypatch
):
    shipped = (root / "analyzer" / "rules" / "sets" / "tenhou.toml").read_text(encoding="utf-8")
    own, same = tmp_path / "house.toml", tmp_path / "tenhou.toml"
    same.write_text(shipped)
    own.write_text(
        shipped.replace("noten_penalty_points = { value = 3000", "noten_penalty_points = { value = 6000")
    )
    monkeypatch.setattr(sampling, "SCENARIOS", [row for row in SCENARIOS if row.name == "bust_by_noten"])

    write_pack(tmp_path / "pack", rule_sets=[str(own)])
    with pytest.raises(UserMistake, match="two rule sets of a pack have one name"):
        write_pack(tmp_path / "pack", rule_sets=["tenhou", str(same)])

    cases = [case for case in read_cases(tmp_path / "pack") if case.name == "house/bust_by_noten/2"]
    assert [sorted(case.expected["deltas"]) for case in cases] == [[-3000, -3000, 3000, 3000]]
    assert [case.question["rules"]["name"] for case in cases] == ["house"]


def test_json_is_indented_by_one_with_lists_of_numbers_in_a_line_and_says_its_version():
    content = {"shows": (0, 2), "hands": [{"deltas": (-1000, 1000), "tile": "般[1,\n2]", "wins": []}]}
    text = packing._json(content).decode()

    assert text.startswith(
        '{\n "schema": "tenhou-analyzer-conformance 4",\n "shows": [0, 2],\n "hands": [\n  {\n'
    )
    assert '\n   "deltas": [-1000, 1000],\n   "tile": "般[1,\\n2]",\n   "wins": []\n' in text
    assert text.endswith("\n}\n")
