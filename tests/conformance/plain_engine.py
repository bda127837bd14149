"""The plain scorer and a plain keeper as an engine that answers cases of a pack, and engines that are wrong.

The keeper keeps draws, and what follows a hand, as a beginner would for Tenhou; each wrong engine is wrong
in the one thing that its name says.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import Any

from analyzer.conformance.cases import Case
from analyzer.conformance.judging import Verdict, judge
from analyzer.settlement.yaku_names import Yaku
from analyzer.vocabulary import WIND_LETTERS, PlayKind, parse_kyoku, parse_tiles, tiles_in
from tests.case_files import whole
from tests.conformance.plain_scorer import FU, HAN, LIMITS, MANGAN, YAKU, YAKUMAN, Scorer
from tests.settlement.logged_wins import LoggedWin


@dataclass(frozen=True)
class Ended:
    """How a hand ended, as an engine is told."""

    players: int
    dealer: int
    kyoku: int
    honba: int
    sticks: int
    """On the table now, those of this hand among them."""
    outcome: str
    winners: tuple[int, ...]
    tenpai: tuple[int, ...]
    nagashi: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Keeper:
    """The plain keeper; each field is one thing that a wrong one does otherwise."""

    noten_points: int | None = None
    """In all; None for 1000 a seat but one."""
    noten: str = "shared"
    """shared; thirds: each noten seat pays 1000; none."""
    noten_when_all: bool = False
    noten_with_honba: bool = False
    nagashi_pays: bool = True
    nagashi_dealer_pays_double: bool = True
    nagashi_with_honba: bool = False
    nagashi_with_noten: bool = False
    nagashi_takes_sticks: bool = False
    stays_by_win: bool = True
    stays_by_first_win: bool = False
    """Of several winners the first alone keeps the deal."""
    stays_by_tenpai: bool = True
    stays_by_noten: bool = False
    stays_by_nagashi: bool = False
    stays_by_abort: bool = True
    honba_by_win: bool = True
    honba_by_draw: bool = True
    honba_by_abort: bool = True
    honba_kept_by_child: bool = False
    honba_least: int = 0
    honba_most: int = 99
    sticks_by_draw: str = "kept"
    sticks_by_abort: str = "kept"
    sticks_by_win: str = "taken"
    moves_by: int = 1

    def deltas(self, hand: Ended) -> list[int]:
        """What a draw moves."""
        deltas = [0] * hand.players
        if hand.outcome == "nagashi_mangan" and self.nagashi_pays:
            for winner in hand.nagashi:
                self._pay_nagashi(deltas, hand, winner)
        if hand.outcome == "exhaustive" or (hand.outcome == "nagashi_mangan" and self.nagashi_with_noten):
            self._pay_noten(deltas, hand)
        return deltas

    def _pay_nagashi(self, deltas: list[int], hand: Ended, winner: int) -> None:
        for seat in range(hand.players):
            if seat != winner:
                is_double = winner == hand.dealer or (seat == hand.dealer and self.nagashi_dealer_pays_double)
                points = (4000 if is_double else 2000) + 100 * hand.honba * self.nagashi_with_honba
                deltas[seat] -= points
                deltas[winner] += points
        deltas[winner] += 1000 * hand.sticks * self.nagashi_takes_sticks

    def _pay_noten(self, deltas: list[int], hand: Ended) -> None:
        noten = [seat for seat in range(hand.players) if seat not in hand.tenpai]
        if self.noten == "none" or not noten or (not hand.tenpai and not self.noten_when_all):
            return
        total = 1000 * (hand.players - 1) if self.noten_points is None else self.noten_points
        total += 300 * hand.honba * self.noten_with_honba
        if self.noten == "thirds":
            total = 1000 * len(noten)
        for seat in range(hand.players):
            if seat in noten:
                deltas[seat] -= total // len(noten)
            else:
                deltas[seat] += total // len(hand.tenpai)

    def following(self, hand: Ended) -> tuple[int, int, int]:
        """Kyoku, honba and sticks of the next hand."""
        stays = self._stays(hand)
        kyoku = hand.kyoku if stays else self._next_kyoku(hand)
        return kyoku, self._honba(hand, stays=stays), self._sticks(hand)

    def _stays(self, hand: Ended) -> bool:
        tenpai = hand.dealer in hand.tenpai
        match hand.outcome:
            case "win":
                winners: Sequence[int] = hand.winners[:1] if self.stays_by_first_win else hand.winners
                return self.stays_by_win and hand.dealer in winners
            case "exhaustive":
                return (tenpai and self.stays_by_tenpai) or self.stays_by_noten
            case "nagashi_mangan":
                return tenpai or (self.stays_by_nagashi and hand.dealer in hand.nagashi)
        return self.stays_by_abort

    def _next_kyoku(self, hand: Ended) -> int:
        following = hand.kyoku + self.moves_by
        return following + 1 if hand.players == 3 and following % 4 == 3 else following

    def _honba(self, hand: Ended, *, stays: bool) -> int:
        if hand.outcome == "win":
            grows = self.honba_by_win and stays
            base = hand.honba if stays or self.honba_kept_by_child else self.honba_least
            return min(base + grows, self.honba_most)
        grows = (
            self.honba_by_draw if hand.outcome in ("exhaustive", "nagashi_mangan") else self.honba_by_abort
        )
        return min(hand.honba + grows if grows else (hand.honba if stays else 0), self.honba_most)

    def _sticks(self, hand: Ended) -> int:
        if hand.outcome == "win":
            return 0 if self.sticks_by_win == "taken" else hand.sticks
        kept = (
            self.sticks_by_draw if hand.outcome in ("exhaustive", "nagashi_mangan") else self.sticks_by_abort
        )
        return hand.sticks if kept == "kept" else 0


KINDS = {kind.name.lower(): kind for kind in PlayKind}
IDS = {one.text: int(one) for one in Yaku}


@cache
def _tiles(*texts: str) -> tuple[tuple[int, ...], ...]:
    """Tile ids of texts, none twice."""
    found: list[tuple[int, ...]] = []
    for text in texts:
        found.append(tuple(parse_tiles(text, taken=[tile for one in found for tile in one])))
    return tuple(found)


def win_of(case: Case, asked: dict[str, Any], due: dict[str, Any]) -> LoggedWin:
    """One win as an engine is told it; who is liable is told too."""
    hand, players = case.question["hand"], case.question["hand"]["players"]
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
    rows = [
        {
            **score._asdict(),
            "winner": win.winner,
            "loser": None if win.is_tsumo else win.loser,
            "yaku": [{"id": one} if one in YAKUMAN else {"id": one, "han": han} for one, han in score.yaku],
            "deltas": [*score.deltas[: win.players]],
        }
        for win, score in zip(wins, scores, strict=True)
    ]
    return {"wins": rows, "deltas": [sum(one) for one in zip(*(row["deltas"] for row in rows), strict=True)]}


def ended_of(case: Case) -> Ended:
    """How a hand ended; which draw it is, and who made nagashi mangan or is tenpai, is told."""
    hand, due = case.question["hand"], case.expected
    kyoku, honba = parse_kyoku(hand["kyoku"])
    draw = due["draw"] or {}
    return Ended(
        players=hand["players"],
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


# Wrong engines.


ROWS = whole("conformance/mutants")
PLAIN, KEEPER = Scorer(), Keeper()
NEVER = (Yaku.ROUND_NORTH,)
"""No rule set of ours plays a North round."""


def _unknown_yaku() -> Iterator[tuple[str, Scorer]]:
    for number in (*YAKU, *YAKUMAN, 52, 53, 54):
        if number not in NEVER:
            yield f"does not know {Yaku(number).text}", replace(PLAIN, unknown=frozenset({number}))


def _other_han() -> Iterator[tuple[str, Scorer]]:
    for number, (closed, called) in HAN.items():
        if number in NEVER:
            continue
        text = Yaku(number).text
        yield (
            f"one han more for {text}",
            replace(PLAIN, han=HAN | {number: (closed + 1, called and called + 1)}),
        )
        if called and called != closed:
            yield f"{text} open as closed", replace(PLAIN, han=HAN | {number: (closed, closed)})
            yield f"{text} closed alone", replace(PLAIN, han=HAN | {number: (closed, 0)})
            yield f"{text} closed as open", replace(PLAIN, han=HAN | {number: (called, called)})
        elif called and number not in (3, 4, 5, 6):
            yield f"{text} closed alone", replace(PLAIN, han=HAN | {number: (closed, 0)})
        elif number in (7, 9):
            yield f"{text} open too", replace(PLAIN, han=HAN | {number: (closed, 1)})


def _other_fu() -> Iterator[tuple[str, Scorer]]:
    for part, fu in FU.items():
        if fu:
            yield f"no fu for {part}", replace(PLAIN, fu=FU | {part: 0})
        more = 2 if part in ("open", "both pairs", "pinfu tsumo") else max(2, fu)
        yield f"{more} fu more for {part}", replace(PLAIN, fu=FU | {part: fu + more})


def _other_limits() -> Iterator[tuple[str, Scorer]]:
    for place, (least, base) in enumerate(LIMITS):
        # Five han are a mangan by their points too.
        for by in (-1,) if base == MANGAN else (-1, 1):
            limits = (*LIMITS[:place], (least + by, base), *LIMITS[place + 1 :])
            yield f"limit {base} from {least + by} han on", replace(PLAIN, limits=limits)


def _scorers(part: str) -> dict[str, Scorer]:
    found = {}
    for name, row in ROWS[part].items():
        others = {"fu": FU | row["fu"]} if "fu" in row else {}
        others |= {"limits": tuple(map(tuple, row["limits"]))} if "limits" in row else {}
        found[name] = replace(PLAIN, **row | others)
    return found


MUTANTS = {
    **dict(_unknown_yaku()),
    **dict(_other_han()),
    **dict(_other_fu()),
    **dict(_other_limits()),
    **_scorers("scorers"),
}
"""Of both tables; those of one are below."""
SANMA_MUTANTS = _scorers("scorers_of_three")
KEEPERS = {name: replace(KEEPER, **row) for name, row in ROWS["keepers"].items()}
SANMA_KEEPERS = {name: replace(KEEPER, **row) for name, row in ROWS["keepers_of_three"].items()}
FOUR_ALONE = {*chain(*ROWS["four_alone"].values())}
"""Mutants of four players: with three they would be right in every hand."""
OF_THREE = {name: one for name, one in MUTANTS.items() if name not in FOUR_ALONE} | SANMA_MUTANTS
OF_THREE |= KEEPERS | SANMA_KEEPERS
"""All that are wrong with three players."""
