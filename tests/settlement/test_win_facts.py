"""The situation of a win, from what was played."""

from dataclasses import replace

import numpy as np
import pytest

from analyzer.explain.settled_hand import table_of
from analyzer.formats.events import indicators_of_hands
from analyzer.formats.mjlog.decoder import decode
from analyzer.formats.mjlog.markup import concatenate
from analyzer.formats.mjlog.reader import read_markup
from analyzer.replay import replay
from analyzer.replay.notation import hand_of
from analyzer.rules import load
from analyzer.settlement.win_facts import Situation, WinFacts, win_facts
from analyzer.settlement.yaku_names import BIT, Yaku
from analyzer.vocabulary import NO_TILE, EndKind
from tests.case_files import each, rows
from tests.logs import Elements, corpus_bytes, corpus_paths, needs_corpus
from tests.settlement.logged_wins import facts_of, wins_of

TENHOU = load("tenhou")


def facts_at(winner=1, *, tsumo=False, seat_keys=None, **keys) -> WinFacts:
    """Facts of the win of one hand written in notation, which waits for 2s and 5s; the dealer is seat 0."""
    seat = {"tehai": "123456p34789s99p"} | ({"drawn": "5s"} if tsumo else {}) | (seat_keys or {})
    hand = {"kyoku": "S1", "left": 20, "indicators": "1z"}
    hand["last"] = f"draw {winner} 5s" if tsumo else "discard 2 5s"
    hand |= {"tsumo": winner} if tsumo else {"ron": [winner]}
    note = hand_of(hand | keys | {"seat": {str(winner): seat} | keys.get("seat", {})}, "test")
    wins = np.zeros(1, np.int32), np.array([winner], np.uint8), np.array([tsumo])
    facts, situation = table_of(note)
    return win_facts(facts, *wins, situation, TENHOU)


@each(rows("settlement/situations"))
def test_the_situation_follows_from_the_last_play(row):
    keys = {name: value for name, value in row.items() if name not in ("says", "gives", "own", "winner")}
    facts = facts_at(row.get("winner", 1), seat_keys=row.get("own"), **keys)

    found = {yaku.name.lower() for yaku in Yaku if facts.situation_yaku[0] >> yaku & 1}
    assert found == set(row["gives"])


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
    events = decode(concatenate([read_markup(data)[0] for data in logs]))
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
