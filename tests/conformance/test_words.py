"""Words of the catalogue of faults, each said of an element of a game that was written by hand."""

from __future__ import annotations

import pytest

from analyzer.conformance.fault_catalogue import Place, all_of, filled, holds, one_of, text, value
from analyzer.conformance.site import NoOccasion
from analyzer.vocabulary import mpsz, parse_mpsz
from tests.conformance.made_game import draft_of, drawn_hand, sanma_hand, site_at, won_hand


@pytest.fixture(scope="module")
def four():
    return draft_of(drawn_hand(), won_hand())


@pytest.fixture(scope="module")
def three():
    return draft_of(sanma_hand(), rules="tenhou-sanma")


TABLE = [
    ("AGARI", "seats", 4),
    ("GO", "hand", -1),
    ("INIT", "hand", 0),
    ("RYUUKYOKU", "hand", 0),
    ("INIT 1", "hand", 1),
    ("AGARI", "hand", 1),
    ("AGARI", "dealer", 0),
    ("INIT", "is_last", 0),
    ("AGARI", "is_last", 1),
    # Seat 0 deals again after its tenpai, and its stick stays; no more after the ron of a child.
    ("RYUUKYOKU", "follows", [0, 1, 1]),
    ("AGARI", "follows", [1, 0, 0]),
    ("AGARI", "may_end", 0),
    ("AGARI", "has_wall", 0),
    ("AGARI", "rule('noten_penalty_points')", 3000),
    ("AGARI", "rule('double_yakuman')", ()),
    ("INIT", "init(1)['ten']", [270, 240, 240, 240]),
    ("AGARI", "init(0)['seed']", [0, 1, 1, 0, 0, 119]),
    ("AGARI", "following(2)", 3),
    ("AGARI", "following(3)", 0),
    ("AGARI", "other(0)", 1),
    ("AGARI", "other(who, fromWho)", 0),
    ("AGARI", "other(*[0, 1], 2)", 3),
]
BESIDE = [
    ("AGARI", "has('ba')", 1),
    ("AGARI", "has('type')", 0),
    ("AGARI", "beside(-1).has('ba')", 0),
    ("AGARI", "kind", "AGARI"),
    ("AGARI", "beside(-1).kind", "discard"),
    ("AGARI", "beside(-2).kind", "draw"),
    ("GO", "beside(1).kind", "UN"),
    ("AGARI", "beside(-1).tile", 102),
    ("G", "tile", 34),
    ("T", "seat", 0),
    ("U", "seat", 1),
    ("F", "seat", 2),
    ("G", "seat", 3),
    ("REACH", "beside(2).seat", 0),
    ("AGARI", "beside(-1).seat", 1),
    ("E", "tsumogiri", 1),
    # 9s drawn, 1m discarded; a discard behind a call; a draw.
    ("D 1", "tsumogiri", 0),
    ("G 1", "tsumogiri", 0),
    ("E", "beside(-1).tsumogiri", 0),
    ("E", "passed", 1),
    ("G", "passed", 1),
    # The declaration tile, one that is called, one that is won on, and a draw.
    ("D", "passed", 0),
    ("D 1", "passed", 0),
    ("E 1", "passed", 0),
    ("U", "passed", 0),
    ("D", "beside(3).passed", 1),
    ("T 1", "[one.seat for one in of_kind('AGARI')]", [2]),
    ("RYUUKYOKU", "of_kind('AGARI')", []),
    ("T", "of_kind('RYUUKYOKU')[0].shown", [0]),
    ("T", "[one.seat for one in of_kind('REACH')]", [0, 0]),
    ("INIT", "len(span)", 12),
    ("AGARI", "len(span)", 10),
    ("T", "[one.kind for one in of_kind('result')]", ["RYUUKYOKU"]),
    # Seat 0 first discards another tile than it drew, seat 1 one that is won on.
    ("INIT 1", "[one.tsumogiri for one in of_kind('discard', 'rest') if one.seat == 0]", [False, True]),
    ("INIT 1", "all(one.passed for one in of_kind('discard', 'rest') if one.seat == 1)", 0),
    ("INIT", "len(of_kind('draw', 'rest'))", 4),
    ("U", "len(of_kind('draw', 'rest'))", 2),
    ("E", "len(of_kind('draw', 'rest'))", 2),
    ("RYUUKYOKU", "len(of_kind('draw', 'rest'))", 0),
    ("E", "beside(-2)['ten']", [240, 250, 250, 250]),
    ("AGARI", "beside(0)['ba']", [1, 1]),
    ("T", "standing", [250, 250, 250, 250]),
    ("RYUUKYOKU", "standing", [240, 250, 250, 250]),
    ("AGARI", "standing", [270, 240, 240, 240]),
    ("E", "len(of_kind('draw'))", 4),
    ("AGARI", "len(of_kind('draw'))", 3),
    ("AGARI", "len(of_kind('N'))", 1),
]
RESULTS = [
    ("AGARI", "who", 2),
    ("AGARI", "fromWho", 1),
    # 1300, one honba, one stick.
    ("AGARI", "paid", [0, -1600, 2600, 0]),
    ("RYUUKYOKU", "paid", [3000, -1000, -1000, -1000]),
    ("RYUUKYOKU", "shown", [0]),
    ("INIT", "shown", [0, 1, 2, 3]),
    ("RYUUKYOKU", "scores_after", [27000, 24000, 24000, 24000]),
    ("AGARI", "scores_after", [27000, 22400, 26600, 24000]),
    ("AGARI", "final_scores", [27000, 22400, 26600, 24000]),
    # Less 30000, and 20, 10, -10, -20; 20 more for the first.
    ("AGARI", "results_of(final_scores)", [37000, -27600, 6600, -16000]),
    # A mangan by tsumo, 4000 from the dealer, 2000 from the others.
    ("RYUUKYOKU", "nagashi(2)", [-4000, -2000, 8000, -2000]),
    ("AGARI", "nagashi(0)", [12000, -4000, -4000, -4000]),
    ("RYUUKYOKU", "noten_payment([1, 3])", [-1500, 1500, -1500, 1500]),
    ("RYUUKYOKU", "noten_payment([])", [0, 0, 0, 0]),
]


