"""The package ``mahjong``: the value of a hand."""

from __future__ import annotations

from lines import WINDS, Tiles, melds_of, scored_wins, serve
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.yaku_config import YAKU_ID_TO_TENHOU_ID
from mahjong.meld import Meld

FORMS = {"chi": Meld.CHI, "pon": Meld.PON, "daiminkan": Meld.KAN, "kakan": Meld.SHOUMINKAN, "ankan": Meld.KAN}

KAZOE = {"yakuman": HandConfig.KAZOE_LIMITED, "sanbaiman": HandConfig.KAZOE_SANBAIMAN}


def options(rules: dict) -> OptionalRules:
    return OptionalRules(
        has_open_tanyao=rules["kuitan"],
        has_aka_dora=rules["red_fives"],
        has_double_yakuman=rules["double_yakuman"],
        kazoe_limit=KAZOE[rules["counted_yakuman"]],
        kiriage=rules["kiriage_mangan"],
        renhou_as_yakuman=rules["renhou"] == "yakuman",
        is_three_player=rules["seats"] == 3,
    )


def score(win: dict, rules: dict) -> dict:
    tiles, situation = Tiles(), set(win["situation"])
    melds = [Meld(FORMS[kind], tiles.of(text), opened=kind != "ankan") for kind, text in melds_of(win)]
    concealed, (won,) = tiles.of(win["tehai"]), tiles.of(win["win"])
    config = HandConfig(
        is_tsumo=win["tsumo"],
        is_riichi=bool(situation & {"riichi", "double riichi"}),
        is_daburu_riichi="double riichi" in situation,
        is_ippatsu="ippatsu" in situation and rules["ippatsu"],
        is_rinshan="rinshan" in situation,
        is_chankan="chankan" in situation,
        is_haitei="haitei" in situation,
        is_houtei="houtei" in situation,
        is_tenhou="tenhou" in situation,
        is_chiihou="chiihou" in situation,
        is_renhou="renhou" in situation and rules["renhou"] != "off",
        player_wind=27 + WINDS.index(win["seat_wind"]),
        round_wind=27 + WINDS.index(win["round_wind"]),
        num_nuki_dora=win["kita"],
        options=options(rules),
    )
    everything = [*concealed, won, *(tile for meld in melds for tile in meld.tiles)]
    indicators, ura = Tiles().of(win["indicators"]), Tiles().of(win["ura"])
    value = HandCalculator.estimate_hand_value(
        everything, won, melds, indicators, config, ura_dora_indicators=ura
    )
    if value.error is not None:
        return {"points": 0}
    yaku = [{"id": YAKU_ID_TO_TENHOU_ID[one.yaku_id]} for one in value.yaku]
    return {"yaku": yaku, "han": value.han, "fu": value.fu, "points": value.cost["total"]}


if __name__ == "__main__":
    serve(lambda question: scored_wins(question, score))
