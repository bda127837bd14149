"""Wins: how, when and on which tile; their points, han and fu, yaku and dora."""

import pytest

from tests.stats.frames import check, counts_of, run_of

NO = None
RIICHI, YAKUMAN = ("riichi", "menzen_tsumo", "pinfu"), ("suuankou_tanki", "tsuuiisou")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A riichi tsumo of the dealer, a double ron of an open tehai and of a riichi with two yakuman, a draw,
    a riichi of 13 han of which the log states neither tile, nor points, nor yaku, and a cut hand.
    """
    return run_of(
        tmp_path_factory.mktemp("wins"),
        hands={
            "end": ["agari", "agari", "ryuukyoku", "agari", "none"],
            "kyoku": [0, 0, 1, 3, 4],
            "turn": [9, 7, 18, 13, 3],
        },
        seats={
            "deposit": [[1000, 0, 0, 0], [0, 0, 1000, 0], [0] * 4, [0] * 4, [0] * 4],
            "open_melds": [[0] * 4, [0, 2, 0, 0], [0] * 4, [0] * 4, [0] * 4],
        },
        wins={
            "hand": [0, 1, 1, 3],
            "seat": [0, 1, 2, 3],
            "loser": [NO, 3, 3, 0],
            "way": ["riichi", "open", "riichi", "riichi"],
            "turn": [9, 5, 6, 12],
            "tile": ["5m", "0p", "0p", NO],
            "han": [5, 2, NO, 13],
            "fu": [30, 30, 40, 40],
            "limit": ["mangan", "none", "yakuman", "kazoe_yakuman"],
            "points": [12000, 2000, 64000, NO],
            "gain": [14300, 3000, 64000, NO],
            "kyotaku": [2, 1, 0, NO],
            "yaku": [RIICHI, ["tanyao"], YAKUMAN, NO],
            "yakuman": [0, 0, 2, 0],
            "dora": [1, 1, NO, 0],
            "aka": [1, 1, NO, 0],
            "ura": [2, 0, NO, 0],
            "kita_dora": [0, 0, NO, 2],
        },
    )


def test_a_double_ron_is_two_wins_of_one_hand_and_a_cut_hand_is_none(run):
    check(run, win_rate=(16, 4), double_ron_rate=(2, 1), dealer_win_share=(4, 2))
    check(run, tsumo_rate=(4, 1), ron_rate=(4, 3), win_way={"riichi": (4, 3), "open": (4, 1)})


def test_turns_and_tiles(run):
    check(run, win_turn=dict.fromkeys((5, 6, 9, 12), (4, 1)), win_turn_mean=(4, 32))
    assert counts_of(run, "hand_turn_mean", where="is_win") == {None: (3, 29)}
    check(run, win_tile={"5m": (3, 1), "0p": (3, 2)})


def test_the_first_logged_winner_speaks_for_the_end_of_a_hand(run):
    check(run, round_end=dict.fromkeys(("riichi_tsumo", "open_ron", "ryuukyoku", "riichi_ron"), (4, 1)))


def test_points_with_and_without_sticks(run):
    """The second winner of a double ron has no own stick to win back."""
    check(run, win_points=(3, 12000 + 2000 + 64000), win_gain=(3, 14300 + 3000 + 64000))
    check(run, win_gain_without_own_stick=(3, 13300 + 3000 + 64000))
    check(run, win_thousands=dict.fromkeys((2, 12, 64), (3, 1)))
    assert counts_of(run, "win_points", by="tile", where="not is_tsumo and tile is not null") == {
        "0p": (2, 66000)
    }
    check(run, double_ron_points=(1, 66000), double_ron_thousands={66: (1, 1)})


def test_a_yakuman_has_neither_han_nor_fu_nor_dora_that_count(run):
    check(run, win_han=dict.fromkeys((2, 5, 13), (3, 1)), han_per_win=(3, 20))
    check(run, win_fu={30: (3, 2), 40: (3, 1)})
    assert counts_of(run, "win_fu", where="win_limit = 'none'") == {30: (1, 1)}
    check(run, dora_per_win=(3, 2), aka_per_win=(3, 2), kita_dora_per_win=(3, 2), all_dora_per_win=(3, 8))
    check(run, dora_rate=(3, 2), aka_rate=(3, 2), win_dora={0: (3, 1), 1: (3, 2)})
    check(run, win_aka={0: (3, 1), 1: (3, 2)}, win_kita_dora={0: (3, 2), 2: (3, 1)})


def test_ura_are_of_riichi_wins_and_are_not_seen(run):
    check(run, ura_per_riichi_win=(2, 2), ura_hit_rate=(2, 1), riichi_win_ura={0: (2, 1), 2: (2, 1)})
    check(run, win_seen_dora={2: (3, 3)}, seen_dora_per_win=(3, 6))
    assert counts_of(run, "win_points", by="all_dora", where="all_dora is not null") == {
        4: (1, 12000),
        2: (1, 2000),
    }


def test_thirteen_han_are_no_yakuman_but_paid_as_one(run):
    limits = ("none", "mangan", "yakuman", "kazoe_yakuman")
    check(run, win_limit=dict.fromkeys(limits, (4, 1)), mangan_rate=(4, 3))
    check(run, yakuman_rate=(4, 1), kazoe_yakuman_rate=(4, 1))
    check(run, yakuman_hand_rate=(16, 1), kazoe_yakuman_hand_rate=(16, 1))


def test_yaku_are_shares_of_the_wins_that_log_them(run):
    check(run, yaku_rates=dict.fromkeys((*RIICHI, "tanyao", *YAKUMAN), (3, 1)))
    check(run, yaku_count={1: (2, 1), 3: (2, 1)})
    assert counts_of(run, "yaku_rates", where="way = 'open'") == {"tanyao": (1, 1)}
    check(run, yakuman_kind=dict.fromkeys(YAKUMAN, (1, 1)), yakuman_count={2: (1, 1)})
    riichi, yakuman = dict.fromkeys(RIICHI, (1, 12000)), dict.fromkeys(YAKUMAN, (1, 64000))
    assert counts_of(run, "yaku_points", by="yaku") == {**riichi, "tanyao": (1, 2000), **yakuman}
    rons = dict.fromkeys(("tanyao", *YAKUMAN), (1, 0))
    assert counts_of(run, "yaku_tsumo_rate", by="yaku") == {**dict.fromkeys(RIICHI, (1, 1)), **rons}


def test_a_streak_ends_with_a_draw_with_the_deal_and_with_the_game(tmp_path):
    """E1: two wins, one beside another seat, a draw, a win; E2: a child; E3: the dealer; then a game."""
    run = run_of(
        tmp_path,
        games={"hands": [6, 1]},
        hands={
            "end": ["agari", "agari", "ryuukyoku", "agari", "agari", "agari", "agari"],
            "kyoku": [0, 0, 0, 0, 1, 2, 2],
        },
        wins={
            "hand": [0, 1, 1, 3, 4, 5, 6],
            "seat": [0, 3, 0, 0, 2, 2, 2],
            "loser": [NO, 1, 1, NO, NO, NO, NO],
        },
    )

    check(run, dealer_streak={1: (4, 3), 2: (4, 1)})


@pytest.mark.parametrize(
    ("delta", "loser", "is_paid_by_pao"),
    [
        ([48000, -16000, -16000, -16000], NO, 0),
        ([48000, 0, -48000, 0], NO, 1),
        ([48000, -48000, 0, 0], 1, 0),
        ([48000, -24000, -24000, 0], 1, 1),
    ],
    ids=["tsumo", "pao on tsumo", "ron", "pao on ron"],
)
def test_pao_shows_in_who_pays(tmp_path, delta, loser, is_paid_by_pao):
    wins = {"loser": [loser], "yaku": [["daisangen"]], "yakuman": [1]}

    check(run_of(tmp_path, seats={"delta": [delta]}, wins=wins), pao_share=(1, is_paid_by_pao))


def test_pao_beside_another_win_is_left_out(tmp_path):
    wins = {"hand": [0, 0], "seat": [0, 1], "loser": [2, 2], "yaku": [["daisuushii"], ["riichi"]]}

    check(run_of(tmp_path, seats={"delta": [[32000, 8000, -40000, 0]]}, wins=wins), pao_share={})
