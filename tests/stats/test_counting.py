"""Rates, means and shares in frames counted by hand, and the same however they are counted."""

import pytest

from analyzer.errors import UserMistake
from analyzer.stats import queries
from analyzer.stats.archive import load_archive
from analyzer.stats.catalogue import Catalogue, Kind, Statistic
from tests.stats.frames import run_of, unit_of

SEATS = {"seat": [0, 1, 2, 3]}


@pytest.fixture(scope="module")
def two_games(tmp_path_factory, one_database):
    """Two games: of three hands and of one."""
    return load_archive(
        run_of(
            tmp_path_factory.mktemp("two games"),
            games={"hands": [3, 1], "room": ["houou", None]},
            hands={"honba": [0, 1, 2, 0], "kyotaku": [0, 0, 3, None]},
            seats={
                "riichi_turn": [[5, None, None, 9], [None] * 4, [7, None, None, None], [None, 5, None, None]],
                "delta": [[100, 0, 0, -100], [0] * 4, [None] * 4, [0, 300, -300, 0]],
                "shanten_after": [[[3, 2, 2], [], [1], None], *[[[4]] * 4] * 3],
            },
            people={
                "name": ["a", "b", "c", "d", "a", "e", None, None],
                "rate": [1500.5, 0, 0, 0, 1500.25, 0, 0, 0],
            },
        )
    )


def rows(frame):
    """The rows of a frame as tuples, with None for null, without the interval, ``left_out`` and ``few``."""
    frame = frame.drop(columns=["low", "high", "left_out", "few"]).astype(object)
    return [tuple(row) for row in frame.where(frame.notna(), None).itertuples(index=False)]


FIRST = "honba = 0 AS first"
RIICHI = "coalesce(riichi_turn > 0, false)"


@pytest.mark.parametrize(
    ("ask", "expected"),
    [
        # A rate counts rows where its condition is known, a mean where its number is.
        (lambda a: a.rate("dealt_hands", "kyotaku > 0"), [(4, 1 / 3, 3, 1)]),
        (lambda a: a.rate("dealt_hands", "kyotaku > 0", of="honba > 0"), [(4, 0.5, 2, 1)]),
        (lambda a: a.mean("dealt_seats", "delta"), [(4, 0.0, 12, 2)]),
        (lambda a: a.mean("dealt_seats", "delta", of="delta > 0"), [(4, 200.0, 2, 2)]),
        # A mean of fractions is exact; what is no number does not count.
        (lambda a: a.mean("players", "rate", of="seat = 0"), [(4, 1500.375, 2, 2)]),
        (lambda a: a.mean("dealt_hands", "kyotaku / honba"), [(4, 0.75, 2, 1)]),
        (lambda a: a.mean("dealt_hands", "kyotaku // honba"), [(4, 0.5, 2, 1)]),
        # Shares are of the rows with a category, in the bin of their axis.
        (
            lambda a: a.shares("dealt_hands", "honba"),
            [(4, 0, 0.5, 4, 2), (4, 1, 0.25, 4, 2), (4, 2, 0.25, 4, 2)],
        ),
        (
            lambda a: a.shares("dealt_seats", "riichi_turn", by=["honba"]),
            [(4, 0, 5, 2 / 3, 3, 2), (4, 0, 9, 1 / 3, 3, 2), (4, 2, 7, 1.0, 1, 1)],
        ),
        # A row counts once for each category in its list: twelve rows have the list [4]; one has none.
        (
            lambda a: a.shares("dealt_seats", "shanten_after"),
            [(4, 1, 1 / 15, 15, 2), (4, 2, 1 / 15, 15, 2), (4, 3, 1 / 15, 15, 2), (4, 4, 12 / 15, 15, 2)],
        ),
        # Axes of games and of rows are combined, in the order asked for; null is a bin.
        (
            lambda a: a.rate("dealt_seats", "riichi_turn < 6", of="riichi_turn > 0", by=f"room, {FIRST}"),
            [(4, "houou", False, 0.0, 1, 1), (4, "houou", True, 0.5, 2, 1), (4, None, True, 1.0, 1, 1)],
        ),
        (
            lambda a: a.rate("dealt_hands", "honba > 0", by="honba < 2 AS early, room"),
            [(4, False, "houou", 1.0, 1, 1), (4, True, "houou", 0.5, 2, 1), (4, True, None, 0.0, 1, 1)],
        ),
        (
            lambda a: a.mean("dealt_hands", "honba", by="year + honba AS mixed"),
            [(4, 2022, 0.0, 2, 2), (4, 2023, 1.0, 1, 1), (4, 2024, 2.0, 1, 1)],
        ),
        # A condition keeps rows before anything is counted.
        (
            lambda a: a.rate("dealt_seats", "riichi_turn > 0", where="honba = 2 and room = 'houou'"),
            [(4, 1.0, 1, 1)],
        ),
        (
            lambda a: a.rate("dealt_seats", RIICHI, compare="honba = 0"),
            [(4, "true", 3 / 8, 8, 2), (4, "false", 1 / 8, 8, 1), (4, "difference", 2 / 8, 16, 2)],
        ),
    ],
)
def test_rows_are_counted_as_by_hand(two_games, ask, expected):
    assert rows(ask(two_games)) == expected


