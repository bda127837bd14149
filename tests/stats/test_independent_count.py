"""The catalogue over real logs equals an independent count of their text."""

from __future__ import annotations

import pytest

from analyzer.stats.archive import load_archive
from tests.stats.frames import VALUES
from tests.stats.independent_count import Table, count_folder, count_log
from tests.written_runs import write_logs


def numbers(counts, *prefix):
    """Counts by the last part of the keys that begin like this."""
    size = len(prefix) + 1
    return {key[-1]: n for key, n in counts.items() if len(key) == size and key[:-1] == prefix}


def rate(part, whole):
    """A rate as n and total."""
    return lambda counts: {(): (counts[whole], counts[part])}


def rate_by(prefix):
    """The draw rate along an axis."""

    def cells(counts):
        drawn = numbers(counts, "exhaustive", prefix)
        return {(at,): (n, drawn.get(at, 0)) for at, n in numbers(counts, prefix).items()}

    return cells


def shares(*prefix):
    """A distribution."""

    def cells(counts):
        found = numbers(counts, *prefix)
        return {(category,): (sum(found.values()), n) for category, n in found.items()}

    return cells


def ended(population, *outcomes):
    """Share of riichi with this outcome."""

    def cells(counts):
        found = numbers(counts, population)
        return {(): (sum(found.values()), sum(found.get(outcome, 0) for outcome in outcomes))}

    return cells


def payments(counts):
    paid = {key[1:]: n for key, n in counts.items() if key[0] == "payment"}
    seats = {state: sum(n for (one, _), n in paid.items() if one == state) for state, _ in paid}
    return {(state, points): (seats[state], n) for (state, points), n in paid.items()}


def mean_payments(counts):
    paid = {key[1:]: n for key, n in counts.items() if key[0] == "payment"}
    return {
        (state,): (
            sum(n for (one, _), n in paid.items() if one == state),
            sum(points * n for (one, points), n in paid.items() if one == state),
        )
        for state, _ in paid
    }


def tenpai_payments(counts):
    paid = {key[1:]: n for key, n in counts.items() if key[0] == "payment" and key[1] != "noten"}
    return {(): (sum(paid.values()), sum(points * n for (_, points), n in paid.items()))}


def yaku(counts):
    return {(name,): (counts["win",], n) for name, n in numbers(counts, "yaku").items()}


def tenpai(counts):
    states = numbers(counts, "at_draw")
    return {(): (sum(states.values()), sum(states.values()) - states["noten"])}


def with_riichi(counts):
    hands, drawn = numbers(counts, "riichi_count"), numbers(counts, "exhaustive", "riichi_count")
    return {(): (counts["hand",] - hands[0], counts["exhaustive", "hand"] - drawn[0])}


def riichi_per_hand(counts):
    hands = numbers(counts, "riichi_count")
    return {(number,): (counts["hand",], n) for number, n in hands.items()}


COUNTED = {
    ("draw_rate", "", ""): rate(("exhaustive", "hand"), ("hand",)),
    ("draw_rate_without_riichi", "", ""): rate(("exhaustive", "riichi_count", 0), ("riichi_count", 0)),
    ("draw_rate_with_riichi", "", ""): with_riichi,
    ("draw_rate", "riichi_count", ""): rate_by("riichi_count"),
    ("draw_rate", "first_riichi_turn", "first_riichi_turn is not null"): rate_by("first_riichi"),
    ("ryuukyoku_kind", "", ""): shares("ryuukyoku"),
    ("draw_riichi_count", "", ""): shares("exhaustive", "riichi_count"),
    ("draw_tenpai_count", "", ""): shares("tenpai_count"),
    ("draw_state", "", ""): shares("at_draw"),
    ("draw_tenpai_rate", "", ""): tenpai,
    ("noten_payment", "state", ""): payments,
    ("noten_payment_mean", "state", ""): mean_payments,
    ("tenpai_payment_mean", "", ""): tenpai_payments,
    ("riichi_per_hand", "", ""): riichi_per_hand,
    ("riichi_outcome", "", ""): shares("declared"),
    ("riichi_outcome", "", "riichi_accepted"): shares("accepted"),
    ("riichi_win_rate", "", ""): ended("declared", "ron", "tsumo"),
    ("riichi_deal_in_rate", "", ""): ended("declared", "deal_in"),
    ("riichi_lateral_rate", "", ""): ended("declared", "lateral"),
    ("riichi_exhaustive_draw_rate", "", ""): ended("declared", "exhaustive_draw"),
    ("riichi_win_rate", "", "riichi_accepted"): ended("accepted", "ron", "tsumo"),
    ("riichi_deal_in_rate", "", "riichi_accepted"): ended("accepted", "deal_in"),
    ("yaku_rates", "", ""): yaku,
}
"""What statistics should count, by bin and category; each with its axis and condition."""


