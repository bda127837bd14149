"""A game written in another form and read again has the same plays, settlements and verdicts."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from itertools import chain, permutations
from pathlib import Path

import pytest

import analyzer
from analyzer import formats, simulate
from analyzer.audit import LogName, review
from analyzer.conformance import samples as packed
from analyzer.errors import MalformedLog
from analyzer.formats.conversion import convert
from analyzer.formats.events import Claim, Oddity
from analyzer.formats.one_game import OneGame, plain_games
from analyzer.formats.unstated import claim_words, read_words, words_of
from analyzer.kernels import compiling
from analyzer.rules import load
from analyzer.simulation import SCENARIOS
from analyzer.simulation.scenarios import HANDS
from analyzer.vocabulary import PlayKind
from tests.case_files import whole
from tests.formats import logs as mjlogs
from tests.formats.mahjong_soul.records import FORMS as FORMS_OF_SOUL
from tests.formats.mahjong_soul.records import hosted
from tests.formats.mahjong_soul.records import simulated as soul_game
from tests.formats.mjai.games import GAME, HORA, KANS, KYUUSHU, RON, START, as_lines, start_kyoku, tsumo
from tests.formats.mjai.games import written as written_lines
from tests.logs import corpus_bytes, corpus_paths, fixed_logs, needs_all_logs
from tests.scenarios.telling import scenes_played
from tests.thinned import thinned

SAMPLES = sorted((Path(__file__).parents[2] / "data" / "samples").glob("*.mjlog"))
CASES = whole("formats/conversion")
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


def test_a_win_that_lists_no_yaku_lists_none_when_it_is_written_again():
    plain = re.sub(r' yaku="[^"]*"', "", converted(SAMPLES[0], "mjlog").text)
    judged = reviewed(plain.encode(), SAMPLES[0].stem)

    assert convert(judged.events, judged.headers, "mjlog", log_id=SAMPLES[0].stem).text == plain


@pytest.mark.parametrize("path", thinned(SAMPLES, 3), ids=lambda path: path.stem)
def test_lines_have_the_fields_of_mortal_and_name_their_rules(path):
    events = [json.loads(line) for line in converted(path, "mjai").text.splitlines()]

    assert [event for event in events if not FIELDS[event["type"]] <= event.keys()] == []
    assert events[0]["type"] == "start_game"
    players = int(sample(path).events.games.players[0])
    for event in events:
        for seats in ("names", "tehais", "scores", "deltas"):
            assert len(event.get(seats, [0] * players)) == players
        if event["type"] == "start_kyoku":
            assert {len(tehai) for tehai in event["tehais"]} == {13}
    for target in ("mjai", "tenhou6"):
        again = reviewed(converted(path, target).text.encode(), path.stem)
        assert (again.rule_sets, again.findings) == (sample(path).rule_sets, sample(path).findings)
    # Findings of JSON of the site name the element that an mjlog without a seed would have.
    mjlog = formats.read(re.sub("<SHUFFLE[^>]*>", "", converted(path, "mjlog").text).encode())
    for one, other in zip(again.events[1:3], mjlog[1:3], strict=True):
        assert one.element.tolist() == other.element.tolist()


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


def test_what_is_lost_is_told_in_one_line():
    lines = analyzer.read(SAMPLES[1]).to_mjai()

    assert {"which copy of a tile lies where", "type and lobby of the game"} < {*lines.lost}
    assert lines.summary == f"mjai does not hold {', '.join(lines.lost)}"
    drawn = formats.read_logs([mjlogs.game(mjlogs.RYUUKYOKU)]).read()
    assert [form for form in FORMS if convert(*drawn, form).filled] == []
    # JSON of the site does not say what is shown, as a record must.
    shown = formats.read_logs([convert(*drawn, "tenhou6").text.encode()]).read()
    assert "tiles of results" in convert(*shown, "majiang").filled
    # Where nobody says what the last draw pays, there are no last scores either.
    unpaid = [{name: value for name, value in event.items() if name != "deltas"} for event in OVER]
    over = formats.read_logs([as_lines(unpaid)]).read()
    for form in ("mjlog", "majiang"):
        assert "an end of the game without final scores" in convert(*over, form).lost
    # Final scores that are not stated are the last ones, if there are any.
    for data, forms in (
        (mjlogs.GAME.encode(), []),
        (as_lines(OVER), ["tenhou6", "majiang"]),
        (as_lines(unpaid), []),
    ):
        ended = formats.read_logs([data]).read()
        filled = [form for form in FORMS if "final scores (the last ones)" in convert(*ended, form).filled]
        assert filled == forms


def test_lines_of_a_draw_have_the_tehai_that_are_stated_and_who_is_tenpai():
    drawn, nine = (
        formats.read_logs([mjlogs.game(mjlogs.RYUUKYOKU.replace(" ba=", f"{kind} ba="))]).read()
        for kind in ("", ' type="yao9"')
    )
    site = formats.read_logs([convert(*drawn, "tenhou6").text.encode()]).read()

    lines = [line for one in (drawn, nine, site) for line in convert(*one, "mjai").text.splitlines()]
    found = [json.loads(line) for line in lines if '"ryukyoku"' in line]

    hidden, tenpais = ["?"] * 13, [True, False, True, False]
    tehais = [["1m", "2m", "3m"], hidden, ["1m", "2m"], hidden]
    assert [one.get("tehais") for one in found] == [tehais, tehais, None]
    assert [one.get("tenpais") for one in found] == [tenpais, None, tenpais]


@pytest.mark.parametrize(("form", "old", "new", "words"), CASES["lost"])
def test_what_only_some_games_have_is_lost_of_those_alone(form, old, new, words):
    assert old in mjlogs.GAME
    plain, changed = (
        {*convert(*formats.read_logs([log.encode()]).read(), form).lost}
        for log in (mjlogs.GAME, mjlogs.GAME.replace(old, new, 1))
    )

    assert changed ^ plain == {*filter(None, [words])}


def test_a_riichi_at_the_end_of_a_cut_hand_is_said_to_be_lost():
    events = [event for event in RON[:4] if event["type"] != "hora"]
    source = reviewed(as_lines([START, *events, {"type": "reach_accepted", "actor": 0}]), "game.jsonl")

    lost = convert(source.events, source.headers, "tenhou6").lost

    assert "a riichi that does not stand" in lost


def test_a_tsumo_is_written_by_what_each_pays():
    of_three, _ = scenes_played("pinfu_tsumo", load("tenhou-sanma"))
    texts = [converted(path, "tenhou6").text for path in SAMPLES[1:]]
    texts.append(convert(*formats.read_logs([of_three]).read(), "tenhou6").text)
    hands = [hand for text in texts for hand in json.loads(text)["log"]]
    # Each honba would add to what is paid.
    results = [hand[16] for hand in hands if hand[16][0] == "和了" and hand[0][1] == 0]
    tsumo = [(deltas, win[3]) for _, deltas, win, *_ in results if win[0] == win[1]]

    assert {"-" in worth for _, worth in tsumo} == {True, False}
    for deltas, worth in tsumo:
        (paid,) = re.findall(r"([0-9]+)(?:-([0-9]+)点|点∀)$", worth)
        assert {int(points) for points in paid if points} == {-delta for delta in deltas if delta < 0}


# Written and read again in one form after another: nothing is found that was not, and no verdict is lost.

RARE = [(name, int(players)) for players, names in CASES["scenarios"].items() for name in names.split()]
FORMS = ("mjai", "tenhou6", "majiang", "mjlog")
TRIPS = [("mjlog", "mjlog"), *permutations(FORMS, 2)]
BY_DRAW = ("shown-tiles", "wall-seed")
"""Checks that have one absent item for several with verdicts."""
LARGE = 100
"""Games that are judged at once."""


def judged(logs, rules):
    return review([(LogName(name, name), data) for name, data in logs], rules)


def written(reviewed, form):
    """Every game of a batch in another form."""
    for game, name in enumerate(reviewed.logs):
        yield name.log_id, convert(reviewed.events, reviewed.headers, form, game=game).text.encode()


def found(reviewed):
    """What is wrong, as often as it is said."""
    findings = [one for one in reviewed.findings if one.verdict != "undecided"]
    return Counter((one.log, one.check, one.hand, one.seat) for one in findings)


def lost(before, after):
    """Checks and games that lose a verdict of what the form states, or a finding; each with its counts.

    What the source leaves out and the form always has follows from play, and passes.
    """
    for check, now in after.game_tallies.items():
        was = before.game_tallies[check]
        undecided = now[:, 2] > was[:, 2]
        vanished = now[:, [0, 1, 3]].sum(axis=1) < was[:, :2].sum(axis=1)
        mended = (now[:, 1] < was[:, 1]) & (now[:, 3] <= was[:, 3])
        for game in (undecided | (vanished & (check not in BY_DRAW)) | mended).nonzero()[0].tolist():
            yield check, after.logs[game].log_id, was[game].tolist(), now[game].tolist()


def plays_of(reviewed):
    """Tehai and plays of each hand, but indicators, whose time not every form states."""
    games = [OneGame(reviewed.events, reviewed.headers, row) for row in range(len(reviewed.logs))]
    return [
        [sorted(map(game.face, tehai)) for tehai in reviewed.events.hands.haipai[hand].tolist()]
        + [
            (play.kind, play.seat, game.face(play.tile - play.tile % 4 * is_kan), play.is_tsumogiri)
            for play in game.plays(hand)
            if (is_kan := play.kind == PlayKind.ANKAN) or play.kind != PlayKind.DORA
        ]
        for game in games
        for hand in game.hands
    ]


def assert_kept(logs, rules, trips=TRIPS):
    source = judged(logs, rules)
    players = set(source.events.games.players.tolist())
    for trip in trips:
        if players != {4} and "majiang" in trip:
            continue
        before = source
        for form in trip:
            after = judged(written(before, form), rules)

            assert not found(after) - found(before), (trip, form)
            assert [*lost(before, after)] == [], (trip, form)
            assert plays_of(after) == plays_of(before), (trip, form)
            assert settled(after) == settled(before), (trip, form)
            before = after


def scenarios(rules, every):
    """Some games of the pack, but for one that is no well-formed XML, and some of simple players."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packed, "SCENARIOS", SCENARIOS[::every])
        patch.setattr(packed, "HANDS", HANDS[::every])
        games = [one for one in packed.samples(rules, "1") if one.scenario != "duplicate_attributes"]
    chosen = [(one.scenario, one.data) for one in games]
    return [*chosen, *simulate(10, "trips", players=rules.seats, rules=rules.name)]


