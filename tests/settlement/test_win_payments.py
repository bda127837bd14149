"""Who is paid, who pays and who is liable: rows of three files, and the score changes of every real win."""

import numpy as np

from analyzer.replay.notation import hand_of
from analyzer.replay.written import facts_of_note
from analyzer.rules import load
from analyzer.settlement.payments import WinTable, is_unmeasured, liable_seats, paid_winners, win_payments
from analyzer.vocabulary import NO_SEAT, PlayKind, parse_mpsz
from tests.case_files import each, rows
from tests.settlement.notes import varied

TENHOU, SANMA = load("tenhou"), load("tenhou-sanma")
YAKUMAN_PLACES = {"daisangen": 0, "daisuushii": 1, "suukantsu": 2}
DAISANGEN = 0


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
