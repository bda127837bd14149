"""A game written in another form and read again has the same plays, settlements and verdicts."""

from __future__ import annotations

import json
import re
import tomllib
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

import analyzer
from analyzer.audit import LogName, review
from analyzer.formats.conversion import convert
from analyzer.rules import load
from tests.formats.mjai.games import GAME, HORA, RON, START, as_lines
from tests.scenarios.telling import scenes_played
from tests.thinned import thinned

SAMPLES = sorted((Path(__file__).parents[2] / "data" / "samples").glob("*.mjlog"))
CASES = tomllib.loads(Path(__file__).parents[1].joinpath("cases/formats/conversion.toml").read_text("utf-8"))
FIELDS = {kind: {*names.split()} for kind, names in CASES["fields"].items()}


def reviewed(data, log_id, rules="auto"):
    return review([(LogName(log_id, log_id), data)], rules)


@cache
def sample(path):
    return reviewed(path.read_bytes(), path.stem)


@cache
def converted(path, target):
    source = sample(path)
    return convert(source.events, source.headers, target, log_id=path.stem)


def settled(judged):
    results = judged.events.results
    return (results.deltas.tolist(), results.winner.tolist(), results.loser.tolist())


@pytest.mark.parametrize("path", thinned(SAMPLES, 3), ids=lambda path: path.stem)
def test_an_mjlog_written_from_itself_lacks_only_disconnects(path):
    text = path.read_text(encoding="utf-8")
    kept = re.sub(r'<BYE [^>]*/>|(?<=/>)<UN n\d="[^"]*" />', "", text)

    assert converted(path, "mjlog").text == kept + "\n"
    assert bool(converted(path, "mjlog").lost) == (kept != text)


@pytest.mark.parametrize("path", thinned(SAMPLES, 3), ids=lambda path: path.stem)
def test_lines_have_the_fields_of_mortal_and_name_their_rules(path):
    events = [json.loads(line) for line in converted(path, "mjai").text.splitlines()]

    assert [event for event in events if not FIELDS[event["type"]] <= event.keys()] == []
    assert events[0]["type"] == "start_game"
    players = int(sample(path).events.games.players[0])
    for event in events:
        for seats in ("names", "tehais", "scores", "deltas"):
            assert len(event.get(seats, [0] * players)) == players
        # Who does not show its tehai at a draw has so many unknown tiles.
        tehais = [one for one in event.get("tehais", ()) if event["type"] == "start_kyoku" or "?" in one]
        assert {len(tehai) for tehai in tehais} <= {13}
    for target in ("mjai", "tenhou6"):
        again = reviewed(converted(path, target).text.encode(), path.stem)
        assert (again.rule_sets, again.findings) == (sample(path).rule_sets, sample(path).findings)


def are(values, of_type, count=None):
    return {type(value) for value in values} <= {of_type} and count in (None, len(values))


def is_tile(number):
    return type(number) is int and (number in (51, 52, 53) or (10 < number < 48 and number % 10 > 0))


@pytest.mark.parametrize("path", thinned(SAMPLES, 3), ids=lambda path: path.stem)
def test_json_of_the_site_has_the_types_that_mjai_reviewer_parses(path):
    document = json.loads(converted(path, "tenhou6").text)

    assert are(document["name"], str, 4)
    assert all(type(value) is (str if key == "disp" else int) for key, value in document["rule"].items())
    assert type(document["lobby"]) is int
    assert are(document["dan"], str)
    assert {type(rate) for rate in document["rate"]} <= {int, float}
    assert are(document["sx"], str)
    for table, scores, dora, ura, *seats, result in document["log"]:
        assert are(table, int, 3)
        assert are(scores, int, 4)
        haipai, takes, discards = seats[0::3], seats[1::3], seats[2::3]
        assert len(haipai) == len(takes) == len(discards) == 4
        assert all(map(is_tile, [*dora, *ura, *chain(*haipai)]))
        assert all(is_tile(taken) or type(taken) is str for taken in chain(*takes))
        assert all(is_tile(laid) or laid in (0, 60) or type(laid) is str for laid in chain(*discards))
        assert type(result[0]) is str
        assert all(are(deltas, int, 4) for deltas in result[1::2])
        assert all(are(win[:3], int) and are(win[3:], str) for win in result[2::2])


