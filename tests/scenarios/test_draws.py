"""What else the scripted draws are besides what they come to: plays, tiles, sticks; with two walls each."""

import re

import pytest

from analyzer.audit.findings import LogName
from analyzer.audit.review import review
from analyzer.rules import load
from analyzer.simulation.scenarios import scripted_scenarios
from analyzer.vocabulary import NO_TILE, PlayKind
from tests.scenarios.telling import (
    SCENARIOS,
    each_rule_set,
    log_of_scenes,
    played,
    scenes_of,
    shown,
    words_of,
)

OF_TENHOU = {4: "tenhou", 3: "tenhou-sanma"}
DRAWS = {row.name for row in scripted_scenarios("draws")}
EXPECTED = {
    (name, rules): lines
    for (name, rules), lines in each_rule_set("hands").items()
    if name in DRAWS and rules in OF_TENHOU.values()
}
YAOCHU = {0, 8, 9, 17, 18, 26, *range(27, 34)}
each_seed = pytest.mark.parametrize("seed", ["1", "2"])
each_table = pytest.mark.parametrize("players", [3, 4])


def hand_of(name, players=4, seed="1"):
    return scenes_of(name, load(OF_TENHOU[players]), seed)


def words(name, players=4, seed="1"):
    return words_of(hand_of(name, players, seed))


def calls(name, players=4, seed="1"):
    """Seat and kind of each call."""
    found = (re.fullmatch(r"(\d) (chi|pon|\w+kan|kita) ..", word) for word in words(name, players, seed))
    return [(int(call[1]), call[2]) for call in found if call]


