"""What a record says, which rules judge it, what is wrong in it, and other forms that it becomes."""

from __future__ import annotations

import copy
import hashlib
import json

import pytest

from analyzer.audit import LogName, review
from analyzer.errors import MalformedLog
from analyzer.formats.any_format import read_log
from analyzer.formats.mahjong_soul.messages import from_bytes
from analyzer.rules import Area, differences, load
from analyzer.vocabulary import DrawKind
from tests.formats.mahjong_soul.records import (
    FORMS,
    HEADLESS,
    ROOMS,
    answer,
    camel,
    console,
    field,
    hosted,
    of_2019,
    sealed,
    simulated,
    varint,
)
from tests.logs import corpus_paths, needs_corpus

NAME = LogName("game", "game")
REAL = [path for path in corpus_paths("mahjong-soul-records") if path.suffix in (".json", ".pb")]
WALL = ("wall-seed", "wall-draws", "wall-indicators")


@pytest.fixture(scope="module")
def games():
    """Games by number of players; both have a draw with payments, a ron, a riichi and a win with melds."""
    return {4: simulated(), 3: simulated(3, seed="p")}


@pytest.fixture(scope="module")
def short(games):
    """The same up to the end of the first hand."""
    return {players: first_hand(game) for players, game in games.items()}


def first_hand(game):
    starts = [at for at, record in enumerate(game["records"]) if record["name"].endswith("NewRound")]
    return {**game, "records": game["records"][: starts[1]]}


def read(data):
    (game,) = read_log(data)
    assert not isinstance(game, MalformedLog), game.message
    return game


def ruled(data, checks=None):
    """The rules of a game, what is known of them, and the review by them."""
    result = review([(NAME, data)], checks=checks)
    return result.audit.ruling.rule_sets[0], result.audit.ruling.of_game[0], result


def rules_of(data):
    """The rules of a game, and what is known of them."""
    return ruled(data, ["rule-set"])[:2]


@pytest.mark.parametrize(("players", "name"), [(4, "mahjong-soul"), (3, "mahjong-soul-sanma")])
def test_every_form_says_the_same_and_the_head_tells_seats_length_and_room(games, short, players, name):
    first = read(console(games[players])).events
    rules, of_game = rules_of(console(short[players]))
    assert (rules.name, rules.winds, of_game.reason) == (name, 1, None)
    # Several games of a list are several games.
    two = json.loads(FORMS["clubs"](games[players])) * 2
    assert [game.events.games.players[0] for game in read_log(json.dumps(two).encode())] == [players] * 2
    logs = [(LogName("game", name), form(games[4])) for name, form in FORMS.items()]
    assert players == 3 or review(logs).findings == ()
    for form in ("console", "console_old", "named_list", "rounds", "clubs"):
        assert rules_of(FORMS[form](hosted(short[4])))[1].reason is None
    for form in (*FORMS.values(), *HEADLESS.values()):
        events = read(form(games[players])).events
        for column in ("kind", "seat", "tile"):
            assert (getattr(events.plays, column) == getattr(first.plays, column)).all()
        for column in ("deltas", "scores", "yaku", "ten", "shown", "ura", "winner", "loser", "machi"):
            assert (getattr(events.results, column) == getattr(first.results, column)).all()


@pytest.mark.parametrize(("category", "mode_id", "detail", "reason"), ROOMS["others"])
def test_other_rooms_are_of_unknown_rules(short, category, mode_id, detail, reason):
    game = copy.deepcopy(short[4])
    config = game["head"]["config"]
    config["category"], config["meta"]["mode_id"], config["mode"]["detail_rule"] = category, mode_id, detail

    assert reason in rules_of(console(game))[1].reason


@pytest.mark.parametrize("form", HEADLESS.values(), ids=HEADLESS)
def test_without_a_head_the_user_may_name_the_rules(games, form):
    assert "in which room" in rules_of(form(games[4]))[1].reason

    result = review([(NAME, form(games[4]))], "mahjong-soul-tonpuu")

    assert not [one for one in result.findings if one.check != "rule-set"]
    assert result.tallies["win-payment"].passed == len(result.wins.hand) > 0


@pytest.mark.parametrize(("path", "value", "mode"), ROOMS["modes"])
def test_special_modes_are_refused_by_name(games, path, value, mode):
    at = game = copy.deepcopy(games[4])
    *steps, last = path.split()
    for step in steps:
        at = at[int(step) if step.isdigit() else step]
    at[last] = value

    for form in [console, answer][: 1 + path.startswith("head")]:
        with pytest.raises(MalformedLog) as refused:
            read_log(form(game))
        assert mode in refused.value.message


