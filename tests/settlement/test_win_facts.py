"""The situation of a win, from what was played."""

import numpy as np
import pytest

from analyzer.explain.settled_hand import table_of
from analyzer.replay.notation import hand_of
from analyzer.rules import load
from analyzer.settlement.win_facts import WinFacts, win_facts
from analyzer.settlement.yaku_names import Yaku
from tests.case_files import each, rows

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