def trips_of(place):
    """Some trips, others at each place."""
    return TRIPS[place % len(TRIPS) :: 6]


@pytest.mark.parametrize("path", thinned(SAMPLES, 5), ids=lambda path: path.stem)
def test_a_sample_keeps_its_verdicts(path):
    log = (path.stem, path.read_bytes())
    (rules,) = judged([log], "auto").audit.rule_sets

    assert_kept([log], rules, trips_of(SAMPLES.index(path)))


@pytest.mark.parametrize(("scenario", "players"), RARE)
def test_rare_hands_keep_their_verdicts(scenario, players):
    rules = load("tenhou" if players == 4 else "tenhou-sanma")
    data, _ = scenes_played(scenario, rules)

    assert_kept([(scenario, data)], rules, trips_of(RARE.index((scenario, players))))


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "every"), [("tenhou", 8), ("tenhou-sanma", 12), ("wrc-2025", 16), ("majiang", 16)]
)
def test_games_of_the_pack_keep_their_verdicts(name, every):
    rules = load(name)
    with compiling():
        games = scenarios(rules, every)
        for first in range(0, len(games), LARGE):
            assert_kept(games[first : first + LARGE], rules)


@needs_all_logs
@pytest.mark.parametrize("folder", ["phoenix", "years", "tenhou6", "mahjong-soul", "mjai"])
def test_real_games_keep_their_verdicts(folder):
    with compiling():
        paths = [one for one in corpus_paths(folder) if one.suffix not in (".md", ".toml")]
        paths = paths[:: 1 + len(paths) // 100]
        for place, path in enumerate(paths):
            log = (path.name, corpus_bytes(path))
            for rules in judged([log], "auto").audit.rule_sets[:1]:
                assert_kept([log], rules, TRIPS[place % 3 :: 3])


UNPAID, OVER = written_lines("unpaid"), written_lines("over")
REDS = "3m 5m 7p 8p 9p 2s 2s 5pr 5pr 4s 6s 7s 8s"
TWO_REDS = [
    {**event, "tehais": [*event["tehais"][:3], REDS.split()]} if event["type"] == "start_kyoku" else event
    for event in GAME
]
"""In one hand alone the second would be a tile that lies twice."""


LEAVE_OUT = {
    "yaku": GAME,
    "payments of kyuushu": UNPAID,
    "scores at the end": OVER,
    "when a kan shows its indicator": KANS,
    "a second red five of circles": TWO_REDS,
}


def test_what_mjai_leaves_out_is_no_claim_elsewhere():
    assert_kept([(name, as_lines(events)) for name, events in LEAVE_OUT.items()], load("tenhou"))


YAKU = [["裏ドラ", 0], ["一気通貫", 2], ["平和", 1], ["一発", 1], ["ダブル立直", 2]]
"""In another order than Tenhou's."""
MIDWAY = [start_kyoku(KYUUSHU, 1, [43000, 25000, 7000, 25000]), start_kyoku(KYUUSHU, 1, [25000] * 4)]
ALIKE = {
    "hardly any claim": (
        [START, *RON, MIDWAY[0], *OVER[2:]],
        *("game-over", "win-pao win-tehai win-yaku shown-seats final-scores final-result"),
    ),
    "final scores without results": (
        [START, MIDWAY[1], *OVER[2:-1], {"type": "end_game", "scores": [25000] * 4}],
        *("", "final-result"),
    ),
    "a riichi without ura indicators": (
        [{**event, "ura_markers": []} if event["type"] == "hora" else event for event in GAME],
        *("win-dora", "win-pao"),
    ),
    "a draw that does not say who is tenpai": (
        [START, MIDWAY[1], OVER[2], {"type": "ryukyoku", "reason": "fanpai", "deltas": [0] * 4}],
        *("draw-kind", "shown-seats"),
    ),
    "yaku in another order": (
        [START, *RON[:-2], {**HORA, "yakus": YAKU, "fu": 30, "hora_points": 18000}, RON[-1]],
        *("", "win-pao"),
    ),
}
"""Events, the findings of them, and checks of which nothing is stated."""


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ALIKE)
def test_what_is_stated_and_what_is_not_is_the_same_in_another_form(name, form):
    events, wrong, unstated = ALIKE[name]
    source = judged([("game", as_lines(events))], load("tenhou"))
    after = judged(written(source, form), load("tenhou"))

    assert [check for _, check, *_ in found(source)] == wrong.split()
    assert found(after) == found(source)
    assert all(source.game_tallies[check].tolist() == [[0, 0, 0, 1]] for check in unstated.split())
    for check, tally in after.game_tallies.items():
        # Some forms have no dealer beside the kyoku.
        assert check == "dealer" or tally.tolist() == source.game_tallies[check].tolist(), check


