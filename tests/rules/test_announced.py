"""What the entries of a lobby's rules mean: entry by entry, bit by bit.

Source: Longhorn-Riichi/InjusticeJudge, example_arml_game.json, unless a test says otherwise.
"""

import pytest

from analyzer.rules import Area, Doubt
from analyzer.rules.announced import Announcement, announced

HANCHAN, TONPUU, SANMA_HANCHAN, CHIPS = 0x9, 0x1, 0x19, 0x209
ARML = "4120DF0F,00000001,,,30000,30000,30000,,,,,,,,,,,,,,,5,-5,-15,5,0,-20,5,-5,-15,0,-5,-15,5,-5,-15,,,,"


def read(csrule, go_type=HANCHAN, seats=4, rule=""):
    return announced(Announcement(rule, csrule), go_type, seats)


def stated(csrule, go_type=HANCHAN, seats=4):
    return {one.rule: one.value for one in read(csrule, go_type, seats).stated}


def entries(**numbers):
    """A csrule with the flags clear and some entries, as ``at10="2000"``."""
    texts = ["00000000", "00000000", *[""] * 37]
    for name, text in numbers.items():
        texts[int(name.removeprefix("at"))] = text
    return ",".join(texts)


FLAGS = [
    (0x1, "nagashi", "off", "replaces-penalty"),
    (0x2, "kiriage_mangan", True, False),
    (0x4, "bust", "off", "below-zero"),
    (0x8, "open_kan_dora", "at-once", "before-discard"),
    (0x10, "dora", False, True),
    (0x20, "kan_dora", False, True),
    (0x40, "ura_dora", False, True),
    (0x80, "kan_ura", False, True),
    (0x100, "suufon_renda", False, True),
    (0x200, "suukaikan", "no-fifth", "after-discard"),
    (0x400, "suucha_riichi", False, True),
    (0x800, "kyuushu_kyuuhai", False, True),
    (0x1000, "triple_ron", "pay-all", "abort"),
    (0x2000, "double_ron", "head-bump", "pay-all"),
    (0x4000, "agari_yame", "off", "automatic"),
    (0x8000, "tenpai_yame", "off", "automatic"),
    (0x10000, "dealer_repeat", "tenpai-only", "tenpai"),
    (0x20000, "dealer_repeat", "win", "tenpai"),
    (0x40000, "rounding", "half-away-from-zero", "none"),
    (0x80000, "ippatsu", False, True),
    (0x100000, "double_round_wind", True, False),
    (0x200000, "extension_winds", 1, 0),
    (0x1000000, "renhou", "mangan", "off"),
    (0x2000000, "riichi_tiles", 1, 4),
    (0x8000000, "tenpai_wait", "outside-own", "outside-concealed"),
]


@pytest.mark.parametrize(("bit", "rule", "when_set", "when_clear"), FLAGS)
def test_a_bit_of_the_first_word_decides_one_rule(bit, rule, when_set, when_clear):
    clear, with_bit = stated("00000000,00000000"), stated(f"{bit:08X},00000000")

    assert (clear[rule], with_bit[rule]) == (when_clear, when_set)
    assert {name for name in clear if clear[name] != with_bit[name]} == {rule}


MORE_FLAGS = [
    (0x1, "double_wind_fu", 2, 4),
    (0x2, "tie_rule", "shared", "seat-order"),
    (0x4, "leftover_kyotaku", "top", "nobody"),
    (0x8, "pao", ("daisangen", "daisuushii", "suukantsu"), ("daisangen", "daisuushii")),
    (0x10, "counted_yakuman", "sanbaiman", "yakuman"),
]


@pytest.mark.parametrize(("bit", "rule", "when_set", "when_clear"), MORE_FLAGS)
def test_a_bit_of_the_second_word_decides_one_rule(bit, rule, when_set, when_clear):
    clear, with_bit = stated("00000000,00000000"), stated(f"00000000,{bit:08X}")

    assert (clear[rule], with_bit[rule]) == (when_clear, when_set)
    assert {name for name in clear if clear[name] != with_bit[name]} == {rule}


@pytest.mark.parametrize(
    ("bit", "rule", "when_set", "when_clear"),
    [
        (0x400000, "nuki_dora", True, False),
        (0x800000, "tsumo_share", "even", "own"),
        (0x2000000, "riichi_tiles", 1, 3),
    ],
)
def test_some_bits_are_for_three_players(bit, rule, when_set, when_clear):
    clear = stated("00000000,00000000", SANMA_HANCHAN, 3)
    with_bit = stated(f"{bit:08X},00000000", SANMA_HANCHAN, 3)

    assert (clear[rule], with_bit[rule]) == (when_clear, when_set)