def river(events, seat):
    """Kinds that a seat discards."""
    is_own = (events.plays.kind == PlayKind.DISCARD) & (events.plays.seat == seat)
    return (events.plays.tile[is_own] // 4).tolist()


def shown_by(events, seat):
    """Kinds that a seat shows at the end."""
    return [tile // 4 for tile in events.results.shown[0, seat].tolist() if tile != NO_TILE]


def ba(events):
    return events.results.honba[0], events.results.kyotaku[0]


@pytest.mark.parametrize(("name", "rules"), EXPECTED)
def test_a_draw_does_not_depend_on_the_wall(name, rules):
    assert shown(name, rules, "2") == EXPECTED[name, rules]


# By number of tenpai seats: what one gets, and what another pays.
NOTEN = {
    4: [(0, 0), (3000, 1000), (1500, 1500), (1000, 3000), (0, 0)],
    3: [(0, 0), (2000, 1000), (1000, 2000), (0, 0)],
}


@each_table
def test_every_set_of_seats_is_tenpai_under_every_dealer_and_paid(players):
    rules, found = load(OF_TENHOU[players]), []
    for row in scripted_scenarios("draws"):
        if not row.name.startswith("tenpai_sets_") or players not in row.players:
            continue
        events = scenes_of(row.name, rules)
        for hand in row.shows:
            result = int(events.hands.result_offsets[hand])
            tenpai = {seat for seat in range(players) if events.results.shown[result, seat, 0] != NO_TILE}
            gets, pays = NOTEN[players][len(tenpai)]

            due = [gets if seat in tenpai else -pays for seat in range(players)]
            assert events.results.deltas[result, :players].tolist() == due, (row.name, hand)
            found.append((int(events.hands.dealer[hand]), *sorted(tenpai)))

    # Sixteen sets (eight) under four dealers (three), each once.
    assert len(set(found)) == len(found) == 2**players * players


def test_the_whole_referee_finds_nothing_but_that_the_logs_are_cut():
    named = [
        (
            LogName(f"2199010110gm-00{'a9' if rules == 'tenhou' else 'b9'}-0000-{place:08x}", name),
            log_of_scenes(name, load(rules)),
        )
        for place, (name, rules) in enumerate(EXPECTED)
    ]

    reviewed = review(named)

    assert {finding.check for finding in reviewed.findings} == {"game-over", "whole-log"}
    assert reviewed.tallies["draw-payment"].passed == len(named)


@each_seed
@each_table
@pytest.mark.parametrize("kinds", [9, 10, 11, 12, 13])
def test_kyuushu_is_declared_with_so_many_kinds_of_fourteen_tiles(kinds, players, seed):
    events = hand_of(f"kyuushu_{kinds}", players, seed)
    (held,) = (tiles for seat in range(players) if (tiles := shown_by(events, seat)))

    assert (len(held), len(YAOCHU & set(held))) == (14, kinds)


@each_seed
@pytest.mark.parametrize(("name", "wind"), [("suufon_renda", 27), ("suufon_riichi", 28)])
def test_four_first_discards_are_one_wind(name, wind, seed):
    events = hand_of(name, 4, seed)

    assert [river(events, seat) for seat in range(4)] == [[wind]] * 4
    assert calls(name, 4, seed) == []


@each_seed
@pytest.mark.parametrize(
    ("name", "declared", "paid"),
    [("suufon_riichi", 1, "3"), ("suucha_riichi", 4, "1203"), ("sanchahou", 1, ""), ("riichi_draw", 1, "1")],
)
def test_sticks_are_paid_before_the_hand_ends_unless_three_win_on_the_tile(name, declared, paid, seed):
    said, events = words(name, 4, seed), hand_of(name, 4, seed)

    assert sum(word.endswith("riichi") for word in said) == declared
    assert "".join(word[0] for word in said if word.endswith("pays")) == paid
    assert ba(events) == (0, len(paid))
    assert events.results.scores[0].tolist() == [25000 - 1000 * (str(seat) in paid) for seat in range(4)]


@each_seed
@each_table
@pytest.mark.parametrize(("name", "kans"), [("2_2", [2, 2]), ("1_3", [1, 3]), ("1_1_2", [1, 1, 2])])
def test_four_kans_fall_to_the_seats_as_the_name_says(name, kans, players, seed):
    makers = [seat for seat, kind in calls(f"suukaikan_{name}", players, seed) if kind.endswith("kan")]

    assert sorted(makers.count(seat) for seat in set(makers)) == kans
    assert sum(word.startswith("dora") for word in words(f"suukaikan_{name}", players, seed)) == 4


def test_the_three_kans_of_one_seat_are_one_of_each_kind():
    of_south = [kind for seat, kind in calls("suukaikan_1_3") if seat == 1]

    assert of_south == ["daiminkan", "ankan", "pon", "kakan"]


@each_seed
@each_table
@pytest.mark.parametrize(
    ("name", "makers"),
    [
        *(("nagashi_mangan", {1}), ("nagashi_dealer", {0}), ("nagashi_tenpai", {2})),
        *(("double_nagashi", {0, 2}), ("nagashi_called", {1}), ("tenpai_0", set())),
    ],
)
def test_rows_of_terminals_and_honours_are_those_of_the_seats_said(name, makers, players, seed):
    events = hand_of(name, players, seed)

    assert {seat for seat in range(players) if set(river(events, seat)) <= YAOCHU} == makers
    assert calls(name, players, seed) == ([(2, "pon")] if name == "nagashi_called" else [])


@each_table
def test_karaten_is_where_the_name_says(players):
    """All four tiles of the only wait: 1z in hand, 6s in hand, 3p in a kan, in pon and hand, on the table."""
    places = ("concealed", "concealed_melds", "split", "seen", "indicator")
    concealed, with_melds, split, seen, indicator = (hand_of(f"karaten_{each}", players) for each in places)

    assert (concealed.hands.haipai[0, 1] // 4).tolist().count(27) == 4
    assert (with_melds.hands.haipai[0, 1] // 4).tolist().count(23) == 4
    assert calls("karaten_concealed_melds", players) == [(1, "pon")] * 3
    assert calls("karaten_kan", players) == [(0, "ankan")]
    assert calls("karaten_split", players) == [(2, "pon")]
    assert shown_by(split, 2).count(11) == 1
    assert [*river(seen, 1), *river(seen, 2)].count(11) == 4
    assert [*river(indicator, 1), *river(indicator, 2)].count(11) == 3
    assert indicator.hands.indicator[0] // 4 == 11


TENPAI_ELSEWHERE = {
    # Classes of karaten that count as tenpai: reference on the rules, 1; the others are noten.
    "tenhou": {"kan", "split", "seen", "indicator"},
    "mahjong-soul": {"kan", "split", "seen", "indicator"},
    "riichi-wiki": {"seen", "indicator"},
    "wrc-2015": {"concealed", "concealed_melds", "kan", "split", "seen", "indicator"},
    "sanma-ryanshi": set(),
}


@pytest.mark.parametrize("name", TENPAI_ELSEWHERE)
def test_which_karaten_is_tenpai_is_up_to_the_rule_set(name):
    rows = [row for row in SCENARIOS if row.startswith("karaten_")]

    tenpai = {row for row in rows if "shown" in shown(row, name)[0]}

    assert tenpai == {f"karaten_{each}" for each in TENPAI_ELSEWHERE[name]}


@pytest.mark.parametrize("rules", ["riichi-wiki", "sanma-ryanshi", "wrc-2015"])
def test_after_chombo_the_hand_is_played_again(rules):
    hands = played("noten_riichi", rules).hands

    assert [column[:2].tolist() for column in (hands.kyoku, hands.honba, hands.kyotaku)] == [[0, 0]] * 3


@each_table
def test_every_call_is_made(players):
    kinds = {kind for _, kind in calls("every_call", players)}

    assert kinds == {"pon", "daiminkan", "kakan", "ankan", "chi" if players == 4 else "kita"}


def test_kita_follows_kita_without_a_new_indicator():
    assert calls("kita_chain", 3) == [(0, "kita"), (0, "kita"), (1, "kita"), (2, "kita")]
    assert not any(word.startswith("dora") for word in words("kita_chain", 3))