@pytest.fixture(scope="module")
def counted(corpus):
    """Counts of all logs of the Phoenix room, by table."""
    return count_folder(sorted((corpus / "phoenix").iterdir()))


@pytest.fixture(scope="module")
def archive(corpus, tmp_path_factory):
    """The tables of the same logs."""
    return load_archive(write_logs(tmp_path_factory.mktemp("run"), corpus / "phoenix"))


def computed(archive, name, by, where):
    """The same of the catalogue, by table."""
    frame = archive.stat(name, ["room, length", *([by] if by else [])], where=where or None)
    bins = [one for one in frame.columns if one not in {*Table._fields, *VALUES}]
    found = {}
    for row in frame.to_dict("records"):
        if row["value"] or "category" not in bins:
            table = Table(*(row[name] for name in Table._fields))
            key = tuple(row[name] for name in bins)
            found.setdefault(table, {})[key] = (row["n"], round(row["value"] * row["n"]))
    return found


@pytest.mark.long
@pytest.mark.parametrize("asked", COUNTED, ids=" ".join)
def test_the_catalogue_says_what_the_text_of_the_logs_says(asked, counted, archive):
    expected = {table: COUNTED[asked](counts) for table, counts in counted.items()}

    assert computed(archive, *asked) == expected


@pytest.mark.long
def test_every_kind_of_table_of_the_corpus_is_counted(counted):
    assert {(table.length, table.players) for table in counted} == {
        ("hanchan", 4),
        ("tonpuu", 4),
        ("hanchan", 3),
    }


def test_the_count_of_a_log_written_by_hand():
    """A riichi ronned on its tile, one that is accepted and drawn with one open tenpai, and a kyuushu."""
    text = (
        '<mjloggm ver="2.3"><GO type="169"/><INIT seed=""/><T1/><REACH who="0" step="1"/><D1/>'
        '<AGARI who="1" fromWho="0" yaku="1,1,52,2" />'
        '<INIT seed=""/><T1/><D1/><U2/><E2/><N who="2" m="50251" /><F3/>'
        '<T9/><REACH who="0" step="1"/><D9/><REACH who="0" step="2"/>'
        '<RYUUKYOKU hai0="1" hai2="2" sc="240,15,250,-15,250,15,250,-15" />'
        '<INIT seed=""/><T1/><RYUUKYOKU type="yao9" hai0="1" sc="0,0,0,0,0,0,0,0" />'
        '<INIT seed=""/><T1/></mjloggm>'
    )

    table, counts = count_log(text)

    assert table == Table("houou", "hanchan", 4)
    assert counts["hand",] == 3
    assert counts["exhaustive", "first_riichi", 2] == 1
    assert numbers(counts, "riichi_count") == {0: 1, 1: 2}
    assert numbers(counts, "ryuukyoku") == {"exhaustive": 1, "kyuushu_kyuuhai": 1}
    assert numbers(counts, "tenpai_count") == {2: 1}
    assert numbers(counts, "declared") == {"deal_in": 1, "exhaustive_draw": 1}
    assert numbers(counts, "accepted") == {"exhaustive_draw": 1}
    assert numbers(counts, "yaku") == {"riichi": 1}
    assert {key[1:]: n for key, n in counts.items() if key[0] == "payment"} == {
        ("riichi", 1500): 1,
        ("open_tenpai", 1500): 1,
        ("noten", -1500): 2,
    }