@pytest.mark.parametrize("path", thinned(SAMPLES, 3), ids=lambda path: path.stem)
def test_riichienv_reads_the_lines(path, tmp_path):
    engine = pytest.importorskip("riichienv")
    (tmp_path / "game.jsonl").write_text(converted(path, "mjai").text, encoding="utf-8")

    replay = engine.MjaiReplay.from_jsonl(str(tmp_path / "game.jsonl"))

    assert replay.num_rounds() == len(sample(path).events.hands.kyoku)
    kyokus = list(replay.take_kyokus())
    players = int(sample(path).events.games.players[0])
    assert [kyoku.scores for kyoku in kyokus] == sample(path).events.hands.scores[:, :players].tolist()


@cache
def simulated(scenario, players=4):
    """The hands that a scenario names, without the rest of its game."""
    log_id = f"2199010110gm-00{'a9' if players == 4 else 'b9'}-0000-00000000"
    data, _ = scenes_played(scenario, load("tenhou" if players == 4 else "tenhou-sanma"))
    return log_id, reviewed(data, log_id)


def test_what_mjai_does_not_state_is_not_invented():
    source = reviewed(as_lines(GAME), "game.jsonl")
    forms = {
        target: convert(source.events, source.headers, target) for target in ("mjai", "tenhou6", "mjlog")
    }

    lines = map(json.loads, forms["mjai"].text.splitlines())
    assert next(event for event in lines if event["type"] == "hora") == HORA
    win = json.loads(forms["tenhou6"].text)["log"][0][16]
    assert win == ["和了", [19000, 0, -18000, 0], [0, 2, 0, ""]]
    agari = forms["mjlog"].text.partition("<AGARI")[2].partition(">")[0]
    assert " ten=" not in agari
    assert " yaku=" not in agari
    assert "<GO" not in forms["mjlog"].text
    assert "owari" not in forms["mjlog"].text


@pytest.mark.parametrize(
    ("scenario", "shows"), [("kyuushu_9", True), ("suucha_riichi", True), ("tenpai_4", False)]
)
def test_mjai_does_not_hold_whose_tehai_an_abortive_draw_must_show(scenario, shows):
    log_id, before = simulated(scenario)

    written = convert(before.events, before.headers, "mjai", log_id=log_id)
    after = reviewed(written.text.encode(), log_id)
    assert ("tehai shown at abortive draws" in written.lost) == shows
    for check in ("shown-seats", "shown-tiles"):
        tally, source = after.tallies[check], before.tallies[check]
        assert tally.absent >= shows
        assert tally.passed + tally.absent == source.passed, check


def test_what_is_lost_is_told_in_one_line():
    converted = analyzer.read(SAMPLES[1]).to_mjai()

    assert {"which copy of a tile lies where", "type and lobby of the game"} < {*converted.lost}
    assert converted.summary == f"mjai does not hold {', '.join(converted.lost)}"


def test_a_riichi_at_the_end_of_a_cut_hand_is_said_to_be_lost():
    events = [event for event in RON[:4] if event["type"] != "hora"]
    source = reviewed(as_lines([START, *events, {"type": "reach_accepted", "actor": 0}]), "game.jsonl")

    lost = convert(source.events, source.headers, "tenhou6").lost

    assert "a riichi that does not stand" in lost


def test_a_tsumo_is_written_by_what_each_pays():
    _, three = simulated("pinfu_tsumo", 3)
    texts = [converted(path, "tenhou6").text for path in SAMPLES[1:]]
    texts.append(convert(three.events, three.headers, "tenhou6").text)
    hands = [hand for text in texts for hand in json.loads(text)["log"]]
    # Each honba would add to what is paid.
    results = [hand[16] for hand in hands if hand[16][0] == "和了" and hand[0][1] == 0]
    tsumo = [(deltas, win[3]) for _, deltas, win, *_ in results if win[0] == win[1]]

    assert {"-" in worth for _, worth in tsumo} == {True, False}
    for deltas, worth in tsumo:
        (paid,) = re.findall(r"([0-9]+)(?:-([0-9]+)点|点∀)$", worth)
        assert {int(points) for points in paid if points} == {-delta for delta in deltas if delta < 0}