def test_the_largest_numbers_have_a_mean_with_an_interval_and_larger_ones_are_refused(two_games):
    found = two_games.mean("dealt_hands", "honba * 1e11").iloc[0]

    # Means of 1e11 and 0 in games of three hands and of one.
    assert found["value"] == pytest.approx(0.75e11)
    assert found["low"] < 0 < found["high"]
    with pytest.raises(
        UserMistake,
        match=r"^a mean has values that are too large; expected numbers below",
    ):
        two_games.mean("dealt_hands", "honba * 1e150")


def test_the_interval_of_a_difference_has_what_both_sides_share_in_a_game(two_games):
    frame = two_games.rate(
        "dealt_seats", "coalesce(riichi_turn > 0, false)", compare="honba = 0", confidence=0.5
    )

    # Rates of 3 of 8 and 1 of 8: the games move the difference by (2 - 3/8 · 4)/8 = 1/16 and by -1/16: its
    # variance is 2/(2 - 1) · 2/256, and the quartile of Student's t with one degree of freedom is 1.
    assert frame.iloc[2][["low", "high"]].tolist() == pytest.approx([1 / 4 - 1 / 8, 1 / 4 + 1 / 8])


def test_rows_of_a_player_are_one_cluster_and_who_has_no_name_is_nobody_else(two_games):
    frame = two_games.rate("dealt_seats", "riichi_turn > 5", of="riichi_turn > 0", cluster="player")
    everybody = two_games.rate("dealt_seats", "seat = 0", cluster="player")

    # Players a, d and e declared riichi; a twice in the first game and never in the second.
    assert [*frame.columns][-3:] == ["names", "left_out", "few"]
    assert rows(frame) == [(4, 0.5, 4, 3)]
    assert rows(everybody) == [(4, 0.25, 16, 7)]


