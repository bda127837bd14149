"""The catalogue over real logs equals an independent count of their text."""

from __future__ import annotations

import pytest

from analyzer.stats.archive import load_archive
from analyzer.stats.catalogue import shipped_catalogue
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


def mean(total, whole):
    """A mean as n and sum; the name of what is counted, or that of its kinds."""
    return lambda counts: {(): (counts[whole,] or sum(numbers(counts, whole).values()), counts[total,])}


def of_kinds(population, *kinds):
    """A rate: the share of some kinds."""

    def cells(counts):
        found = numbers(counts, population)
        return {(): (sum(found.values()), sum(found.get(kind, 0) for kind in kinds))}

    return cells


def weighed(population):
    """The mean of the kinds themselves."""

    def cells(counts):
        found = numbers(counts, population)
        return {(): (sum(found.values()), sum(kind * n for kind, n in found.items()))}

    return cells


def abortive(counts):
    kinds = numbers(counts, "ryuukyoku")
    found = {kind: n for kind, n in kinds.items() if kind not in ("exhaustive", "nagashi_mangan")}
    return {(kind,): (sum(found.values()), n) for kind, n in found.items()}


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
    ("abortive_kind", "", ""): abortive,
    ("open_rate", "", ""): lambda counts: {(): (counts["seat",], sum(numbers(counts, "opened").values()))},
    ("open_win_rate", "", ""): of_kinds("opened", "ron", "tsumo"),
    ("open_deal_in_rate", "", ""): of_kinds("opened", "deal_in"),
    ("deal_in_rate", "", ""): of_kinds("seat_outcome", "deal_in"),
    ("deal_in_to_way", "", ""): shares("to_way"),
    ("deal_in_points", "", ""): lambda counts: {
        (): (counts["seat_outcome", "deal_in"], counts["dealt_in_points",])
    },
    ("tsumo_suffered_rate", "", ""): of_kinds("seat_outcome", "tsumo_against"),
    ("ura_hit_rate", "", ""): rate(("ura",), ("with_dora",)),
    ("ryuukyoku_rate", "", ""): of_kinds("end", "exhaustive", "nagashi_mangan", "abortive"),
    ("draws_per_game_mean", "", ""): mean("game_draws", "game"),
    ("game_hands", "", ""): shares("game_hands"),
    ("game_hands_mean", "", ""): weighed("game_hands"),
    ("hand_end", "", ""): shares("end"),
    ("hand_outcome", "", ""): shares("seat_outcome"),
    ("hand_turn_mean", "", ""): mean("turns", "hand"),
    ("nagashi_hand_rate", "", ""): of_kinds("end", "nagashi_mangan"),
    ("final_placement", "", ""): shares("placement"),
    ("final_placement_mean", "", ""): weighed("placement"),
    ("bust_rate", "", ""): mean("bust", "placement"),
    ("final_score", "", ""): mean("final_score", "placement"),
    ("renchan_rate", "", ""): rate(("renchan",), ("followed",)),
    ("riichi_rate", "", ""): lambda counts: {
        (): (counts["seat",], sum(numbers(counts, "declared").values()))
    },
    ("hand_with_riichi_rate", "", ""): lambda counts: {
        (): (counts["hand",], counts["hand",] - counts["riichi_count", 0])
    },
    ("riichi_turn_mean", "", ""): mean("riichi_turns", "declared"),
    ("riichi_draw_rate", "", ""): ended("declared", "exhaustive_draw", "abortive_draw"),
    ("riichi_gain", "", ""): mean("riichi_gain", "declared"),
    ("ippatsu_rate", "", ""): lambda counts: {(): (counts["way", "riichi"], counts["ippatsu",])},
    ("win_points", "", ""): mean("points", "win"),
    ("win_gain", "", ""): mean("gain", "win"),
    ("win_limit", "", ""): shares("limit"),
    ("win_rate", "", ""): of_kinds("seat_outcome", "ron", "tsumo"),
    ("tsumo_rate", "", ""): rate(("tsumo",), ("win",)),
    ("win_way", "", ""): shares("way"),
    ("win_turn_mean", "", ""): mean("win_turns", "win"),
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


def test_every_headline_statistic_is_counted_again():
    named = {name for name, by, where in COUNTED if not where}

    # Whether a seat was ever tenpai is told by the text of a log only to who knows what tenpai is.
    assert {one.name for one in shipped_catalogue() if one.headline} - named == {"tenpai_rate"}


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
        '<AGARI who="1" fromWho="0" ten="30,3900,0" yaku="1,1,52,2" sc="250,-39,250,39,250,0,250,0" />'
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
    assert numbers(counts, "end") == {"ron": 1, "exhaustive": 1, "abortive": 1}
    assert (counts["points",], counts["gain",], counts["dealt_in_points",]) == (3900, 3900, 3900)
    # A riichi that deals in with its tile pays no stick; the other one gets 1500 and has paid 1000.
    assert (counts["riichi_gain",], counts["riichi_turns",]) == (-3900 + 500, 1 + 2)
    assert {key[1:]: n for key, n in counts.items() if key[0] == "payment"} == {
        ("riichi", 1500): 1,
        ("open_tenpai", 1500): 1,
        ("noten", -1500): 2,
    }