def test_draws_that_need_four_seats_are_not_stated_for_three():
    assert not {"suufon_renda", "suucha_riichi", "triple_ron"} & set(
        stated("00000000,00000000", SANMA_HANCHAN, 3)
    )


def test_three_rons_under_head_bump_pay_one_unless_they_abort():
    assert stated("00003000")["triple_ron"] == "head-bump"
    assert stated("00002000")["triple_ron"] == "abort"


def test_without_any_renchan_the_deal_always_moves():
    assert stated("00030000")["dealer_repeat"] == "never"


@pytest.mark.parametrize("bit", [0x4000000, 0x40000000])
def test_two_bits_change_nothing_that_is_judged(bit):
    found = read(f"{bit:08X},00000000")

    assert found == read("00000000,00000000")
    assert found.reasons == ()


NUMBERS = [
    (4, "30000", {"start_points": 30_000}),
    (5, "32000", {"target_points": 32_000}),
    (6, "31000", {"return_points": 31_000}),
    (7, "60000", {"teppen": 60_000}),
    (10, "2000", {"riichi_stick": 2000, "riichi_points": 2000}),
    (11, "500", {"honba_tsumo": 500, "honba_ron": 1500}),
    (8, "4", {"winds": 1}),
    (8, "08", {"winds": 2}),
]


@pytest.mark.parametrize(("place", "text", "rules"), NUMBERS)
def test_an_entry_states_its_rules_and_an_empty_one_none(place, text, rules):
    plain, found = stated(entries()), stated(entries(**{f"at{place}": text}))

    assert {rule: value for rule, value in found.items() if plain.get(rule) != value} == rules


def test_honba_of_three_players_have_two_payers():
    assert stated(entries(at11="500"), SANMA_HANCHAN, 3)["honba_ron"] == 1000


def test_the_most_hands_count_the_extension():
    # 08 is a tonpuusen with an extension of one wind.
    with_extension = entries(at9="12").replace("00000000", "00200000", 1)

    assert stated(with_extension)["extension_winds"] == 1
    assert stated(with_extension, TONPUU)["extension_winds"] == 2


def test_noten_payments_take_the_default_where_one_is_empty():
    found = stated(entries(at16="2000", at18="6000"))

    assert (found["noten_penalty"], found["noten_payments"]) == ("by-tenpai", (2000, 1500, 6000))


def test_a_lobby_that_plays_as_many_hands_at_most_as_at_least_has_no_extension():
    found = read(entries(at8="8", at9="8"))

    assert found.reasons == ()
    assert {one.rule: one.value for one in found.stated}["extension_winds"] == 0


def test_noten_payments_that_the_tenpai_seats_cannot_share_in_hundreds_leave_the_penalty_undecided():
    # Two noten seats pay 2,100, which are 1,050 for each of two tenpai seats.
    found = read(entries(at17="1050"))

    assert found.unknown == {Area.NOTEN_PENALTY}
    assert found.reasons == ("csrule entry [17] is 1050, which 2 seats cannot share in hundreds",)


def test_uma_is_in_thousands_by_the_number_of_seats_below_the_start():
    below = (5000, -5000, -15000, 5000, 0, -20000, 5000, -5000, -15000, 0, -5000, -15000, 5000, -5000, -15000)

    assert stated(ARML)["uma_by_below"] == below


def test_uma_of_three_players_leaves_the_fourth_rank_out():
    rows = ("0 -20 0", "5 -25 0", "5 -15 0", "1 -1 0", "1 -1 0")
    uma = {f"at{21 + at}": text for at, text in enumerate(" ".join(rows).split())}

    found = stated(entries(**uma), SANMA_HANCHAN, 3)

    assert found["uma_by_below"] == (0, -20000, 5000, -25000, 5000, -15000, 1000, -1000)


def test_two_rows_of_uma_for_three_below_the_start_that_differ_leave_the_result_undecided():
    rows = ["0 -20 0"] * 4 + ["1 -1 0"]
    uma = {f"at{21 + at}": text for at, text in enumerate(" ".join(rows).split())}

    found = read(entries(**uma), SANMA_HANCHAN, 3)

    assert found.unknown == {Area.RESULT}
    assert "uma_by_below" not in {one.rule for one in found.stated}


def test_the_arml_lobby_leaves_no_entry_unread():
    found = read(ARML, 11, rule="202308022100,202309302300,000b,0,0,0,0")

    assert (found.unknown, found.reasons) == (frozenset(), ())
    assert found.doubts == {Doubt.RENHOU}