def test_red_fives_that_no_tile_names_are_unstated_of_the_game_alone_and_scores_of_each_hand():
    plain = re.sub(rb'"scores": \[[^]]*\], ', b"", as_lines(GAME).replace(b"5pr", b"5p"))
    record = judged(written(judged([("game.jsonl", plain)], "auto"), "majiang"), "auto")
    ((_, log),) = written(record, "mjlog")

    assert log.count(b"red-fives") == log[: log.index(b"<INIT")].count(b"red-fives") == 1
    assert re.findall(rb'<INIT[^>]* unstated="([^"]*)"', log) == [b"start-scores"] * 2


FOURTH_FIVES = {
    "all four are dealt": (4, "E", []),
    "the indicator": (3, "5m", []),
    "a draw": (3, "E", [tsumo(0, "5m")]),
    "an ura indicator": (3, "E", [tsumo(0, "1p"), {**HORA, "actor": 0, "target": 0, "ura_markers": ["5m"]}]),
    "only three are seen": (3, "E", []),
}


@pytest.mark.parametrize("name", FOURTH_FIVES)
def test_the_fourth_plain_five_of_a_game_is_found_wherever_it_is_seen(name):
    fives, indicator, events = FOURTH_FIVES[name]
    dealt = "5m " * fives + "1m 2m 3m 4m 6m 7m 8m 9m 1p 1p"[: 38 - 3 * fives]
    start = start_kyoku([dealt, "3p " * 13, "4s " * 13, "6s " * 13], 0, [25000] * 4, indicator)

    found = plain_games(formats.read(as_lines([START, start, *events])))

    assert found == {0: None if name.startswith("only") else "5m of E1.0"}