@pytest.mark.parametrize(
    ("octets", "name", "message"),
    [
        (b"\xff" * 12, "Wrapper", "expected a protobuf message"),
        (field(1, b"lq.RecordHule")[:-3], "Wrapper", "expected a protobuf message"),
        (varint(2 << 3 | 3), "Wrapper", "expected a protobuf message"),
        (varint(2 << 3 | 2) + varint(1 << 40), "Wrapper", "expected a protobuf message"),
        (field(1, 7), "Wrapper", "expected a protobuf message"),
        (b"\x0b", "Wrapper", "expected a protobuf message"),
        (field(1, b"") * 2000, "RecordHule", "more than 1000"),
        (field(5, b"\x01" * 2_000_000), "RecordHule", "more than 1000"),
    ],
)
def test_bytes_that_are_no_message_are_refused(octets, name, message):
    with pytest.raises(MalformedLog, match=message):
        from_bytes(octets, name)


def test_negative_numbers_are_of_32_bits():
    points = b"".join(map(varint, (-1000, 25000, (1 << 32) - 1000)))
    assert from_bytes(field(3, points), "RecordHule")["delta_scores"] == [-1000, 25000, -1000]
    assert from_bytes(varint(3 << 3) + varint(-1), "RecordHule")["delta_scores"] == [-1]


def test_without_sticks_and_what_is_just_drawn_a_riichi_stands_if_nobody_wins_on_it(games):
    game = copy.deepcopy(games[4])
    assert any("liqi" in record["data"] for record in game["records"])
    for record in game["records"]:
        for name in ("liqi", "moqie"):
            record["data"].pop(name, None)
        for win in record["data"].get("hules", ()):
            # Nor need a form state the sum of the han.
            del win["count"]
    result = review([(NAME, FORMS["rounds"](game))])

    assert not result.findings
    assert result.tallies["riichi-procedure"].passed > 0


@needs_corpus
@pytest.mark.parametrize("path", REAL, ids=[path.name for path in REAL])
def test_real_records_have_no_finding(path):
    rules = "auto" if "GameDetailRecords" not in path.name else "mahjong-soul-tonpuu"
    result = review([(NAME, path.read_bytes())], rules)
    found = [one.check for one in result.findings if one.verdict != "undecided"]
    hands = len(result.events.hands.game)

    # The wall of the test hand has twelve of each wind.
    assert found == (["tile-place", "wall-seed"] if "friendly-test" in path.name else [])
    if not found:
        assert [result.tallies[check].passed for check in WALL] == [hands] * 3
        assert result.tallies["win-payment"].passed == len(result.wins.hand)


def led(data, rules="auto"):
    """The first finding of each chain, by check; nothing may be refused."""
    result = review([(NAME, data)], rules)
    assert not result.refused, result.refused[0].reason
    return [one.check for one in result.findings if one.verdict != "undecided" and one.leads]


def of(game, name, *, where=lambda data: True, last=False):
    """Data of the first or last record of a name."""
    found = [one["data"] for one in game["records"] if one["name"].endswith(name) and where(one["data"])]
    return found[-1 if last else 0]


def swap(tiles, one, others):
    """A tile of a wall changes places with the first of some others that is another."""
    other = next(other for other in others if tiles[other] != tiles[one])
    tiles[one], tiles[other] = tiles[other], tiles[one]


def five_of_a_kind(tiles):
    tiles[-20] = "1z" if tiles[-20] != "1z" else "2z"


# What is changed in a wall, whether its hash is made anew, and the check that names it.
WALLS = {
    "two tiles that nobody draws": (lambda tiles: swap(tiles, -20, range(-21, -30, -1)), False, "wall-seed"),
    "two draws": (
        lambda tiles: swap(tiles, 53 if len(tiles) == 136 else 40, range(54, 60)),
        True,
        "wall-draws",
    ),
    "a tile of the dealer and one of the next": (
        lambda tiles: swap(tiles, 0, range(4, 8)),
        True,
        "wall-deal",
    ),
    "five of a kind": (five_of_a_kind, True, "wall-seed"),
}