UNKNOWN = [
    ("10000000,00000000", "csrule entry [0] is 10000000, of which bit 0x10000000 is not documented"),
    ("00000000,00000020", "csrule entry [1] is 00000020, of which bit 0x20 is not documented"),
    ("00000000,00000000,1", "csrule entry [2] is 1, whose meaning is not documented"),
    (entries(at12="5"), "csrule entry [12] is 5, whose meaning is not documented"),
    (entries(at36="x y"), "csrule entry [36] is 'x y', whose meaning is not documented"),
    ("nothing", "csrule entry [0] is 'nothing', which is no word of flags"),
    (entries(at4="many"), "csrule entry [4] is 'many', and start_points cannot be that"),
    (entries(at4="-5"), "csrule entry [4] is -5, and start_points cannot be that"),
    (entries(at10="1000.5"), "csrule entry [10] is 1000.5, and riichi_stick cannot be that"),
]


@pytest.mark.parametrize(("csrule", "reason"), UNKNOWN)
def test_what_nobody_has_documented_leaves_every_area_undecided_and_is_named(csrule, reason):
    found = read(csrule)

    assert (found.unknown, found.reasons) == (frozenset(Area), (reason,))


@pytest.mark.parametrize("text", ["", "0", "00000000"])
def test_an_entry_without_documented_meaning_that_is_empty_or_zero_says_nothing(text):
    assert read(entries(at2=text, at12=text, at38=text)).reasons == ()


PARTLY = [
    (
        entries(at18="1000"),
        Area.NOTEN_PENALTY,
        "csrule entry [18] is 1000, which 3 seats cannot share in hundreds",
    ),
    (
        entries(at8="5"),
        Area.GAME_END,
        "csrule entry [8] is 5, and only 4, 8, 12 or 16 hands of four players are known",
    ),
    (entries(at9="12"), Area.GAME_END, "csrule entry [9] is 12, which no extension leads to"),
    (
        entries(at20="100"),
        Area.RESULT,
        "csrule entry [20] is 100, and what the final result makes of it is not documented",
    ),
    (entries(at21="5"), Area.RESULT, "csrule entry [22] is empty, beside other uma that are numbers"),
]


@pytest.mark.parametrize(("csrule", "area", "reason"), PARTLY)
def test_what_touches_one_area_leaves_that_area_undecided(csrule, area, reason):
    found = read(csrule)

    assert (found.unknown, found.reasons) == ({area}, (reason,))


def test_a_length_in_hands_of_three_players_is_not_known():
    assert read(entries(at8="4"), SANMA_HANCHAN, 3).unknown == {Area.GAME_END}


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        (",,0019,0,0,0,0", "rule entry [2] is 0019, and GO type is 0x9"),
        (",,table,0,0,0,0", "rule entry [2] is 'table', and GO type is 0x9"),
        (",,0009,0,3,0,0", "rule entry [4] is 3, whose meaning is not documented"),
    ],
)
def test_a_rule_text_that_is_not_understood_leaves_every_area_undecided(rule, reason):
    found = read("00000000,00000000", rule=rule)

    assert (found.unknown, found.reasons) == (frozenset(Area), (reason,))


@pytest.mark.parametrize("rule", ["", ",,0009,0,0,0,0", "202308022100,202309302300,0109,0,0,0,0"])
def test_dates_of_a_tournament_and_the_type_of_go_are_understood(rule):
    assert read("00000000,00000000", rule=rule).reasons == ()


DOUBTS = [
    ("00000010,00000000", {Doubt.INDICATORS}),
    ("00000080,00000000", {Doubt.INDICATORS}),
    ("00010000,00000000", {Doubt.ABORTED}),
    ("00100000,00000000", {Doubt.WEST_ROUND}),
    ("08000000,00000000", {Doubt.SPLIT_FOUR}),
    ("01000000,00000000", {Doubt.RENHOU}),
    ("00000000,00000002", {Doubt.TIES}),
    (",00000000", {Doubt.NO_FLAGS}),
    ("00200000", {Doubt.NO_FLAGS}),
]


@pytest.mark.parametrize(("csrule", "doubts"), DOUBTS)
def test_what_an_understood_entry_leaves_open_is_kept_in_mind(csrule, doubts):
    # Without an extension it is open, too, whether yame needs the target.
    assert read(csrule).doubts - {Doubt.YAME} == doubts


def test_chips_leave_open_what_their_value_and_an_empty_uma_do_to_the_result():
    assert Doubt.CHIP_UMA in read(entries(), CHIPS).doubts
    assert Doubt.CHIP_VALUE in read(entries(at19="500"), CHIPS).doubts
    assert Doubt.CHIP_VALUE not in read(entries(at19="500")).doubts
    assert Doubt.CHIP_VALUE not in read(entries(at19="1000"), CHIPS).doubts