def test_a_play_that_could_not_be_read_is_named_by_its_hand_and_element():
    # A claim that cannot be read is none of play.
    init, claim = mjlogs.INIT, mjlogs.RYUUKYOKU.replace('ba="0,1"', 'ba="0"')
    broken = mjlogs.game("<T52/>", claim, init, claim, init, "<T136/>", claim)
    batch = formats.read_logs([mjlogs.GAME.encode(), broken]).read()

    with pytest.raises(MalformedLog, match=r"E1\.0 cannot be converted: a play could not be read") as refused:
        convert(*batch, "mjai", game=1)

    assert (refused.value.location.hand, refused.value.location.element) == (2, 11)


UNPAID_MJLOG = (
    b'<mjloggm ver="2.3"><GO type="9" lobby="0"/><TAIKYOKU oya="0"/><INIT seed="0,0,0,0,0,108" '
    b'ten="250,250,250,250" oya="0" hai0="0,32,36,68,72,104,109,112,116,4,8,12,17" '
    b'hai1="40,41,44,48,56,57,60,64,69,84,89,92,96" hai2="73,74,100,105,106,110,113,114,117,120,124,128,132" '
    b'hai3="9,18,61,65,70,76,77,80,52,85,93,97,101"/><T121/>'
    b'<RYUUKYOKU type="yao9" ba="0,0" hai0="0,4,8,12,17,32,36,68,72,104,109,112,116,121" /></mjloggm>'
)


