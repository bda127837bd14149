"""Every scenario is in its log: seen in the bytes, by nothing of the package.

What plays the game, what settles it and what reads it share code; what looks here shares none with them.
"""

from __future__ import annotations

import re

import pytest

from analyzer.simulation import SCENARIOS
from tests.logs import corpus_bytes, corpus_paths, needs_corpus
from tests.simulation.looks import LOOKS, is_shown
from tests.simulation.looks_of_draws import tenpai
from tests.simulation.scripted import PLAYED, scripted_logs
from tests.simulation.seen import Game

pytestmark = pytest.mark.long

SHOWS = {scenario.name: scenario.shows for scenario in SCENARIOS}


def test_every_scenario_has_a_look_and_every_look_a_scenario() -> None:
    assert {scenario.name for scenario in SCENARIOS} == set(LOOKS)


def test_every_scenario_can_be_played_somewhere() -> None:
    assert {name for name, _ in PLAYED} == {scenario.name for scenario in SCENARIOS}


@pytest.mark.parametrize(("name", "players"), PLAYED)
def test_the_hands_that_show_a_scenario_show_it(name: str, players: int) -> None:
    assert [hand for hand in SHOWS[name] if not is_shown(name, scripted_logs()[name, players], hand)] == []


@pytest.mark.parametrize(
    ("look", "other"),
    [
        *((f"tenpai_{seats}", f"tenpai_{seats + 1}") for seats in range(4)),
        ("tenpai_1", "nagashi_tenpai"),
        ("riichi_draw", "tenpai_2"),
        ("furiten_tenpai", "karaten_seen"),
        ("yakuless_tenpai", "tenpai_1"),
        ("nagashi_mangan", "nagashi_dealer"),
        ("nagashi_mangan", "nagashi_called"),
        ("nagashi_dealer", "double_nagashi"),
        ("nagashi_tenpai", "nagashi_mangan"),
        ("double_nagashi", "nagashi_dealer"),
        ("nagashi_called", "tenpai_0"),
        *((f"kyuushu_{kinds}", f"kyuushu_{kinds + 1}") for kinds in range(9, 13)),
        ("kyuushu_13", "kokushi_thirteen"),
        ("suufon_riichi", "suufon_renda"),
        ("suucha_riichi", "fourth_riichi_won"),
        ("sanchahou", "double_ron"),
        ("suukaikan_1_3", "suukaikan_2_2"),
        ("suukaikan_2_2", "suukaikan_1_1_2"),
        ("suukaikan_1_1_2", "suukantsu"),
        ("karaten_concealed", "karaten_kan"),
        ("karaten_concealed_melds", "karaten_concealed"),
        ("karaten_kan", "karaten_split"),
        ("karaten_split", "karaten_seen"),
        ("karaten_seen", "karaten_indicator"),
        ("karaten_indicator", "karaten_seen"),
        ("noten_riichi", "riichi_draw"),
        ("noten_riichi_suucha", "suucha_riichi"),
        ("every_call", "suukaikan_1_3"),
        ("riichi_ippatsu_tsumo", "riichi_tile_called"),
        ("double_riichi", "riichi_ippatsu_tsumo"),
        ("riichi_tile_won", "houtei"),
        ("riichi_tile_called", "riichi_ippatsu_tsumo"),
        ("fourth_riichi_won", "riichi_tile_won"),
        ("kan_dora_and_kan_ura", "rinshan"),
        ("chankan", "chankan_riichi_ippatsu"),
        ("chankan_riichi_ippatsu", "chankan"),
        ("rinshan", "rinshan_daiminkan"),
        ("rinshan_daiminkan", "rinshan"),
        ("haitei", "pinfu_tsumo"),
        ("houtei", "haitei"),
        ("double_ron", "double_ron_with_dealer"),
        ("double_ron_with_dealer", "double_ron"),
        ("triple_ron", "double_ron"),
        ("pao_daisangen_tsumo", "pao_daisangen_ron"),
        ("pao_daisangen_ron", "pao_daisangen_ron_from_giver"),
        ("pao_daisangen_ron_from_giver", "daisangen"),
        ("pao_beside_another_yakuman", "pao_daisangen_tsumo"),
        ("pao_daisuushii_tsumo", "pao_daisuushii_ron"),
        ("pao_daisuushii_ron", "daisuushii"),
        ("red_fives", "pinfu_tsumo"),
        ("chiitoitsu", "tsuuiisou_seven_pairs"),
        ("pinfu_tsumo", "chiihou"),
        ("open_pinfu_form", "pinfu_tsumo"),
        ("kuikae_kept", "open_pinfu_form"),
        ("four_han_30_fu", "three_han_60_fu"),
        ("eight_han", "eleven_han"),
        ("renhou", "houtei"),
        ("tenhou", "chiihou"),
        ("chiihou", "tenhou"),
        ("kokushi", "kokushi_thirteen"),
        ("kokushi_thirteen", "kokushi"),
        ("suuankou", "suuankou_tanki"),
        ("suuankou_tanki", "suuankou"),
        ("daisangen", "daisangen_tsuuiisou"),
        ("shousuushii", "daisuushii"),
        ("daisuushii", "shousuushii"),
        ("tsuuiisou", "daisuushii"),
        ("tsuuiisou_seven_pairs", "tsuuiisou"),
        ("chinroutou", "tsuuiisou"),
        ("chuuren", "pure_chuuren"),
        ("pure_chuuren", "chuuren"),
        ("suukantsu", "suukantsu_suuankou_tanki"),
        ("counted_yakuman", "eleven_han"),
        ("bust_by_ron", "bust_by_tsumo"),
        ("bust_by_tsumo", "bust_by_noten"),
        ("bust_by_noten", "exact_zero"),
        ("exact_zero", "bust_by_noten"),
        ("west_round", "sudden_death"),
        ("sudden_death", "west_round"),
        ("whole_extension", "sudden_death"),
        ("exact_target", "agari_yame"),
        ("tonpuu", "tonpuu_south_round"),
        ("tonpuu_south_round", "west_round"),
        ("agari_yame", "agari_yame_not_first"),
        ("agari_yame_not_first", "agari_yame_below_target"),
        ("agari_yame_below_target", "agari_yame"),
        ("tenpai_yame", "no_tenpai_yame"),
        ("no_tenpai_yame", "tenpai_yame"),
        ("leftover_stick", "tenpai_yame"),
        ("tie_at_the_top", "leftover_stick"),
        ("seeds_of_hands", "hex_key"),
        ("hex_key", "hex_key_with_tails"),
        ("hex_key_with_tails", "hex_key"),
        ("no_seed", "seeds_of_hands"),
        ("no_ref", "no_lobby"),
        ("no_lobby", "no_ref"),
        ("no_deposit_scores", "no_grades"),
        ("no_grades", "no_dan"),
        ("no_dan", "no_grades"),
        ("whole_rates", "whole_results"),
        ("whole_results", "whole_rates"),
        ("plain_names", "no_seed"),
        ("leaving_and_return", "indented"),
        ("duplicate_attributes", "leaving_and_return"),
        ("indented", "duplicate_attributes"),
    ],
)
def test_a_look_tells_its_scenario_from_the_one_most_like_it(look: str, other: str) -> None:
    assert [hand for hand in SHOWS[other] if is_shown(look, scripted_logs()[other, 4], hand)] == []


