"""Statistics of the user, counted over the tables of a run."""

import pytest

from analyzer.errors import UserMistake
from analyzer.stats.archive import Archive
from analyzer.stats.catalogue import find
from analyzer.stats.statistic import MEAN, RATE, Measure, Statistic
from analyzer.stats.stored import write_cells
from tests.stats.archives import tables_of, write_archive
from tests.stats.frames import block_of

OWN = Statistic(
    "dealer_tenpai", "mine", "seats", RATE, "share of seats", "D.",
    lambda rows: Measure(rows["tenpai"] == 1, of=rows["seat"] == 0), ("seats.tenpai", "seats.seat"),
)  # fmt: skip


@pytest.fixture
def archive(tmp_path):
    """Two games: seat 0 is tenpai in the only hand of the first, and in no hand of the second."""
    block = block_of(
        games={"hands": [1, 2], "room": ["houou", "tokujou"], "year": [2022] * 2},
        hands={"end": ["ryuukyoku", "agari", "agari"], "draw_kind": ["exhaustive", None, None]},
        seats={"tenpai": [[True, True, True, True], [False] * 4, [False, True, True, True]]},
    )
    return Archive([write_archive(tmp_path / "archive", tables_of(block))])


def rows_of(frame, *columns):
    return list(frame[list(columns)].itertuples(index=False, name=None))


def test_a_statistic_of_ones_own_is_counted_over_the_tables(archive):
    answer = archive.measure(OWN)

    assert list(answer.columns) == ["value", "low", "high", "n"]
    assert rows_of(answer, "value", "n") == [(pytest.approx(1 / 3), 3)]


def test_a_statistic_of_ones_own_has_groups_conditions_and_least_numbers(archive):
    assert rows_of(archive.measure(OWN, by="room"), "room", "value", "n") == [
        ("houou", 1.0, 1),
        ("tokujou", 0.0, 2),
    ]
    assert rows_of(archive.measure(OWN, by=["room"], min_n=2), "room", "n") == [("tokujou", 2)]
    assert rows_of(archive.measure(OWN, where={"room": "houou"}), "value", "n") == [(1.0, 1)]


def test_a_statistic_of_ones_own_is_not_taken_for_a_kept_one_of_the_same_name(archive):
    write_cells(archive.runs[0], [find("draw_rate")])
    namesake = OWN._replace(name="draw_rate", topic="draws", columns=list(OWN.columns))

    assert rows_of(archive.measure(namesake), "value", "n") == [(pytest.approx(1 / 3), 3)]


def test_a_statistic_of_the_catalogue_may_be_handed_over_itself(archive):
    assert archive.measure(find("draw_rate"), by="room").equals(archive.stat("draw_rate", by="room"))
    assert rows_of(archive.stat("draw_rate"), "n") == [(3,)]


def test_a_mean_of_ones_own_keeps_its_axis_under_its_name(archive):
    points = OWN._replace(
        kind=MEAN, measure=lambda rows: Measure(rows["tenpai"], at=rows["seat"]), axis="who"
    )

    answer = archive.measure(points, confidence=0.5)

    assert rows_of(answer, "who", "n") == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert answer["value"].tolist() == pytest.approx([1 / 3, 2 / 3, 2 / 3, 2 / 3])


@pytest.mark.parametrize(
    ("changed", "by", "message"),
    [
        ({"columns": ("seats.seat",)}, (), "dealer_tenpai reads seats.tenpai, which it does not name"),
        ({}, "rooms", "'rooms' is not a group"),
        (
            {"grain": "hands", "measure": lambda rows: Measure(rows["end"] == 0)},
            "dealer",
            "--by dealer is for",
        ),
    ],
)
def test_what_a_statistic_of_ones_own_may_not_ask_for_is_named(archive, changed, by, message):
    with pytest.raises(UserMistake, match=message):
        archive.measure(OWN._replace(**changed), by)