@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("name", WALLS)
def test_what_is_wrong_in_a_wall_is_named_by_its_check(games, name, players):
    change, is_resealed, check = WALLS[name]
    game = copy.deepcopy(games[players])
    data = of(game, "NewRound")
    tiles = [data["paishan"][at : at + 2] for at in range(0, len(data["paishan"]), 2)]
    change(tiles)
    data |= sealed("".join(tiles)) if is_resealed else {"paishan": "".join(tiles)}

    assert led(FORMS["console"](game))[:1] == [check]


@pytest.mark.parametrize("players", [4, 3])
def test_an_ura_indicator_in_the_place_of_the_indicator_above_it_is_named(games, players):
    game = copy.deepcopy(games[players])
    data = of(game, "NewRound")
    below = [data["paishan"][at - 2 :][:2] for at in range(len(data["paishan"]) - 10, 0, -2)]
    data["doras"] = [next(tile for tile in below if tile != data["doras"][0] and tile[0] != "0")]
    assert led(FORMS["console"](game))[:1] == ["wall-indicators"]


def test_the_hash_of_2019_is_md5_of_what_is_left(games):
    game = of_2019(games[4])
    result = review([(NAME, FORMS["console"](game))], "auto")
    hands = len(result.events.hands.game)

    assert led(FORMS["console"](game)) == []
    for check in ("wall-seed", "wall-draws", "wall-indicators"):
        assert result.tallies[check].passed == hands
    assert result.tallies["wall-deal"].absent == hands

    of(game, "NewRound")["md5"] = hashlib.md5(b"").hexdigest()  # noqa: S324

    assert led(FORMS["console"](game)) == ["wall-seed"]


@pytest.mark.parametrize("text", [None, "kezi(1z,2z,3z)", "shunzi(1z,2z,3z)", "angang(9z,9z,9z,9z)", "x", ""])
def test_melds_that_are_none_or_left_out_claim_nothing(games, text):
    game = copy.deepcopy(games[4])
    melds = next(
        win["ming"] for one in game["records"] for win in one["data"].get("hules", ()) if win.get("ming")
    )
    melds[:] = [] if text is None else [text, *melds[1:]]
    result = review([(NAME, FORMS["answer" if text is None else "console"](game))], "auto")

    assert not result.findings
    assert result.tallies["win-melds"].absent == 1


def test_a_wall_without_a_hash_or_no_wall_claims_nothing(games):
    game = copy.deepcopy(games[4])
    for name in ("sha256", "salt", "saltSha256"):
        del of(game, "NewRound")[name]
    del of(game, "NewRound", last=True)["paishan"]
    # A salt that is not stated leaves its hash open.
    del of(game, "NewRound", where=lambda data: "salt" in data)["salt"]
    result = review([(NAME, FORMS["console"](game))], "auto")
    hands = len(result.events.hands.game)

    assert not result.findings
    assert (result.tallies["wall-seed"].passed, result.tallies["wall-seed"].absent) == (hands - 3, 3)
    assert result.tallies["wall-draws"].absent == 1


ABORTIVE = ("KYUUSHU_KYUUHAI", "SUUFON_RENDA", "SUUKAIKAN", "SUUCHA_RIICHI", "SANCHAHOU")


@pytest.mark.parametrize(("number", "kind"), [*enumerate(ABORTIVE, 1)])
def test_an_abortive_draw_has_its_kind_by_number(number, kind):
    game = simulated(scenario="kyuushu_9")
    of(game, "LiuJu")["type"] = number

    assert DrawKind[kind] in read(console(game)).events.results.draw_kind


def test_the_second_winner_must_not_come_first():
    game = simulated(scenario="double_ron")
    assert led(FORMS["answer"](game)) == []

    hules = of(game, "Hule", where=lambda data: len(data["hules"]) == 2)["hules"]
    # Nor is the second one paid the honba.
    hules[1]["dadian"] += 1000
    assert led(FORMS["answer"](game)) == ["win-points"]
    hules[1]["dadian"] -= 1000
    hules.reverse()

    assert led(FORMS["answer"](game))[:1] == ["winner-order"]


@pytest.mark.parametrize(
    ("scenario", "players"),
    [*((name, 4) for name in ROOMS["rare"].split()), ("kita_ron", 3), ("double_ron", 3)],
)
def test_what_is_rare_is_read_and_right(scenario, players):
    game = simulated(players, scenario=scenario)
    for record in game["records"]:
        for win in record["data"].get("hules", ()):
            # A counted yakuman may be called one.
            win["yiman"] |= win["count"] == 13

    assert led(FORMS["answer"](game)) == []