SANMA_PAIRS = [
    ("kita_chain", "every_call"),
    ("kita_ron", "kita_rinshan"),
    ("kita_rinshan", "rinshan"),
    ("nuki_dora", "nuki_dora_twice"),
    ("nuki_dora_twice", "nuki_dora"),
    ("ryanshi", "paarenchan"),
    ("paarenchan", "ryanshi"),
    ("kokushi_on_kita", "kita_ron"),
]


@pytest.mark.parametrize(("look", "other"), SANMA_PAIRS)
def test_with_three_players_too(look: str, other: str) -> None:
    assert [hand for hand in SHOWS[other] if is_shown(look, scripted_logs()[other, 3], hand)] == []


@pytest.mark.parametrize(
    ("name", "written", "instead"),
    [
        ("tenpai_1", r'( sc="[^"]*") hai1="[^"]*"', r"\1"),
        ("tenpai_0", r"<[T-W]\d+/><[D-G]\d+/>(<RYUUKYOKU)", r"\1"),
        ("nagashi_mangan", r'(<RYUUKYOKU[^>]*) type="nm"', r"\1"),
        ("kyuushu_9", r'type="yao9"', 'type="kaze4"'),
        ("suucha_riichi", r'<REACH [^>]*step="2"/>(<RYUUKYOKU)', r"\1"),
        ("suukaikan_2_2", r'type="kan4"', 'type="nm"'),
        ("riichi_ippatsu_tsumo", r'(yaku="[^"]*)2,1,', r"\1"),
        ("kan_dora_and_kan_ura", r"<DORA[^>]*/>", ""),
        ("chankan", r'yaku="3,1"', 'yaku="6,1"'),
        ("haitei", r"<[T-W]\d+/><[D-G]\d+/>", ""),
        ("double_ron", r'(who="2" fromWho="\d" sc=")\d+', r"\g<1>999"),
        ("pao_daisangen_tsumo", r' paoWho="\d"', ""),
        ("red_fives", r",54,2", ",54,1"),
        ("chiitoitsu", r'ten="25,', 'ten="30,'),
        ("daisangen", r'yakuman="39"', 'yakuman="50"'),
        ("bust_by_ron", r"$", '<INIT seed="1,0,0,0,0,0" ten="0,0,0,0" oya="1" hai0="" hai1=""/>'),
        ("leftover_stick", r'(owari=")\d+', r"\g<1>0"),
    ],
)
def test_a_look_says_no_to_the_log_with_one_thing_altered(name: str, written: str, instead: str) -> None:
    (hand,) = SHOWS[name]
    heads = scripted_logs()[name, 4].decode().split("<INIT")
    parts = [heads[0], *(f"<INIT{part}" for part in heads[1:])]
    altered = re.sub(written, instead, parts[hand + 1], count=1)
    assert altered != parts[hand + 1]

    data = "".join([*parts[: hand + 1], altered, *parts[hand + 2 :]]).encode()

    assert not is_shown(name, data, hand)


