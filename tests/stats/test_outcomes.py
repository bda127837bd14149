from analyzer.stats.outcomes import ENDINGS, OUTCOMES, ended_in, has_outcome, outcome
from tests.stats.frames import rows_of
from tests.stats.riichi_hands import riichi_rows


def named(rows):
    return [OUTCOMES[code] if code >= 0 else None for code in outcome(rows).tolist()]


def test_each_seat_of_a_hand_has_the_outcome_of_its_own():
    rows = riichi_rows("seats")

    assert named(rows)[:4] == ["lateral", "ron", "deal_in", "lateral"]
    assert named(rows)[4:8] == ["exhaustive_draw"] * 4
    assert named(rows)[20:] == ["tsumo", "tsumo_against", "tsumo_against", "tsumo_against"]


def test_both_winners_of_a_double_ron_have_a_ron():
    assert named(riichi_rows("seats"))[8:12] == ["deal_in", "ron", "ron", "lateral"]


def test_a_cut_hand_and_a_chombo_have_no_outcome():
    rows = rows_of("seats", hands={"end": ["none", "ryuukyoku"], "draw_kind": [None, "chombo"]})

    assert named(rows) == [None] * 8
    assert not has_outcome(rows).any()


def test_nagashi_mangan_is_an_exhaustive_draw():
    rows = rows_of("seats", players=3, hands={"end": ["ryuukyoku"], "draw_kind": ["nagashi_mangan"]})

    assert named(rows) == ["exhaustive_draw"] * 3


def test_every_outcome_is_in_just_one_of_the_narrow_endings():
    rows = riichi_rows("seats")
    narrow = ("ron", "tsumo", "deal_in", "tsumo_against", "lateral", "exhaustive_draw", "abortive_draw")

    counts = sum(ended_in(outcome(rows), ENDINGS[name]).astype(int) for name in narrow)

    assert counts.tolist() == [1] * 16 + [0] * 4 + [1] * 4
