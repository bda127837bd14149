"""Payments of wins: hand-written ones, and the score changes of every real win."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.rules import load
from analyzer.rules.grades import LiabilityScope, TsumoShare
from analyzer.settlement.payments import WinTable, is_unmeasured, liable_base, takes_pot, win_payments
from analyzer.settlement.points import scoring_rules
from analyzer.settlement.scoring import score_wins
from analyzer.vocabulary import NO_SEAT
from tests.logs import needs_all_logs
from tests.settlement.logged_wins import facts_of, logged_wins
from tests.settlement.winning import win

TENHOU, SANMA, RYANSHI = load("tenhou"), load("tenhou-sanma"), load("sanma-ryanshi")
DAISANGEN, DAISUUSHII, SUUKANTSU = range(3)
MANGAN, YAKUMAN = 2000, 8000


def one_win(base, winner, loser, *, dealer=0, honba=0, kyotaku=0, pot=True, pao=None, part=0):
    """Base, table and liable base of one win; ``pao`` is a pair of yakuman and seat, ``part`` its base."""
    pao_seat = np.full((1, 3), NO_SEAT, np.uint8)
    liable = np.zeros((1, 3), np.int32)
    if pao:
        pao_seat[0, pao[0]] = pao[1]
        liable[0, pao[0]] = part
    table = WinTable(
        *(np.array([seat], np.uint8) for seat in (winner, loser, dealer)),
        np.array([honba], np.int32),
        np.array([kyotaku], np.int32),
        np.array([pot]),
        pao_seat,
    )
    return np.array([base], np.int32), table, liable


def paid(base, winner, loser, *, rules=TENHOU, **options):
    """Score changes of one win; options as of `one_win`."""
    points, table, liable = one_win(base, winner, loser, **options)
    return tuple(win_payments(points, liable, table, rules)[0].tolist())


@pytest.mark.parametrize(
    ("expected", "arguments"),
    [
        pytest.param((0, 8000, -8000, 0), {"winner": 1, "loser": 2}, id="ron of a child"),
        pytest.param((12000, 0, -12000, 0), {"winner": 0, "loser": 2}, id="ron of the dealer"),
        pytest.param((-4000, 8000, -2000, -2000), {"winner": 1, "loser": 1}, id="tsumo of a child"),
        pytest.param((12000, -4000, -4000, -4000), {"winner": 0, "loser": 0}, id="tsumo of the dealer"),
        pytest.param(
            (-4200, 10600, -2200, -2200),
            {"winner": 1, "loser": 1, "honba": 2, "kyotaku": 2},
            id="tsumo with honba and sticks",
        ),
        pytest.param(
            (0, 9600, -8600, 0),
            {"winner": 1, "loser": 2, "honba": 2, "kyotaku": 1},
            id="ron with honba and sticks",
        ),
        pytest.param(
            (0, 8000, -8000, 0),
            {"winner": 1, "loser": 2, "honba": 2, "kyotaku": 1, "pot": False},
            id="second winner of a double ron",
        ),
    ],
)
def test_a_mangan_is_paid(expected, arguments):
    assert paid(MANGAN, **arguments) == expected


def test_equal_shares_of_a_tsumo_are_a_matter_of_three_players():
    four, three = (replace(rules, tsumo_share=TsumoShare.EVEN) for rules in (TENHOU, SANMA))

    assert paid(MANGAN, 1, 1, rules=four) == (-4000, 8000, -2000, -2000)
    assert paid(MANGAN, 1, 1, rules=three) == (-4000, 8000, -4000)


def test_each_share_of_a_tsumo_is_rounded_up():
    # 1 han 30 fu: 300 from children, 500 from the dealer.
    assert paid(240, 2, 2) == (-500, -300, 1100, -300)


@pytest.mark.parametrize(
    ("expected", "arguments"),
    [
        pytest.param(
            (-4000, 6000, -2000), {"winner": 1, "loser": 1}, id="tsumo: nobody pays the fourth share"
        ),
        pytest.param((0, 8400, -8400), {"winner": 1, "loser": 2, "honba": 2}, id="ron: 200 for each honba"),
        pytest.param((-4100, 6200, -2100), {"winner": 1, "loser": 1, "honba": 1}, id="tsumo: 100 from each"),
    ],
)
def test_three_players_pay_as_tenhou_has_them(expected, arguments):
    assert paid(MANGAN, **arguments, rules=SANMA) == expected


def test_a_honba_of_1000_from_each_payer_makes_12000_of_a_mangan_with_three():
    # Three-player rule page of 2011-09-10, "Special Cases": the worked example.
    assert paid(MANGAN, 1, 1, honba=3, rules=RYANSHI) == (-7000, 12000, -5000)


@pytest.mark.parametrize(
    ("expected", "arguments"),
    [
        # Two real wins: 32,000 and 32,300 from the liable seat alone, the winner a child.
        pytest.param((-32000, 0, 32000, 0), {"winner": 2, "loser": 2, "dealer": 3}, id="tsumo"),
        pytest.param(
            (-32300, 0, 32300, 0), {"winner": 2, "loser": 2, "dealer": 1, "honba": 1}, id="tsumo with honba"
        ),
        pytest.param(
            (-16000, 0, 32000, -16000), {"winner": 2, "loser": 3}, id="ron off another seat: halves"
        ),
        pytest.param(
            (-16300, 0, 32300, -16000), {"winner": 2, "loser": 3, "honba": 1}, id="the honba of that ron"
        ),
        pytest.param(
            (-32300, 0, 32300, 0), {"winner": 2, "loser": 0, "honba": 1}, id="ron off the liable seat"
        ),
        pytest.param(
            (-24000, 48000, -24000, 0), {"winner": 1, "loser": 2, "dealer": 1}, id="ron of the dealer"
        ),
    ],
)
def test_the_liable_seat_pays(expected, arguments):
    assert paid(YAKUMAN, **arguments, pao=(DAISANGEN, 0), part=YAKUMAN) == expected


def scoped(scope):
    return replace(TENHOU, pao_scope=LiabilityScope(scope))


def test_liability_may_be_for_its_own_yakuman_only():
    # Daisangen and tsuuiisou by tsumo of a child: the first from seat 3 alone, the second from all.
    found = paid(2 * YAKUMAN, 1, 1, pao=(DAISANGEN, 3), part=YAKUMAN, rules=scoped("own-yakuman"))

    assert found == (-16000, 64000, -8000, -40000)


@pytest.mark.parametrize("scope", ["whole-hand", "whole-hand-by-tsumo"])
def test_liability_may_be_for_the_whole_hand(scope):
    # As above, all from seat 3; Tenhou, 2019-10-30.
    found = paid(2 * YAKUMAN, 1, 1, pao=(DAISANGEN, 3), part=YAKUMAN, rules=scoped(scope))

    assert found == (0, 64000, 0, -64000)


@pytest.mark.parametrize(
    ("unmeasured", "scope", "arguments"),
    [
        pytest.param(True, "whole-hand-by-tsumo", {"winner": 1, "loser": 2}, id="off another seat"),
        pytest.param(False, "whole-hand-by-tsumo", {"winner": 1, "loser": 3}, id="off the liable seat"),
        pytest.param(False, "whole-hand-by-tsumo", {"winner": 1, "loser": 1}, id="tsumo"),
        pytest.param(False, "whole-hand-by-tsumo", {"winner": 1, "loser": 2, "base": YAKUMAN}, id="alone"),
        pytest.param(False, "whole-hand-by-tsumo", {"winner": 1, "loser": 2, "pao": None}, id="nobody"),
        pytest.param(False, "whole-hand-by-tsumo", {"winner": 1, "loser": 2, "part": 0}, id="no daisangen"),
        pytest.param(False, "whole-hand", {"winner": 1, "loser": 2}, id="the whole hand of any win"),
        pytest.param(False, "own-yakuman", {"winner": 1, "loser": 2}, id="its own yakuman"),
    ],
)
def test_what_nobody_has_seen_paid_is_said_to_be_unknown(unmeasured, scope, arguments):
    given = {"base": 2 * YAKUMAN, "pao": (DAISANGEN, 3), "part": YAKUMAN} | arguments
    base, table, liable = one_win(**given)

    assert is_unmeasured(base, liable, table, scoped(scope)).tolist() == [unmeasured]


def test_a_hand_that_did_not_become_the_yakuman_is_paid_as_any_other():
    assert paid(MANGAN, 1, 2, pao=(DAISUUSHII, 3), part=0) == (0, 8000, -8000, 0)


def test_the_base_under_liability_follows_the_yakuman_and_the_rules():
    facts = win("11122z", "2z", "pon 555z", "pon 666z", "pon 777z")
    scores = score_wins(facts, scoring_rules(TENHOU))

    assert scores.yakuman[0, :2].tolist() == [39, 42]
    assert scores.base.tolist() == [2 * YAKUMAN]
    assert liable_base(scores, TENHOU).tolist() == [[YAKUMAN, 0, 0]]


def test_the_first_winner_in_turn_from_the_discarder_takes_the_pot():
    hand = np.array([0, 0, 1, 2, 2], np.int32)
    winner = np.array([1, 3, 2, 0, 1], np.uint8)
    loser = np.array([2, 2, 2, 3, 3], np.uint8)

    assert takes_pot(hand, winner, loser).tolist() == [False, True, True, True, False]


@given(
    base=st.sampled_from([240, 400, 1920, 2000, 8000, 16000]),
    seats=st.permutations(range(4)),
    tsumo=st.booleans(),
    dealer=st.integers(0, 3),
    honba=st.integers(0, 9),
    kyotaku=st.integers(0, 9),
    pao=st.booleans(),
    turn=st.integers(1, 3),
)
def test_points_are_conserved_and_turning_the_table_turns_the_payments(
    base, seats, tsumo, dealer, honba, kyotaku, pao, turn
):
    winner, loser, liable, _ = seats

    def at(turned):
        return paid(
            base,
            (winner + turned) % 4,
            ((winner if tsumo else loser) + turned) % 4,
            dealer=(dealer + turned) % 4,
            honba=honba,
            kyotaku=kyotaku,
            pao=(DAISANGEN, (liable + turned) % 4) if pao else None,
            part=min(base, YAKUMAN),
        )

    deltas = at(0)

    assert sum(deltas) == 1000 * kyotaku
    assert at(turn) == tuple(np.roll(deltas, turn).tolist())


# With GO bit 0x400 a honba is worth 1500 to a ron, in the only such log.
CHIP_TABLE, WORTHY_HONBA = 0x200, 0x400
CHIPS = load("tenhou-chip")
TABLES = [
    pytest.param(TENHOU, 0, id="four players"),
    pytest.param(SANMA, 0, id="three players"),
    pytest.param(replace(CHIPS, honba_tsumo=100, honba_ron=300), CHIP_TABLE, id="chip tables"),
    pytest.param(
        replace(CHIPS, honba_tsumo=500, honba_ron=1500), CHIP_TABLE | WORTHY_HONBA, id="chip tables of 0x400"
    ),
]


def real_table(wins) -> WinTable:
    """Seats, honba and sticks as logged; every liability of the corpus is for daisangen."""
    hands = {name: row for row, name in enumerate(dict.fromkeys(one.hand for one in wins))}
    winner, loser, dealer = (
        np.array([getattr(one, name) for one in wins], np.uint8) for name in ("winner", "loser", "dealer")
    )
    pao = np.full((len(wins), 3), NO_SEAT, np.uint8)
    pao[:, DAISANGEN] = [NO_SEAT if one.pao is None else one.pao for one in wins]
    return WinTable(
        winner,
        loser,
        dealer,
        np.array([one.honba for one in wins], np.int32),
        np.array([one.kyotaku for one in wins], np.int32),
        takes_pot(np.array([hands[one.hand] for one in wins], np.int32), winner, loser),
        pao,
    )


@needs_all_logs
@pytest.mark.parametrize(("rules", "bits"), TABLES)
def test_every_real_win_is_paid_as_its_log_says(rules, bits):
    wins = tuple(
        one
        for one in logged_wins()
        if one.players == rules.seats and one.go_type & (CHIP_TABLE | WORTHY_HONBA) == bits
    )
    scores = score_wins(facts_of(wins), scoring_rules(rules))

    deltas = win_payments(scores.base, liable_base(scores, rules), real_table(wins), rules)

    claimed = [one.deltas[: rules.seats] for one in wins]
    assert len(wins) > 0
    assert [
        (one.where, ours, theirs)
        for one, ours, theirs in zip(wins, map(tuple, deltas.tolist()), claimed, strict=True)
        if ours != theirs
    ] == []


@needs_all_logs
def test_real_double_rons_are_among_the_wins():
    wins = logged_wins()

    assert real_table(wins).takes_pot.tolist().count(False) > 10
