"""The situation of a win, who is paid, who pays and who is liable: rows of four files."""

import numpy as np
import pytest

from analyzer.explain.settled_hand import table_of
from analyzer.replay.notation import hand_of
from analyzer.replay.written import facts_of_note
from analyzer.rules import load
from analyzer.settlement.payments import WinTable, is_unmeasured, liable_seats, paid_winners, win_payments
from analyzer.settlement.win_facts import WinFacts, win_facts
from analyzer.settlement.yaku_names import Yaku
from analyzer.vocabulary import NO_SEAT, PlayKind, parse_mpsz
from tests.case_files import each, rows
from tests.settlement.notes import varied

TENHOU, SANMA = load("tenhou"), load("tenhou-sanma")
YAKUMAN_PLACES = {"daisangen": 0, "daisuushii": 1, "suukantsu": 2}


@each(rows("settlement/payments"))
def test_a_win_is_paid_as_its_row_says(row):
    rules = varied(load(row.get("rules", "tenhou")), row.get("with", {}))
    base, liable = np.array([row["base"]], np.int32), np.zeros((1, 3), np.int32)
    pao_seat, takes_pot = np.full((1, 3), NO_SEAT, np.uint8), row.get("pot", True)
    if "pao" in row:
        place = YAKUMAN_PLACES[row["pao"][0]]
        pao_seat[0, place], liable[0, place] = row["pao"][1], row.get("part", 0)
    table = WinTable(
        *(np.array([seat], np.uint8) for seat in (*row["win"], row.get("dealer", 0))),
        np.array([row.get("honba", 0)], np.int32),
        np.array([row.get("sticks", 0) if takes_pot else 0], np.int32),
        np.array([takes_pot]),
        pao_seat,
        np.array([NO_SEAT], np.uint8),
    )

    if "deltas" in row:
        assert win_payments(base, liable, table, rules)[0].tolist() == row["deltas"]
    assert is_unmeasured(base, liable, table, rules).tolist() == [row.get("unmeasured", False)]


@each(rows("settlement/liable"))
def test_who_gave_the_last_set_is_liable(row):
    melds = [
        (PlayKind[word.upper()], min(parse_mpsz(text)), int(seat))
        for word, text, seat in map(str.split, row["melds"])
    ]
    melds += [(0, 0, 0)] * (4 - len(melds))
    kind, tile, source = (np.array([column], np.uint8) for column in zip(*melds, strict=True))
    seats = liable_seats(kind, tile, source, np.zeros(1, np.uint8))[0].tolist()

    assert seats == [row.get(yakuman, NO_SEAT) for yakuman in YAKUMAN_PLACES]


@each(rows("settlement/rons"))
def test_of_several_rons_those_are_paid_that_the_rules_name(row):
    note = hand_of({"kyoku": "E1", "last": f"discard {row['discarder']} 5p", "ron": row["rons"]}, "rons")

    assert (
        np.flatnonzero(paid_winners(facts_of_note(note), varied(TENHOU, row["with"]))[0]).tolist()
        == row["paid"]
    )


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
