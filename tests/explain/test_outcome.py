"""The end of a hand as a record: its words, and where what is claimed differs from what is computed."""

import re
from dataclasses import replace

from analyzer.explain.outcome import Outcome, claimed_outcome, differences
from analyzer.explain.win import Liable, Win, WinYaku
from tests.case_files import each, rows
from tests.hands import Hand
from tests.view.hands import tehai

RON = Win(
    winner=1,
    loser=0,
    won_on="0m",
    listed=(WinYaku("riichi", 1, 1, 0), WinYaku("dora", 52, 2, 0)),
    han=3,
    fu=40,
    points=5200,
    deltas=(-5200, 5200, 0, 0),
)
NOTEN_PAID = (1500, -1500, 1500, -1500)
ENDS = {
    "won": Outcome("win", (RON,), None, RON.deltas),
    "drawn": Outcome("exhaustive", (), (0, 2), NOTEN_PAID),
    "aborted": Outcome("suukaikan", (), None, (0, 0, 0, 0)),
    "kyuushu": Outcome("kyuushu_kyuuhai", (), None, (0, 0, 0, 0)),
    "nothing": Outcome("none", (), None, None),
    "chombo": Outcome("chombo", (), None, NOTEN_PAID),
}
RECORDS = {"listed": WinYaku, "pao": Liable}


def value(name, written):
    """A value as a record has it."""
    if isinstance(written, list):
        return tuple(RECORDS[name](*one) if name in RECORDS else one for one in written)
    return None if written == "none" else written


@each(rows("explain/outcomes", "difference"))
def test_what_differs_is_named_and_nothing_else(row):
    claimed = ENDS[row["claimed"]]
    if "win" in row:
        (win,) = claimed.wins
        changes = {name: value(name, one) for name, one in row["win"].items()}
        claimed = replace(claimed, wins=(replace(win, **changes),))
    claimed = replace(claimed, **{name: value(name, one) for name, one in row.get("end", {}).items()})

    assert [[*one] for one in differences(claimed, ENDS[row["computed"]])] == row["differ"]


def claimed(*results, players=4):
    """The end of a hand of which a log says so."""
    hand = Hand(*tehai(*[""] * players)).turn(0, "7z")
    hand.lines.extend(results)
    return claimed_outcome(hand.events(), 0, players)


AGARI = (
    '<AGARI ba="0,0" hai="16" machi="16" ten="40,5200,0" yaku="1,1,52,2" doraHai="104" '
    'who="1" fromWho="0" sc="250,-52,250,52,250,0,250,0"/>'
)
"""Seat 0 deals in; tile 16 is the red five of man."""


def test_a_win_is_claimed_with_its_yaku_first_and_its_dora_behind():
    (win,) = claimed(AGARI.replace('1,1,52,2"', '1,1,52,2,53,0"')).wins

    assert replace(win, listed=win.yaku) == RON
    assert win.listed[-1] == WinYaku("ura dora", 53, 0, 0)


@each(rows("explain/outcomes", "claim"))
def test_what_a_log_says_of_a_win_is_taken_as_it_stands(row):
    expected = {name: value(name, one) for name, one in row.items() if name not in ("says", "change")}
    (win,) = claimed(re.sub(*row["change"], AGARI)).wins

    assert {name: getattr(win, name) for name in expected} == expected


def test_two_winners_of_one_tile_are_claimed_together():
    second = AGARI.replace('who="1"', 'who="2"').replace("250,-52,250,52,250,0", "198,-20,302,0,250,20")
    found = claimed(AGARI, second)

    assert [(win.winner, win.deltas) for win in found.wins] == [
        (1, (-5200, 5200, 0, 0)),
        (2, (-2000, 0, 2000, 0)),
    ]
    assert found.deltas == (-7200, 5200, 2000, 0)
    # Where one is without payments, those of the hand are not stated.
    bare = [re.sub(' sc="[^"]*"', "", one) for one in (AGARI, second)]
    assert claimed(bare[0]).deltas is claimed(AGARI, bare[1]).deltas is None
    assert claimed(AGARI, players=3).deltas == (-5200, 5200, 0)


@each(rows("explain/outcomes", "drawn"))
def test_who_shows_a_tehai_is_claimed_tenpai_only_at_the_end_of_the_wall(row):
    found = claimed(f'<RYUUKYOKU ba="0,0" sc="250,15,250,-15,250,15,250,-15" {row["text"]}/>')

    assert found == Outcome(row["kind"], (), value("tenpai", row["tenpai"]), NOTEN_PAID)