@pytest.mark.parametrize(("place", "term", "expected"), [*TABLE, *BESIDE, *RESULTS])
def test_a_word_of_four_seats(four, place, term, expected):
    assert value(site_at(four, place), term) == expected


@pytest.mark.parametrize(
    ("place", "term", "expected"),
    [
        ("INIT", "seats", 3),
        ("V", "following(2)", 0),
        ("V", "following(1)", 2),
        ("INIT", "other(1, 0)", 2),
        ("N", "call()", "kita"),
        ("RYUUKYOKU", "paid", [0, 0, 0]),
        ("RYUUKYOKU", "scores_after", [35000, 35000, 35000]),
        # A mangan by tsumo, 4000 from the dealer and 2000, nobody paying the share of the fourth seat.
        ("RYUUKYOKU", "nagashi(1)", [-4000, 6000, -2000]),
        ("RYUUKYOKU", "shown", []),
    ],
)
def test_a_word_of_three_seats(three, place, term, expected):
    assert value(site_at(three, place), term) == expected


@pytest.mark.parametrize(
    ("place", "term", "expected"),
    [
        ("AGARI", "tehai(0)", ""),
        ("RYUUKYOKU", "tehai(0)", "123m456p78s11555z"),
        ("RYUUKYOKU", "init(0).tehai(1)", "147m258p369s2346z"),
        ("AGARI", "init(0).tehai(3)", "11m147p258s23467z"),
        # As the hands end: seat 2 without the tile it wins on, seat 3 without its pon and a 7z.
        ("INIT 1", "held(2)", "234m567p345s8s555z"),
        ("AGARI", "held(3)", "147p258s2346z"),
        ("T", "held(0)", "123m456p78s11555z"),
    ],
)
def test_a_word_of_tiles(four, place, term, expected):
    tiles = value(site_at(four, place), term)

    assert sorted(tile // 4 for tile in tiles) == sorted(parse_mpsz(expected))


@pytest.mark.parametrize(
    ("place", "term", "expected"),
    [
        ("N", "call()", "pon"),
        # Code of the pon as the log has it: 111m of the fourth copy left out, called from seat 0.
        ("N", "encode_pon([0, 1, 2], 0, 3, 0) == m[0]", True),
        # Three 5z of seat 2; 1m of seat 3 went into the pon.
        ("AGARI", "[len(same_kind(held(seat), 124)) for seat in range(4)]", [0, 0, 3, 0]),
        ("AGARI", "[len(same_kind(held(seat), 0)) for seat in range(4)]", [0, 0, 0, 0]),
        ("AGARI", "[len(same_kind(held(seat), 116)) for seat in range(4)]", [1, 1, 0, 1]),
    ],
)
def test_a_word_of_calls_and_of_who_holds_what(four, place, term, expected):
    assert value(site_at(four, place), term) == expected


def test_tiles_that_a_hand_does_not_name_are_free(four):
    site = site_at(four, "AGARI")
    free = value(site, "free_tiles()")

    # 52 dealt, three drawn, and the indicator.
    assert len(free) == 136 - 52 - 3 - 1
    assert not {0, 1, 2, 105, 119, 102} & {*free}


def test_a_sanma_has_no_simples_of_characters_that_could_be_free(three):
    free = value(site_at(three, "INIT"), "free_tiles()")

    assert len(free) == 108 - 39 - 4 - 1
    assert {"1m", "9m"} >= {mpsz([tile]) for tile in free if tile < 36} > set()


YAKU = [
    ("18,1", "han_of(18)", 1),
    ("18,1", "han_of(52)", 0),
    ("1,1,18,1,52,2,54,1,53,0", "han_of(52)", 2),
    # Riichi and ippatsu stand before all others, dora, red fives and ura dora behind them, in this order.
    ("18,1", "with_yaku(1, 1)", [1, 1, 18, 1]),
    ("1,1,18,1", "with_yaku(2, 1)", [1, 1, 2, 1, 18, 1]),
    ("0,1,18,1", "with_yaku(2, 1)", [2, 1, 0, 1, 18, 1]),
    ("0,1,18,1", "with_yaku(8, 1)", [0, 1, 8, 1, 18, 1]),
    ("18,1,52,1,53,1", "with_yaku(54, 2)", [18, 1, 52, 1, 54, 2, 53, 1]),
    ("18,1,54,1", "with_yaku(53, 1)", [18, 1, 54, 1, 53, 1]),
    ("18,1,54,1", "with_yaku(52, 3)", [18, 1, 52, 3, 54, 1]),
    ("18,1,52,1", "with_yaku(52, 3)", [18, 1, 52, 3]),
    ("18,1,52,1", "with_yaku(52, 0)", [18, 1]),
]


@pytest.mark.parametrize(("yaku", "term", "expected"), YAKU)
def test_a_word_of_yaku(four, yaku, term, expected):
    changed = four.fresh()
    site = site_at(changed, "AGARI")
    site.element.attributes["yaku"] = yaku

    assert value(site, term) == expected


def test_attributes_are_words_and_names_come_before_them(four):
    site = site_at(four, "AGARI", who=7, many=[1, 2])

    assert value(site, "who") == 7
    assert value(site, "many") == [1, 2]
    assert value(site, "machi") == 102
    assert value(site, "yaku") == [18, 1]
    assert value(site, "doraHai") == [119]
    assert value(site_at(four, "mjloggm"), "ver") == "2.3"
    assert value(site_at(four, "N"), "m") == [105]
    assert value(site, "owari[:2]") == ["270", "37.0"]
    assert filled(site, "N who={fromWho} m={[1, 2]}") == "N who=1 m=1,2"
    assert (text(site, "ba"), text(site, "fromWho"), text(site, "'nm'")) == ("1,1", "1", "nm")


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        ([], True),
        (["who == 2", "fromWho == 1"], True),
        (["who == 2", "fromWho == 2"], False),
        (["paoWho == 1"], False),
    ],
)
def test_terms_hold_if_each_is_true_and_means_something(four, terms, expected):
    assert holds(site_at(four, "AGARI"), terms) is expected


