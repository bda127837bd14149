"""The situation of a win, from what was played."""

from dataclasses import replace

import numpy as np
import pytest

from analyzer.formats import read_logs
from analyzer.formats.events import indicators_of_hands
from analyzer.replay import replay
from analyzer.replay.notation import hand_of
from analyzer.replay.written import facts_of_note
from analyzer.rules import load
from analyzer.settlement.win_facts import Situation, WinFacts, win_facts
from analyzer.settlement.yaku_names import BIT, Yaku
from analyzer.vocabulary import NO_TILE, EndKind
from tests.logs import Elements, corpus_bytes, corpus_paths, needs_corpus
from tests.settlement.logged_wins import facts_of, wins_of
from tests.settlement.notes import situation_of

TENHOU = load("tenhou")


def facts_at(winner=1, *, tsumo=False, seat_keys=None, **keys) -> WinFacts:
    """Facts of the win of one hand written in notation, which waits for 2s and 5s; the dealer is seat 0."""
    seat = {"tehai": "123456p34789s99p"} | ({"drawn": "5s"} if tsumo else {}) | (seat_keys or {})
    hand = {"kyoku": "S1", "left": 20, "indicators": "1z"}
    hand["last"] = f"draw {winner} 5s" if tsumo else "discard 2 5s"
    hand |= {"tsumo": winner} if tsumo else {"ron": [winner]}
    note = hand_of(hand | keys | {"seat": {str(winner): seat} | keys.get("seat", {})}, "test")
    wins = np.zeros(1, np.int32), np.array([winner], np.uint8), np.array([tsumo])
    return win_facts(facts_of_note(note), *wins, situation_of(note), TENHOU)


CALLED = {"3": {"melds": ["pon 777z from 0"]}}
FIRST = {"tsumo": True, "seat_keys": {"river": ""}}


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        pytest.param(facts_at(), set(), id="ron"),
        pytest.param(facts_at(tsumo=True), set(), id="tsumo"),
        pytest.param(facts_at(seat_keys={"riichi": 3}), {"riichi"}, id="riichi"),
        pytest.param(facts_at(seat_keys={"riichi": 3, "ippatsu": True}), {"riichi", "ippatsu"}, id="ippatsu"),
        pytest.param(facts_at(left=0), {"houtei"}, id="last discard"),
        pytest.param(facts_at(tsumo=True, left=0), {"haitei"}, id="last tile"),
        pytest.param(facts_at(tsumo=True, replaces="kan"), {"rinshan"}, id="after a kan"),
        pytest.param(facts_at(tsumo=True, replaces="kita", players=3), {"rinshan"}, id="after a kita"),
        pytest.param(facts_at(tsumo=True, replaces="kan", left=0), {"rinshan"}, id="the last replacement"),
        pytest.param(facts_at(last="kakan 2 5s"), {"chankan"}, id="robbed kan"),
        pytest.param(facts_at(last="kita 2 4z", players=3), set(), id="robbed kita"),
        pytest.param(facts_at(0, **FIRST), {"tenhou"}, id="dealer's first draw"),
        pytest.param(facts_at(1, **FIRST), {"chiihou"}, id="first draw"),
        pytest.param(facts_at(1, **FIRST, seat=CALLED), set(), id="after a call"),
        pytest.param(facts_at(1, seat_keys={"river": ""}), {"renhou"}, id="ron before the first draw"),
        pytest.param(facts_at(1, seat_keys={"river": ""}, seat=CALLED), set(), id="the same after a call"),
    ],
)
def test_the_situation_follows_from_the_last_play(facts, expected):
    assert {yaku.name.lower() for yaku in Yaku if facts.situation_yaku[0] >> yaku & 1} == expected


@pytest.mark.parametrize(
    ("kyoku", "players", "winds"), [("S1", 4, (27, 28, 29)), ("E3", 3, (28, 29, 27))], ids=["four", "three"]
)
def test_winds_are_counted_from_the_dealer_and_the_kyoku(kyoku, players, winds):
    found = [facts_at(seat, tsumo=True, kyoku=kyoku, players=players) for seat in range(3)]

    assert tuple(int(facts.seat_wind[0]) for facts in found) == winds
    assert {int(facts.round_wind[0]) for facts in found} == {27 + "ES".index(kyoku[0])}


@needs_corpus
def test_real_wins_have_in_play_what_their_logs_list():
    paths = [*corpus_paths("edge")[::3], *corpus_paths("phoenix")[::50]]
    logs = [corpus_bytes(path) for path in paths]
    claimed = [
        win for data, path in zip(logs, paths, strict=True) for win in wins_of(Elements.of(data), path.name)
    ]
    events = read_logs(logs).read()[0]
    results = events.results
    wins = np.flatnonzero(results.end == EndKind.AGARI)
    hand, winner = results.hand[wins], results.winner[wins]
    facts, _ = replay(events)

    count = len(events.hands.game)
    ura = np.full((count, 8), NO_TILE, np.uint8)
    ura[hand] = results.ura[wins]
    situation = Situation(
        events.hands.kyoku, events.hands.honba, indicators_of_hands(events), ura, np.zeros(count, np.int32)
    )
    has_red_fives = events.games.go_type[events.hands.game[hand]] & 2 == 0
    by_rules = [
        win_facts(facts, hand, winner, winner == results.loser[wins], situation, rules)
        for rules in (
            replace(TENHOU, nuki_dora=True, red_fives=red_fives) for red_fives in ((0, 0, 0), (1, 1, 1))
        )
    ]
    played = by_rules[1]._replace(aka=np.where(has_red_fives, by_rules[1].aka, by_rules[0].aka))

    listed = facts_of(tuple(claimed))
    # A yakuman lists nothing else, and renhou is no yaku of Tenhou.
    ordinary = np.array([not win.yakuman for win in claimed])
    for name in WinFacts._fields:
        differing = getattr(played, name) != getattr(listed, name)
        if name == "situation_yaku":
            differing = (played.situation_yaku & ~BIT.RENHOU != listed.situation_yaku) & ordinary
        differing = differing.reshape(len(claimed), -1).any(axis=1)
        assert [claimed[row].where for row in np.flatnonzero(differing)] == [], name
