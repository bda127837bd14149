"""The package ``riichienv``: its evaluator of hands, which has no rules to choose."""

from __future__ import annotations

import riichienv
from lines import WINDS, Tiles, melds_of, scored_wins, serve


def score(win: dict, rules: dict) -> dict:
    tiles, situation, seats = Tiles(), set(win["situation"]), rules["seats"]
    melds = [
        riichienv.Meld(getattr(riichienv.MeldType, kind.capitalize()), tiles.of(text), kind != "ankan")
        for kind, text in melds_of(win)
    ]
    concealed, (won,) = tiles.of(win["tehai"]), tiles.of(win["win"])
    more = {"kita_count": win["kita"], "is_sanma": True, "num_players": 3} if seats == 3 else {}
    conditions = riichienv.Conditions(
        tsumo=win["tsumo"],
        riichi=bool(situation & {"riichi", "double riichi"}),
        double_riichi="double riichi" in situation,
        ippatsu="ippatsu" in situation,
        rinshan="rinshan" in situation,
        chankan="chankan" in situation,
        haitei="haitei" in situation,
        houtei="houtei" in situation,
        tsumo_first_turn=bool(situation & {"tenhou", "chiihou"}),
        player_wind=WINDS.index(win["seat_wind"]),
        round_wind=WINDS.index(win["round_wind"]),
        **more,
    )
    evaluator = riichienv.HandEvaluator if seats == 4 else riichienv.HandEvaluator3P
    indicators, ura = Tiles().of(win["indicators"]), Tiles().of(win["ura"])
    value = evaluator(concealed, melds).calc(won, indicators, conditions, ura)
    is_dealer = win["seat_wind"] == "E"
    points = value.ron_agari
    if win["tsumo"]:
        children = seats - 1 if is_dealer else seats - 2
        points = children * value.tsumo_agari_ko + (0 if is_dealer else value.tsumo_agari_oya)
    # It has one name for the wind of the seat and one for that of the round.
    winds = {10: 10 + WINDS.index(win["seat_wind"]), 14: 14 + WINDS.index(win["round_wind"])}
    ids = [one.tenhou_id for one in value.yaku_list()] if hasattr(value, "yaku_list") else None
    yaku = {} if ids is None else {"yaku": sorted({winds.get(one, one) for one in ids})}
    return {**yaku, "han": value.han, "fu": value.fu, "points": points}


def answer(question: dict) -> dict:
    if question["rules"]["seats"] == 3 and not hasattr(riichienv, "HandEvaluator3P"):
        return {"unsupported": "three players"}
    return scored_wins(question, score)


if __name__ == "__main__":
    serve(answer)