def names_of(sites):
    return [site.element.name for site in sites]


@pytest.mark.parametrize(
    ("start", "place", "expected"),
    [
        ("AGARI", Place(), ["AGARI"]),
        ("AGARI", Place(offset=-2), ["U102"]),
        ("U", Place("draw"), ["T33"]),
        ("U", Place("draw", nth=-1), ["W34"]),
        ("U", Place("draw", within="rest"), ["V70"]),
        ("U", Place("draw", within="before", nth=-1), ["T33"]),
        ("U", Place("discard", within="before", nth=0, offset=1), ["REACH"]),
        ("U", Place("draw", within="after", nth=-1), ["U102"]),
        ("U", Place("INIT", within="after"), ["INIT"]),
        ("U 1", Place("INIT", within="log", each=True), ["INIT", "INIT"]),
        ("U", Place("result", within="next hand"), ["AGARI"]),
        ("U", Place("result", within="log", each=True), ["RYUUKYOKU", "AGARI"]),
        ("U 1", Place("play", each=True, such=("kind != 'draw'", "kind != 'discard'")), ["N", "AGARI"]),
        ("U", Place("play", within="before", each=True), ["T33", "REACH", "D33", "REACH"]),
        ("U", Place("draw", such=("seat == 2",)), ["V70"]),
        ("U", Place("draw", within="rest", each=True), ["V70", "W34"]),
        ("U", Place("AGARI", each=True), []),
    ],
)
def test_a_place_is_found_from_an_element(four, start, place, expected):
    assert names_of(all_of(site_at(four, start), place)) == expected


@pytest.mark.parametrize(
    ("start", "place"),
    [
        ("U", Place("AGARI")),
        ("U", Place("draw", nth=4)),
        ("U", Place("draw", nth=-5)),
        ("AGARI", Place(offset=1)),
        ("mjloggm", Place(offset=-1)),
        ("AGARI", Place("INIT", within="next hand")),
    ],
)
def test_a_place_that_is_not_there_is_no_occasion(four, start, place):
    with pytest.raises(NoOccasion):
        one_of(site_at(four, start), place)


@pytest.mark.parametrize("offset", [0, -3])
def test_a_place_at_the_very_ends_of_the_log_is_one(four, offset):
    assert one_of(site_at(four, "TAIKYOKU"), Place(offset=offset)).element is four[3 + offset]


@pytest.mark.parametrize(
    ("place", "term"),
    [
        ("AGARI", "tile"),
        ("TAIKYOKU", "seat"),
        ("AGARI", "call()"),
        ("AGARI", "init(1)['ten']"),
        ("GO", "init(0)['ten']"),
        ("AGARI", "other(0, 1, 2, 3)"),
        ("RYUUKYOKU", "who"),
    ],
)
def test_a_word_without_a_meaning_here_is_no_occasion(four, place, term):
    with pytest.raises(NoOccasion):
        value(site_at(four, place), term)