@pytest.mark.parametrize("form", FORMS[:3])
def test_a_draw_without_payments_states_none_elsewhere(form):
    """Its mjlog must have them, which is a fault; another form need not."""
    source = judged([("log", UNPAID_MJLOG)], load("tenhou"))
    after = judged(written(source, form), load("tenhou"))

    assert [check for _, check, *_ in found(source)] == ["well-formed"]
    assert after.game_tallies["draw-payment"].tolist() == [[0, 0, 0, 1]]
    assert not found(after)


def said(reviewed, check):
    return [(str(one.verdict), one.message) for one in reviewed.findings if one.check == check]


@pytest.mark.parametrize("players", [4, 3])
def test_records_of_mahjong_soul_lose_only_their_walls(players):
    record = FORMS_OF_SOUL["console"](hosted(soul_game(players)))
    source = judged([("record.json", record)], "auto")
    rules = source.audit.rule_sets[0]

    assert_kept(
        [("record.json", record)], rules, [("mjlog", "tenhou6"), ("mjai", "mjlog"), ("tenhou6", "mjai")]
    )
    assert not found(source)
    assert source.tallies["wall-seed"].passed
    for form in ("mjlog", "tenhou6", "mjai"):
        lost = convert(source.events, source.headers, form).lost
        assert {"the wall of each hand", "rules that a host sets"} <= {*lost}
    # So a tonpuusen is told from a hanchan.
    assert json.loads(convert(source.events, source.headers, "mjai").text.split("\n")[0])["kyoku_first"] == 4


def excerpt():
    """The second hand of a game, without its end."""
    reviewed = judged([("log", fixed_logs()[0].read_bytes())], load("tenhou"))
    document = json.loads(next(written(reviewed, "tenhou6"))[1])
    return json.dumps({"name": document["name"], "rule": {"disp": ""}, "log": document["log"][1:2]}).encode()


CHAIN = "mjai mjlog tenhou6 mjlog majiang mjai majiang tenhou6 mjai tenhou6 majiang mjlog mjlog"
"""From an mjlog on, each form follows each other once."""


def test_an_excerpt_stays_one_from_form_to_form():
    reviewed = judged([("log", excerpt())], load("tenhou"))
    ((verdict, message),) = said(reviewed, "whole-log")
    for form in CHAIN.split():
        reviewed = judged(written(reviewed, form), load("tenhou"))

        assert said(reviewed, "whole-log") == [(verdict, message)]
    assert verdict == "undecided"
    assert "an excerpt that begins with E" in message


# The words by which converted logs say what their source leaves out.

DOCS = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
CLAIMS = (
    "counters scores-before deposit dealer shown-tiles win-tehai win-melds pao final-result deltas draw-kind"
    " ura dora-time start-scores final-scores red-fives shown-seats"
)
"""Logs have been written with them: none may change its meaning."""


def test_every_claim_has_its_word():
    assert claim_words(Claim(sum(Claim))) == CLAIMS
    assert read_words(CLAIMS) == ((Oddity.UNSTATED, sum(Claim)),)


def test_the_page_names_every_word():
    listed = set(
        re.findall("`([a-z6-]+)[:`]", DOCS.partition("### What is not stated")[2].partition("\n## ")[0])
    )

    assert {*CLAIMS.split(), "soul-record", "more-reds"} <= listed


@pytest.mark.parametrize(("text", "named"), CASES["marks"])
def test_marks_are_words_and_back(text, named):
    marks = [(Oddity[name], detail) for name, detail in named]

    assert words_of(marks) == text
    assert read_words(text) == tuple(marks)


@pytest.mark.parametrize(
    "text",
    ["tenpai", "pao:1", "soul-record:1", "mjai:three", "more-reds:151", "majiang:4", "²", "pao " * 200],
)
def test_other_words_are_refused(text):
    with pytest.raises(ValueError, match=re.escape(text.split()[0])):
        read_words(text)
