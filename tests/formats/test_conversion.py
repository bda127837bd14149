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
from analyzer.errors import MalformedLog
from analyzer.formats.conversion import convert
from analyzer.formats.log_id import GoType
from analyzer.kernels import compiling
from analyzer.rules import load
from analyzer.vocabulary import AKA_IDS, PlayKind
from tests.formats.mjai.games import GAME, HORA, RON, START, as_lines
from tests.logs import corpus_bytes, corpus_paths, needs_all_logs
from tests.scenarios.telling import scenes_played
from tests.thinned import thinned

SAMPLES = sorted((Path(__file__).parents[2] / "data" / "samples").glob("*.mjlog"))
JSON_FORMS = ("mjai", "tenhou6")
HELD = {"mjai": 30, "tenhou6": 30, "majiang": 35}
"""More checks than these judge what they judged before, or a form has lost what it holds."""
BATCH = 100
PHOENIX = corpus_paths("phoenix")

CASES = tomllib.loads(Path(__file__).parents[1].joinpath("cases/formats/conversion.toml").read_text("utf-8"))
SCENARIOS = [(name, int(players)) for players, names in CASES["scenarios"].items() for name in names.split()]
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


def plays_of(judged):
    """Plays by hand: kind, seat, tile by kind and red, whether it is the one just drawn."""
    events, found = judged.events, []
    for hand in range(len(events.hands.game)):
        first, stop = events.hands.play_offsets[hand : hand + 2].tolist()
        go_type = int(events.games.go_type[events.hands.game[hand]])
        has_reds = not (go_type > 0 and go_type & GoType.NO_AKA)
        plays, drawn = [], None
        for row in range(first, stop):
            kind, seat, tile = (int(column[row]) for column in events.plays[:3])
            red = has_reds and tile in AKA_IDS
            # An ankan holds all four copies, whichever its code names.
            red &= kind != PlayKind.ANKAN
            plays.append((kind, seat, tile // 4, red, kind == PlayKind.DISCARD and tile == drawn))
            drawn = tile if kind == PlayKind.DRAW else drawn if kind >= PlayKind.RIICHI else None
        found.append(plays)
    return found


def without_dora(hands):
    """The plays without indicators, whose time one form does not state."""
    return [[play for play in plays if play[0] != PlayKind.DORA] for plays in hands]


def settled(judged):
    results = judged.events.results
    return (results.deltas.tolist(), results.winner.tolist(), results.loser.tolist())


def verdicts(judged):
    return {check: (tally.passed, tally.failed, tally.undecided) for check, tally in judged.tallies.items()}


def found(judged):
    return [(finding.verdict, finding.check, finding.hand) for finding in judged.findings]


def assert_same(after, before, lacks=frozenset()):
    """The same plays, settlements, and verdicts of the checks whose claims both have; how many these are."""
    held = [check for check, tally in after.tallies.items() if tally.absent == before.tallies[check].absent]
    for check in {*held} - lacks:
        assert verdicts(after)[check] == verdicts(before)[check], check
    assert without_dora(plays_of(after)) == without_dora(plays_of(before))
    assert settled(after) == settled(before)
    return len(held)


def assert_comes_back(before, log_id, target):
    """Written in another form and read again it is the same game, and so it is as the mjlog of that."""
    (rules,) = before.audit.rule_sets
    text = convert(before.events, before.headers, target, log_id=log_id).text
    # A record of 電脳麻将 names no rules.
    there = reviewed(text.encode(), log_id, rules if target == "majiang" else "auto")
    back = convert(there.events, there.headers, "mjlog", log_id=log_id)

    assert assert_same(there, before) > HELD[target]
    if target == "tenhou6":
        # It does not state when an indicator is shown.
        assert list(map(len, plays_of(there))) == list(map(len, plays_of(before)))
    else:
        assert plays_of(there) == plays_of(before)
    assert [one for one in found(there) if target != "majiang" or one[0] != "undecided"] == found(before)
    assert target == "mjai" or convert(there.events, there.headers, target, log_id=log_id).text == text
    assert "SHUFFLE" not in back.text
    assert "identities of tiles (numbered as they appear)" in back.filled
    # An mjlog cannot say that it lacks the scores beside a stick, or a liable seat.
    lacks = {"riichi-deposit", "rule-set"}
    if "a liable seat of each yakuman (nobody)" in back.filled:
        lacks.add("win-pao")
    assert_same(reviewed(back.text.encode(), "back", rules), before, lacks)


@pytest.mark.parametrize("path", thinned(SAMPLES, 5), ids=lambda path: path.stem)
@pytest.mark.parametrize("target", ["mjai", "tenhou6", "majiang"])
def test_a_sample_comes_back_from_another_form(path, target):
    if target == "majiang" and sample(path).events.games.players[0] == 3:
        with pytest.raises(MalformedLog, match="four players only"):
            converted(path, target)
    else:
        assert_comes_back(sample(path), path.stem, target)


@pytest.mark.parametrize("path", thinned(SAMPLES, 3), ids=lambda path: path.stem)
def test_an_mjlog_written_from_itself_lacks_only_disconnects(path):
    text = path.read_text(encoding="utf-8")
    kept = re.sub(r'<BYE [^>]*/>|(?<=/>)<UN n\d="[^"]*" />', "", text)

    assert converted(path, "mjlog").text == kept + "\n"
    assert bool(converted(path, "mjlog").lost) == (kept != text)


@pytest.mark.parametrize("path", thinned(SAMPLES, 3), ids=lambda path: path.stem)
def test_lines_have_the_fields_of_mortal(path):
    events = [json.loads(line) for line in converted(path, "mjai").text.splitlines()]

    assert [event for event in events if not FIELDS[event["type"]] <= event.keys()] == []
    assert events[0]["type"] == "start_game"
    players = int(sample(path).events.games.players[0])
    for event in events:
        for seats in ("names", "tehais", "scores", "deltas"):
            assert len(event.get(seats, [0] * players)) == players
        if event["type"] == "start_kyoku":
            assert {len(tehai) for tehai in event["tehais"]} == {13}


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


@needs_all_logs
@pytest.mark.parametrize("start", range(0, len(PHOENIX), BATCH))
def test_real_logs_come_back(start):
    paths = PHOENIX[start : start + BATCH]
    names = [path.name.split(".")[0] for path in paths]
    with compiling():
        before = review(
            [(LogName(name, name), corpus_bytes(path)) for name, path in zip(names, paths, strict=True)]
        )
        for target in JSON_FORMS:
            texts = [
                convert(before.events, before.headers, target, game=game, log_id=name).text.encode()
                for game, name in enumerate(names)
            ]
            after = review([(LogName(name, name), text) for name, text in zip(names, texts, strict=True)])

            assert without_dora(plays_of(after)) == without_dora(plays_of(before))
            assert settled(after) == settled(before)
            assert found(after) == found(before)


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


@pytest.mark.parametrize("target", JSON_FORMS)
@pytest.mark.parametrize(("scenario", "players"), SCENARIOS)
def test_rare_hands_come_back(scenario, players, target):
    log_id, before = simulated(scenario, players)

    assert_comes_back(before, log_id, target)


def test_what_mjai_does_not_state_is_not_invented():
    source = reviewed(as_lines(GAME), "game.jsonl")
    forms = {
        target: convert(source.events, source.headers, target) for target in ("mjai", *JSON_FORMS, "mjlog")
    }

    hora = next(
        event for event in map(json.loads, forms["mjai"].text.splitlines()) if event["type"] == "hora"
    )
    assert hora == HORA
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