@needs_corpus
@pytest.mark.parametrize(
    ("name", "log", "hand"),
    [
        # What the files are known for: by their names in other projects, by wikis, by the format description.
        ("suukaikan_1_3", "seed-examples/2014021417gm-0009-7447-00d6d80f", 5),
        ("suufon_renda", "seed-examples/2015090309gm-0009-7447-fa717ec6", 7),
        ("kyuushu_9", "seed-examples/2014011202gm-0089-0000-c5a5f508", 1),
        ("suucha_riichi", "seed-examples/2014081419gm-0009-7447-b66ad799", 6),
        ("sanchahou", "edge/upd-aft-ron3", 6),
        ("pao_daisangen_tsumo", "edge/d-pao", 3),
        ("no_tenpai_yame", "edge/d-bug1", 9),
        ("seeds_of_hands", "edge/d-shuffle", 0),
        ("hex_key", "edge/d-bug8", 0),
    ],
)
def test_a_look_finds_in_a_real_log_what_it_is_known_for(name: str, log: str, hand: int) -> None:
    folder, stem = log.split("/")
    (path,) = (path for path in corpus_paths(folder) if path.stem == stem)

    assert is_shown(name, corpus_bytes(path), hand)


@needs_corpus
def test_waits_by_trying_everything_give_the_hands_that_real_draws_show() -> None:
    draws = [
        (path.stem, index, tenpai(hand), hand.shown)
        for path in corpus_paths("phoenix")[:60]
        for index, hand in enumerate(Game(corpus_bytes(path)).hands)
        if hand.draw_type in ("", "nm")
    ]

    assert len(draws) > 50
    assert [draw for draw in draws if draw[2] != draw[3]] == []
