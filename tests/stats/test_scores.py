"""Scores, gains and leads."""

import pytest

from tests.stats.frames import check, counts_of, run_of

NO = None


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A riichi that wins by ron with two sticks, a tsumo, and a cut hand with a score that is not stated."""
    return run_of(
        tmp_path_factory.mktemp("scores"),
        hands={"end": ["agari", "agari", "none"]},
        seats={
            "score": [[25000, 25000, 25000, 25000], [32900, 24000, 17100, 25000], [NO, 30000, 20000, 20000]],
            "placement": [[1, 2, 3, 4], [1, 3, 4, 2], [NO] * 4],
            "delta": [[8900, 0, -7900, 0], [-1300, 2700, -700, -700], [NO] * 4],
            "deposit": [[1000, 1000, 0, 0], [0] * 4, [0] * 4],
        },
        wins={"seat": [0, 1], "loser": [2, NO], "kyotaku": [2, 0]},
    )


def test_scores_that_are_not_logged_are_left_out(run):
    check(run, score_at_start=(11, 100000 + 99000 + 70000))
    check(run, score_thousands={25: (11, 5), 32: (11, 1), 24: (11, 1), 17: (11, 1), 30: (11, 1), 20: (11, 2)})


def test_the_own_stick_is_paid_from_the_gain(run):
    check(run, gain_per_hand=(8, (8900 - 1000) - 1000 - 7900 + 0), gain_per_hand_without_own_stick=(8, 0))
    check(run, squared_gain_per_hand=(8, 7900**2 + 1000**2 + 7900**2 + 1300**2 + 2700**2 + 700**2 + 700**2))
    check(run, gain_thousands={-8: (8, 1), -2: (8, 1), -1: (8, 3), 0: (8, 1), 2: (8, 1), 7: (8, 1)})


def test_gains_by_outcome(run):
    rons, tsumo = {"ron": (1, 7900), "deal_in": (1, -7900), "lateral": (2, -1000)}, {"tsumo": (1, 2700)}
    assert counts_of(run, "gain_per_hand", by="outcome") == {**rons, **tsumo, "tsumo_against": (3, -2700)}


def test_efficiencies_are_per_hand(run):
    check(run, win_efficiency=(8, 8900 + 2700), deal_in_loss=(8, 7900), tsumo_loss=(8, 2700))
    check(run, net_win_efficiency=(8, 8900 + 2700 - 7900))


@pytest.mark.parametrize(
    ("kyotaku", "counted"),
    [([2, 0], (4, 8000 + 2000 - 9000)), ([NO, 0], (3, 2000 - 9000))],
    ids=["only the first winner takes sticks", "sticks of a winner not stated"],
)
def test_gains_without_the_own_stick_at_a_double_ron(tmp_path, kyotaku, counted):
    run = run_of(
        tmp_path,
        seats={"delta": [[9000, 2000, -9000, 0]], "deposit": [[1000, 1000, 0, 0]]},
        wins={"hand": [0, 0], "seat": [0, 1], "loser": [2, 2], "kyotaku": kyotaku},
    )

    check(run, gain_per_hand_without_own_stick=counted)


def test_spread_of_a_table(tmp_path):
    run = run_of(tmp_path, seats={"score": [[25000] * 4, [40000, 30000, 20000, 10000]]})

    check(run, score_variance=(2, (15000**2 + 5000**2) * 2 / 4), score_range=(2, 30000))


@pytest.fixture(scope="module")
def leads(tmp_path_factory):
    """A level lead that wins, one of 8,000 that deals in to two, one of 6,000, one unknown."""
    return run_of(
        tmp_path_factory.mktemp("leads"),
        hands={"end": ["agari", "agari", "ryuukyoku", "ryuukyoku"]},
        seats={
            "score": [
                [25000] * 4,
                [37000, 29000, 17000, 17000],
                [30000, 36000, 17000, 17000],
                [30000, 36000, 17000, NO],
            ],
            "placement": [[1, 2, 3, 4], [1, 2, 3, 4], [2, 1, 3, 4], [NO] * 4],
        },
        wins={"hand": [0, 1, 1], "seat": [0, 1, 2], "loser": [2, 0, 0], "points": [12000, 5200, 1000]},
    )


def test_nobody_leads_where_a_score_is_not_logged(leads):
    check(leads, lead_at_start=(3, 0 + 8000 + 6000), lead_thousands={0: (3, 1), 6: (3, 1), 8: (3, 1)})


def test_what_the_leader_does(leads):
    assert counts_of(leads, "win_rate", by="lead_bracket", where="placement = 1 and lead is not null") == {
        "level": (1, 1),
        "under_12000": (1, 0),
        "under_8000": (1, 0),
    }
    assert counts_of(leads, "win_points", by="lead_bracket", where="placement = 1 and lead is not null") == {
        "level": (1, 12000)
    }
    assert counts_of(
        leads, "deal_in_points", by="lead_bracket", where="placement = 1 and lead is not null"
    ) == {"under_12000": (1, 6200)}


def test_brackets_of_the_lead(tmp_path):
    leads = (0, 100, 4000, 4100, 8000, 15900, 19900, 20000)
    scores = [[20000 + lead, 20000, 20000, 1000] for lead in leads]
    brackets = ("level", "under_8000", "under_12000", "under_16000", "under_20000", "from_20000")

    run = run_of(tmp_path, seats={"score": scores})

    assert counts_of(run, "win_rate", by="lead_bracket", where="placement = 1 and lead is not null") == {
        "to_4000": (2, 0),
        **dict.fromkeys(brackets, (1, 0)),
    }
