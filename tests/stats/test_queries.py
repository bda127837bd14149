"""Rates, means and shares in frames counted by hand, and the same however they are counted."""

from fractions import Fraction

import numpy as np
import pytest

from analyzer.errors import UserMistake
from analyzer.stats import queries
from analyzer.stats.archive import load_archive
from analyzer.stats.catalogue import Catalogue, Kind, Statistic
from analyzer.stats.sums import Groups
from tests.case_files import each, rows
from tests.stats.frames import ask, run_of, unit_of


@pytest.fixture(scope="module")
def two_games(tmp_path_factory, one_database):
    """Two games: of three hands and of one."""
    return load_archive(
        run_of(
            tmp_path_factory.mktemp("two games"),
            games={"hands": [3, 1], "room": ["houou", None]},
            hands={"honba": [0, 1, 2, 0], "kyotaku": [0, 0, 3, None]},
            seats={
                "riichi_turn": "5 - - 9 | - | 7 - - - | - 5 - -",
                "delta": "100 0 0 -100 | 0 | - | 0 300 -300 0",
                "shanten_after": "3,2,2 [] 1 - | 4 | 4 | 4",
            },
            people={"name": "a b c d | a e - -", "rate": "1500.5 0 0 0 | 1500.25 0 0 0"},
        )
    )


def told(frame):
    """The rows of a frame with None for null, without the interval, ``left_out`` and ``few``."""
    frame = frame.drop(columns=["low", "high", "left_out", "few"]).astype(object)
    return frame.where(frame.notna(), None).to_numpy().tolist()


def value(word):
    if word[0].isdigit():
        return float(Fraction(word))
    return {"-": None, "T": True, "F": False}.get(word, word)


@each(rows("stats/counted", "counted"))
def test_rows_are_counted_as_by_hand_and_those_that_a_null_leaves_out_are_told(two_games, row):
    due, left_out = (row.pop(name, None) for name in ("rows", "left_out"))
    frame = ask(two_games, row)

    if due:
        assert told(frame) == [[*map(value, one.split())] for one in due.split("; ")]
    if left_out:
        assert frame["left_out"].tolist() == left_out


def test_the_largest_numbers_have_a_mean_with_an_interval_and_larger_ones_are_refused(two_games):
    found = two_games.mean("dealt_hands", "honba * 1e11").iloc[0]

    # Means of 1e11 and 0 in games of three hands and of one.
    assert found["value"] == pytest.approx(0.75e11)
    assert found["low"] < 0 < found["high"]
    with pytest.raises(UserMistake, match=r"^a mean has values that are too large; expected numbers below"):
        two_games.mean("dealt_hands", "honba * 1e150")


def test_sums_are_exact_also_where_floating_point_numbers_are_not():
    groups = Groups(np.array([0, 1, 0]), [("a",), ("b",)])

    assert groups.sum(np.array([2**53, 5, 1])) == [2**53 + 1, 5]
    assert groups.sum(np.array([2**30, 1, 1]), np.array([2**30, 3, 1])) == [2**60 + 1, 3]


def test_the_interval_of_a_difference_has_what_both_sides_share_in_a_game(two_games):
    is_riichi = "coalesce(riichi_turn > 0, false)"
    frame = two_games.rate("dealt_seats", is_riichi, compare="honba = 0", confidence=0.5)

    # Rates of 3 of 8 and 1 of 8: the games move the difference by (2 - 3/8 · 4)/8 = 1/16 and by -1/16: its
    # variance is 2/(2 - 1) · 2/256, and the quartile of Student's t with one degree of freedom is 1.
    assert frame.iloc[2][["low", "high"]].tolist() == pytest.approx([1 / 4 - 1 / 8, 1 / 4 + 1 / 8])


def test_a_note_says_how_many_rows_a_null_leaves_out(two_games):
    known = Catalogue([Statistic("known", "", "dealt_hands", Kind.RATE, "kyotaku > 0")])
    notes = []

    two_games.results("known", catalogue=known, note=notes.append)
    two_games.results("riichi_rate", compare="kyotaku > 0", note=notes.append)
    # What the shipped catalogue leaves out is told by its definitions.
    ((_, gains),) = two_games.results("riichi_gain", note=notes.append)
    assert gains["left_out"].to_pylist() == [1]

    how = "coalesce(..., false) and `is not distinct from` count them"
    assert notes == [
        f"1 row is left out, where known, rate 'kyotaku > 0' is null; {how}",
        f"4 rows are on neither side, where compare 'kyotaku > 0' is null; {how}",
    ]


def test_categories_are_in_the_order_of_their_labels_which_are_there_where_they_never_occur(two_games):
    value = "coalesce(case honba when 0 then 'b' when 1 then 'a' end, 'c')"
    own = Statistic("named", "", "dealt_hands", Kind.SHARES, value, labels=("z", "b", "a"))

    ((_, table),) = two_games.results("named", catalogue=Catalogue([own]))

    assert table["category"].to_pylist() == ["z", "b", "a", "c"]
    assert table["value"].to_pylist() == [0, 0.5, 0.25, 0.25]


def test_three_and_four_players_are_apart_unless_pooled(tmp_path):
    archive = load_archive(
        run_of(
            tmp_path,
            unit_of(hands={"honba": [0, 1]}),
            unit_of(first=1, players=3, hands={"honba": [0]}),
        )
    )

    assert told(archive.rate("dealt_hands", "honba > 0")) == [[3, 0.0, 1, 1], [4, 0.5, 2, 1]]
    assert told(archive.rate("dealt_hands", "honba > 0", pool_players=True)) == [[1 / 3, 3, 2]]


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