@pytest.mark.parametrize(
    ("ask", "left_out"),
    [
        # The kyotaku of the fourth hand are unknown.
        (lambda a: a.rate("dealt_hands", "kyotaku > 0"), [1]),
        (lambda a: a.rate("dealt_hands", "kyotaku > 0", of="honba > 0"), [0]),
        (lambda a: a.rate("dealt_hands", "kyotaku > 0", of="honba = 0"), [1]),
        (lambda a: a.rate("dealt_hands", "kyotaku > 0", where="honba = 0"), [1]),
        (lambda a: a.rate("dealt_hands", "kyotaku > 0", of="kyotaku < 9"), [0]),
        (lambda a: a.rate("dealt_hands", "kyotaku > 0", by="honba"), [1, 0, 0]),
        (lambda a: a.rate("dealt_hands", "kyotaku > 0", by="room"), [0]),
        (lambda a: a.rate("dealt_hands", "coalesce(kyotaku > 0, false)"), [0]),
        (lambda a: a.rate("dealt_hands", "kyotaku is not distinct from 3"), [0]),
        # 0 / 0, 0 / 1, 3 / 2 and an unknown number.
        (lambda a: a.mean("dealt_hands", "kyotaku / honba"), [2]),
        # One hand has no payments.
        (lambda a: a.mean("dealt_seats", "delta"), [4]),
        (lambda a: a.mean("dealt_seats", "delta", cluster="player"), [4]),
        # Four of sixteen seats declared riichi, on three turns.
        (lambda a: a.shares("dealt_seats", "riichi_turn"), [12, 12, 12]),
        (lambda a: a.shares("dealt_seats", "riichi_turn", cluster="player"), [12, 12, 12]),
        (lambda a: a.shares("dealt_seats", "riichi_turn", of="riichi_turn > 5 or seat = 3"), [3, 3]),
        (lambda a: a.shares("dealt_seats", "shanten_after"), [1] * 4),
        # Two riichi after turn 5, one without a payment; two on turn 5; twelve seats without one.
        (lambda a: a.rate("dealt_seats", "delta > 0", compare="riichi_turn > 5"), [1, 0, 13]),
        (lambda a: a.shares("dealt_seats", "delta > 0", compare="riichi_turn > 5", of="delta > 0"), [0]),
        (lambda a: a.stat("riichi_rate"), [0]),
    ],
)
def test_rows_that_a_null_leaves_out_are_told(two_games, ask, left_out):
    assert ask(two_games)["left_out"].tolist() == left_out


def test_a_note_says_how_many_rows_a_null_leaves_out(two_games):
    known = Catalogue([Statistic("known", "", "dealt_hands", Kind.RATE, "kyotaku > 0")])
    notes = []

    two_games.results("known", catalogue=known, note=notes.append)
    two_games.results("riichi_rate", compare="kyotaku > 0", note=notes.append)

    how = "coalesce(..., false) and `is not distinct from` count them"
    assert notes == [
        f"1 row is left out, where known, rate 'kyotaku > 0' is null; {how}",
        f"4 rows are on neither side, where compare 'kyotaku > 0' is null; {how}",
    ]


def test_three_and_four_players_are_apart_unless_pooled(tmp_path):
    archive = load_archive(
        run_of(
            tmp_path,
            unit_of(hands={"honba": [0, 1]}),
            unit_of(first=1, players=3, hands={"honba": [0]}),
        )
    )

    assert rows(archive.rate("dealt_hands", "honba > 0")) == [(3, 0.0, 1, 1), (4, 0.5, 2, 1)]
    assert rows(archive.rate("dealt_hands", "honba > 0", pool_players=True)) == [(1 / 3, 3, 2)]


def test_small_samples_are_left_out_and_differences_from_them(two_games):
    frame = two_games.shares("dealt_seats", "riichi_turn", by="honba", min_n=2)
    sides = [
        two_games.rate("dealt_hands", "honba > 0", compare="honba > 1", min_n=least)["side"].tolist()
        for least in (1, 2)
    ]

    assert frame["honba"].tolist() == [0, 0]
    assert sides == [["true", "false", "difference"], ["false"]]


def test_an_interval_from_fewer_than_five_games_is_flagged(tmp_path):
    archive = load_archive(run_of(tmp_path, games={"hands": "1*5"}, hands={"honba": "0 1 0 1 -"}))

    assert archive.rate("dealt_hands", "honba > 0")["few"].tolist() == [True]
    assert archive.rate("dealt_hands", "kyoku = 0")["few"].tolist() == [False]


def test_sums_do_not_depend_on_chunks_or_threads(archive, monkeypatch):
    def results():
        yield archive.shares("seats", "outcome", by="turn")
        yield archive.rate("seats", "is_winner", by="room", compare="is_dealer")
        yield archive.mean("seats", "gain / 7", by="room", cluster="player")
        yield archive.shares("seats", "outcome", by="turn", cluster="player")
        yield archive.shares("wins", "yaku")

    whole = [*results()]
    for name in ("_CHUNK_GAMES", "_CHUNK_OF_MANY"):
        monkeypatch.setattr(queries, name, 1)
    monkeypatch.setattr("analyzer.stats.database._cores", lambda: 3)

    assert [one.equals(other) for one, other in zip(whole, results(), strict=True)] == [True] * len(whole)
