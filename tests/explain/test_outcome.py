"""The end of a hand as a record: its words, and where what is claimed differs from what is computed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyzer.explain.outcome import Outcome, claimed_outcome, differences
from analyzer.explain.win import Liable, Win, WinYaku
from tests.hands import Hand
from tests.view.hands import tehai

RON = Win(
    winner=1,
    loser=0,
    won_on="0m",
    listed=(WinYaku("riichi", 1, 1, 0), WinYaku("dora", 52, 2, 0)),
    han=3,
    fu=40,
    fu_parts=(),
    limit=None,
    yakuman=0,
    points=5200,
    pao=(),
    deltas=(-5200, 5200, 0, 0),
)
WON = Outcome("win", (RON,), None, RON.deltas)
DRAWN = Outcome("exhaustive", (), (0, 2), (1500, -1500, 1500, -1500))
ABORTED = Outcome("suukaikan", (), None, (0, 0, 0, 0))


KYUUSHU = Outcome("kyuushu_kyuuhai", (), None, ABORTED.deltas)
NOTHING = Outcome("none", (), None, None)
CHOMBO = Outcome("chombo", (), None, DRAWN.deltas)
PAID = ("payments", "0 0 0 0", "+1,500 -1,500 +1,500 -1,500")


def won(**changes):
    """The win claimed otherwise."""
    return replace(WON, wins=(replace(RON, **changes),))


DIFFERENCES = {
    "other yaku": (won(listed=(RON.listed[0], WinYaku("dora", 52, 1, 0))), WON,
        ("yaku of seat 1", "riichi 1, dora 1", "riichi 1, dora 2")),
    "other fu": (won(fu=30), WON, ("fu of seat 1", "30", "40")),
    "other points": (won(points=3900), WON, ("points of seat 1", "3,900", "5,200")),
    "a liable seat": (won(pao=(Liable(3, None),)), WON, ("liable for seat 1", "seat 3", "nobody")),
    "another winner": (won(winner=3), WON,
        ("end", "seat 3 ron off seat 0 on 5m", "seat 1 ron off seat 0 on 5m")),
    "fu not stated, another order": (won(fu=None, listed=RON.listed[::-1]), WON),
    "payments not stated": (replace(WON, deltas=None), WON),
    "payments": (replace(WON, deltas=(0, 0, 0, 0)), WON, ("payments", "0 0 0 0", "-5,200 +5,200 0 0")),
    "tenpai": (replace(DRAWN, tenpai=()), DRAWN, ("tenpai", "nobody", "seat 0, seat 2")),
    "another draw": (ABORTED, DRAWN, ("end", "suukaikan", "exhaustive draw"), PAID),
    "another that pays nothing": (ABORTED, KYUUSHU, ("end", "suukaikan", "kyuushu kyuuhai")),
    "no end": (ABORTED, NOTHING, ("end", "suukaikan", "no end"), ("payments", "0 0 0 0", "none")),
    "a log that is cut claims nothing": (NOTHING, WON),
    "chombo stands as the draw at which it came to light": (DRAWN, CHOMBO),
    "and at no other": (replace(ABORTED, deltas=DRAWN.deltas), CHOMBO, ("end", "suukaikan", "chombo")),
}  # fmt: skip
"""What is claimed, what is computed, and each difference."""


@pytest.mark.parametrize(
    ("claimed", "computed", "expected"),
    [(*row[:2], row[2:]) for row in DIFFERENCES.values()],
    ids=DIFFERENCES,
)
def test_what_differs_is_named_and_nothing_else(claimed, computed, expected):
    assert differences(claimed, computed) == [*expected]


def claimed(*results, players=4):
    """The end of a hand of which a log says so."""
    hand = Hand(*tehai(*[""] * players)).turn(0, "7z")
    hand.lines.extend(results)
    return claimed_outcome(hand.events(), 0, players)


def agari(who=1, machi=16, ten="40,5200,0", yaku="1,1,52,2", more="", sc="250,-52,250,52,250,0,250,0"):
    """Seat 0 deals in; tile 16 is the red five of man."""
    return (
        f'<AGARI ba="0,0" hai="{machi}" machi="{machi}" ten="{ten}" yaku="{yaku}" doraHai="104" '
        f'who="{who}" fromWho="0" sc="{sc}"{more}/>'
    )


def test_a_win_is_claimed_with_its_yaku_first_and_its_dora_behind():
    (win,) = claimed(agari(yaku="1,1,52,2,53,0")).wins

    assert replace(win, listed=win.yaku) == RON
    assert win.listed[-1] == WinYaku("ura dora", 53, 0, 0)


WITHOUT_PAYMENTS = agari().replace(' sc="250,-52,250,52,250,0,250,0"', "")
YAKUMAN = agari(ten="30,32000,5", yaku="", more=' yakuman="39,42"')
HAN = agari(yaku="1,1,7,1,52,3,54,1")
CLAIMS = {
    "haneman": (
        agari(ten="30,12000,2", yaku="1,1,2,1,54,4"),
        {"fu": 30, "points": 12000, "limit": "haneman"},
    ),
    "no yaku": (agari(ten="0,32000,5", yaku=""), {"fu": None, "limit": "yakuman", "yaku": (), "han": 0}),
    "kokushi": (agari(ten="0,32000,5", yaku="", more=' yakuman="47"'), {"fu": 0, "limit": "yakuman"}),
    "worth not stated": (agari(ten="40"), {"fu": None, "points": None, "limit": None}),
    "tile not stated": (agari(machi=""), {"tile": None}),
    "liable": (agari(more=' paoWho="3"'), {"liable": 3}),
    "seat 0 liable": (agari(more=' paoWho="0"'), {"liable": 0}),
    "1m": (agari(machi=0), {"tile": "1m"}),
    "yakuman without han": (YAKUMAN, {"yaku_text": "daisangen, tsuuiisou", "han": 0, "yakuman": 2}),
    "han with dora": (HAN, {"yaku_text": "riichi 1, pinfu 1, dora 3, aka dora 1", "han": 6}),
    "payments not stated": (WITHOUT_PAYMENTS, {"deltas": None}),
}


@pytest.mark.parametrize(("result", "changes"), CLAIMS.values(), ids=CLAIMS)
def test_what_a_log_says_of_a_win_is_taken_as_it_stands(result, changes):
    (win,) = claimed(result).wins

    assert {name: getattr(win, name) for name in changes} == changes


def test_two_winners_of_one_tile_are_claimed_together():
    second = agari(2, sc="198,-20,302,0,250,20,250,0")
    found = claimed(agari(), second)

    assert [(win.winner, win.deltas) for win in found.wins] == [
        (1, (-5200, 5200, 0, 0)),
        (2, (-2000, 0, 2000, 0)),
    ]
    assert found.deltas == (-7200, 5200, 2000, 0)
    # Where one is without payments, those of the hand are not stated.
    assert claimed(WITHOUT_PAYMENTS).deltas is None
    assert claimed(agari(), second.replace(' sc="198,-20,302,0,250,20,250,0"', "")).deltas is None


def test_a_win_of_three_players_has_three_payments():
    assert claimed(agari(), players=3).deltas == (-5200, 5200, 0)


def shows(*seats):
    return "".join(f' hai{seat}="{4 * seat},{4 * seat + 1}"' for seat in seats)


@pytest.mark.parametrize(
    ("text", "kind", "tenpai"),
    [
        (shows(0, 2), "exhaustive", (0, 2)),
        ("", "exhaustive", ()),
        (' type="nm"' + shows(3), "nagashi_mangan", (3,)),
        (' type="yao9"' + shows(0), "kyuushu_kyuuhai", None),
        (' type="reach4"' + shows(0, 1, 2, 3), "suucha_riichi", None),
        (' type="what"' + shows(0), "unknown", None),
    ],
    ids=["two tenpai", "all noten", "nagashi mangan", "kyuushu kyuuhai", "suucha riichi", "unknown"],
)
def test_who_shows_a_tehai_is_claimed_tenpai_only_at_the_end_of_the_wall(text, kind, tenpai):
    found = claimed(f'<RYUUKYOKU ba="0,0" sc="250,15,250,-15,250,15,250,-15"{text}/>')

    assert found == Outcome(kind, (), tenpai, (1500, -1500, 1500, -1500))
