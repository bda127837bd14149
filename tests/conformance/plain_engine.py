"""The plain scorer and the plain keeper as an engine that answers cases of a pack."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from analyzer.conformance.cases import Case
from analyzer.conformance.judging import Verdict, judge
from analyzer.settlement.yaku_names import Yaku
from analyzer.vocabulary import WIND_LETTERS, PlayKind, parse_kyoku, parse_tiles, tiles_in
from tests.conformance.plain_keeper import Ended, Keeper
from tests.conformance.plain_scorer import Score, Scorer
from tests.settlement.logged_wins import LoggedWin

KINDS = {kind.name.lower(): kind for kind in PlayKind}
IDS = {one.text: int(one) for one in Yaku}


@cache
def _tiles(*texts: str) -> tuple[tuple[int, ...], ...]:
    """Tile ids of texts, none twice."""
    found: list[tuple[int, ...]] = []
    for text in texts:
        found.append(tuple(parse_tiles(text, taken=[tile for one in found for tile in one])))
    return tuple(found)


def players_of(case: Case) -> int:
    return int(case.question["hand"]["players"])


def win_of(case: Case, asked: dict[str, Any], due: dict[str, Any]) -> LoggedWin:
    """One win as an engine is told it; who is liable is told too."""
    hand, players = case.question["hand"], players_of(case)
    kyoku, _ = parse_kyoku(hand["kyoku"])
    texts = [text.partition(" from ")[0].split() for text in asked["melds"]]
    concealed, machi, *melds = _tiles(asked["tehai"], asked["win"], *(tiles for _, tiles in texts))
    dealer = kyoku % 4
    ids = tuple((IDS[word], 1) for word in asked["situation"])
    loser = asked["seat"] if asked["tsumo"] else (WIND_LETTERS.index(asked["loser"]) + dealer) % players
    return LoggedWin(
        where=case.name,
        hand=case.name,
        go_type=0x10 if players == 3 else 0,
        players=players,
        kyoku=kyoku,
        dealer=dealer,
        winner=asked["seat"],
        loser=loser,
        concealed=(*concealed, *machi),
        machi=machi[0],
        melds=tuple((KINDS[kind], tiles) for (kind, _), tiles in zip(texts, melds, strict=True)),
        kita=asked["kita"],
        indicators=tuple(parse_tiles(asked["indicators"])),
        ura_indicators=tuple(parse_tiles(asked["ura"])),
        ten=(),
        yaku=ids,
        yakuman=(),
        honba=asked["honba"],
        kyotaku=asked["sticks"],
        pao=due["pao"][0]["seat"] if due["pao"] else None,
        deltas=(),
    )


_WINS: dict[int, tuple[Case, tuple[LoggedWin, ...]]] = {}


def wins_of(case: Case) -> tuple[LoggedWin, ...]:
    """The wins that stand, in order."""
    if id(case) not in _WINS:
        asked = {one["seat"]: one for one in case.question["wins"]}
        wins = tuple(win_of(case, asked[due["winner"]], due) for due in case.expected["wins"])
        # With the case, so that its id stays its own.
        _WINS[id(case)] = case, wins
    return _WINS[id(case)][1]


def scored(case: Case, wins: tuple[LoggedWin, ...], scorer: Scorer) -> dict[str, Any]:
    """The wins of a case as a scorer answers it."""
    number = len(wins)
    scores = [
        scorer.score(win, is_first=place == 0, is_last=place == number - 1, winners=number)
        for place, win in enumerate(wins)
    ]
    rows = [_row(win, score) for win, score in zip(wins, scores, strict=True)]
    deltas = [sum(one) for one in zip(*(row["deltas"] for row in rows), strict=True)]
    return {"wins": rows, "deltas": deltas}


def _row(win: LoggedWin, score: Score) -> dict[str, Any]:
    yaku = [
        {"id": number} if han == 13 and 36 < number < 52 else {"id": number, "han": han}
        for number, han in score.yaku
    ]
    deltas = [*score.deltas[: win.players]]
    return {
        "winner": win.winner,
        "loser": None if win.is_tsumo else win.loser,
        "yaku": yaku,
        "han": score.han,
        "fu": score.fu,
        "points": score.points,
        "deltas": deltas,
    }


def ended_of(case: Case) -> Ended:
    """How a hand ended; which draw it is, and who made nagashi mangan or is tenpai, is told."""
    hand, due = case.question["hand"], case.expected
    kyoku, honba = parse_kyoku(hand["kyoku"])
    draw = due["draw"] or {}
    return Ended(
        players=players_of(case),
        dealer=kyoku % 4,
        kyoku=kyoku,
        honba=honba or 0,
        sticks=hand["sticks"],
        outcome=due["outcome"],
        winners=tuple(win["winner"] for win in due["wins"]),
        tenpai=tuple(draw.get("tenpai") or ()),
        nagashi=tuple(draw.get("nagashi") or ()),
    )


def kept(case: Case, keeper: Keeper) -> dict[str, Any]:
    """What a keeper answers: payments of a draw, and the hand that follows."""
    ended = ended_of(case)
    kyoku, honba, sticks = keeper.following(ended)
    text = f"{WIND_LETTERS[kyoku // 4]}{kyoku % 4 + 1}.{honba}"
    answer: dict[str, Any] = {"next_hand": text, "next_dealer": kyoku % 4, "kyotaku": sticks}
    return answer if case.expected["wins"] else answer | {"deltas": keeper.deltas(ended)}


def answered(case: Case, engine: Scorer | Keeper) -> dict[str, Any]:
    """What a scorer or a keeper answers, as far as it knows anything of the case."""
    if isinstance(engine, Keeper):
        return kept(case, engine)
    return scored(case, wins_of(case), engine) if case.expected["wins"] else {"unsupported": "draws"}


def is_wrong(case: Case, engine: Scorer | Keeper) -> bool:
    """Whether the case shows that an engine is wrong."""
    return any(one.verdict in (Verdict.WRONG, Verdict.NAMED) for one in judge(case, answered(case, engine)))


def in_mjai(tile: str) -> str:
    """A tile as mjai writes it."""
    if tile[1] == "z":
        return "ESWNPFC"[int(tile[0]) - 1]
    return f"5{tile[1]}r" if tile[0] == "0" else tile


def log_of(case: Case, answer: dict[str, Any] | None, *keys: str) -> bytes:
    """The hand of a case as lines of mjai that claim an answer; of wins also some ``keys`` of it.

    Without an answer the end claims no payment.
    """
    hand = case.question["hand"]
    rows = answer.get("wins", ()) if answer else [{"winner": one["seat"]} for one in case.question["wins"]]
    source = hand.get("tsumo", int(hand["last"].split()[1]))
    ura = [in_mjai(tile) for tile in tiles_in(hand["ura"])]
    ends: list[dict[str, Any]] = [
        {"type": "hora", "actor": row["winner"], "target": source, "ura_markers": ura}
        | ({"deltas": row["deltas"]} if answer else {})
        | {{"points": "hora_points"}.get(key, key): row[key] for key in keys}
        for row in rows
    ]
    if not case.expected["wins"]:
        ends = [{"type": "ryukyoku"} | ({"deltas": answer["deltas"]} if answer else {})]
    return "".join(f"{json.dumps(event)}\n" for event in [*case.question["mjai"], *ends]).encode()