@pytest.mark.parametrize(
    ("fans", "is_wrong"), [({}, False), ({999: 1}, False), ({29: 13}, False), ({29: 12}, True)], ids=str
)
def test_a_yakuman_is_none_only_where_all_yaku_are_known_and_too_few_to_be_counted(fans, is_wrong):
    game = simulated()
    of(game, "Hule")["hules"][0] |= {
        "yiman": True,
        "fans": [{"id": number, "val": han} for number, han in fans.items()],
    }

    assert ("well-formed" in led(console(game))) == is_wrong


@pytest.mark.parametrize(("tile", "is_wrong"), [("4z", True), ("7z", False)])
def test_another_copy_of_the_tile_just_drawn_may_be_discarded_if_it_is_held(tile, is_wrong):
    game = simulated()
    # Of these seat 1 is dealt a 7z.
    _, _, drawn, laid = game["records"][:4]
    drawn["data"]["tile"] = laid["data"]["tile"] = tile
    laid["data"]["moqie"] = False

    assert ("well-formed" in led(console({**game, "records": game["records"][:4]}))) == is_wrong


@pytest.mark.parametrize(("before", "loser"), [(1, 0), (2, 1)])
def test_a_ron_on_a_discard_of_nobody_else_is_from_the_next_seat(before, loser):
    game = simulated()
    won = next(record for record in game["records"] if record["name"].endswith("Hule"))
    # Nobody has discarded, or the winner itself.
    won["data"]["hules"][0]["seat"] = (loser - 1) % 4

    results = read(console({**game, "records": [*game["records"][:before], won]})).events.results

    assert results.loser.tolist() == [loser]


@pytest.mark.parametrize("players", [4, 3])
def test_a_room_whose_host_states_all_is_judged_in_full(games, players):
    rules, of_game, result = ruled(console(hosted(games[players])))
    name = "mahjong-soul-sanma-tonpuu" if players == 3 else "mahjong-soul-tonpuu"

    assert (of_game.reason, of_game.unknown) == (None, frozenset())
    # How noten payments are put is another, not what they are.
    assert set(differences(rules, load(name))) <= {"noten_penalty"}
    assert rules.source("honba_ron") == "detail_rule of the record, changbang_value"
    assert not result.findings
    assert result.tallies["win-payment"].passed == len(result.wins.hand) > 0


@pytest.mark.parametrize("form", [camel, answer])
def test_a_false_that_is_left_out_is_not_false(short, form):
    _, of_game, result = ruled(form(hosted(short[4])))

    assert "detail_rule leaves out tianbian_value, have_toutiao, " in of_game.reason
    assert Area.SCORING in of_game.unknown
    assert Area.NAGASHI not in of_game.unknown
    assert not [one for one in result.findings if one.verdict != "undecided"]


def test_a_zero_that_a_tool_has_filled_in_states_nothing(short):
    zeros = dict.fromkeys(hosted(short[4])["head"]["config"]["mode"]["detail_rule"], 0)
    _, of_game = rules_of(console(hosted(short[4], **zeros | {"init_point": 25000})))

    assert {Area.SCORING, Area.PAYMENT, Area.NAGASHI, Area.ABORTIVE, Area.GAME_END} <= of_game.unknown
    assert "leaves out dora_count, shiduan, " in of_game.reason


@pytest.mark.parametrize(("fields", "rules"), ROOMS["said"], ids=lambda one: ",".join(one))
def test_what_a_field_says(short, fields, rules):
    found, of_game = rules_of(console(hosted(short[4], **fields)))

    said = {name: found.value(name) for name in rules}
    assert {name: [*one] if isinstance(one, tuple) else one for name, one in said.items()} == rules
    assert Area.GAME not in of_game.unknown


@pytest.mark.parametrize(("players", "fields", "area", "reason"), ROOMS["unsaid"])
def test_what_cannot_be_said_is_undecided_with_the_reason(short, players, fields, area, reason):
    left = {name: None if value == "none" else value for name, value in fields.items()}
    _, of_game = rules_of(console(hosted(short[players], **left)))

    assert reason in of_game.reason
    assert Area[area] in of_game.unknown


def test_payments_are_judged_by_the_rules_of_the_room(games):
    _, _, result = ruled(console(hosted(games[3], changbang_value=600)))

    honba = result.events.hands.honba[result.wins.hand]
    assert honba.any()
    assert result.tallies["win-payment"].failed == (honba > 0).sum()
