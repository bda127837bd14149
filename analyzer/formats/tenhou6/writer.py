"""A game as JSON of tenhou.net/6: what the source states, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Final
from urllib.parse import quote

from analyzer.formats.builder import RED_FACES
from analyzer.formats.events import Claim, Oddity, SoulTable
from analyzer.formats.json_document import compact_json
from analyzer.formats.log_id import GoType, parse_log_id
from analyzer.formats.one_game import (
    LAST_SCORES,
    MELDS,
    OF_MJLOG,
    Converted,
    LossTable,
    OneGame,
    OnePlay,
    OneResult,
    found_in,
    has_second_ryuukyoku,
    in_results,
    states_deposits,
    tells_riichi_otherwise,
)
from analyzer.formats.tenhou6.hand import LETTERS, NO_DISCARD, NORTH_NUMBER, NUMBERS, TSUMOGIRI
from analyzer.formats.tenhou6.head import DAN, IN_WORDS
from analyzer.formats.unstated import claim_words
from analyzer.formats.words import YAKU_NAMES
from analyzer.vocabulary import ASKS_TENPAI, NO_TILE, SEATS, DrawKind, PlayKind, Seat

_VERSION: Final = 2.3
_ROOMS: Final = {0: "般", GoType.JOUKYUU: "上", GoType.TOKUJOU: "特"}
_WORDED: Final = GoType.RANKED | IN_WORDS
"""Bits of a GO type that the words of a rule tell."""
_LIMITS: Final = ("", "満貫", "跳満", "倍満", "三倍満", "役満")
_DRAWS: Final = {
    DrawKind.EXHAUSTIVE: "流局",
    DrawKind.NAGASHI_MANGAN: "流し満貫",
    DrawKind.KYUUSHU_KYUUHAI: "九種九牌",
    DrawKind.SUUFON_RENDA: "四風連打",
    DrawKind.SUUCHA_RIICHI: "四家立直",
    DrawKind.SANCHAHOU: "三家和了",
    DrawKind.SUUKAIKAN: "四槓散了",
}
_WON, _ALL_TENPAI, _NONE_TENPAI, _NO_RESULT = "和了", "全員聴牌", "全員不聴", "不明"
_URA_DORA: Final = YAKU_NAMES.index("裏ドラ")


def write_tenhou6(game: OneGame, log_id: str | None = None) -> Converted:
    """The game as one line of JSON.

    Args:
        game: The game.
        log_id: Its log id; it is written where it is one of Tenhou's that fits the type of the game.
    """
    found = None if log_id is None else parse_log_id(log_id)
    ref = found if found is not None and found.text == log_id and game.go_type == found.go_type else None
    document: dict[str, object] = {"ver": _VERSION}
    if ref is not None:
        document["ref"] = ref.text
    document["log"] = [_hand_entries(game, hand) for hand in game.hands]
    document["ratingc"] = f"PF{game.players}"
    document |= _table(game)
    document |= _people(game)
    sc = _final(game)
    if sc:
        document["sc"] = sc
    left_out = [_left_out(game, hand) for hand in game.hands]
    if any(left_out):
        document["unstated"] = left_out
    lost = _LOST | {"type and lobby of the game": lambda game: ref is None and _loses_table(game)}
    return Converted(compact_json(document) + "\n", "tenhou6", found_in(game, lost), found_in(game, _FILLED))


def write_links(game: OneGame, log_id: str | None = None) -> Converted:
    """A link of tenhou.net/6 for each hand, one a line; a hand has no final scores.

    Args:
        game: The game.
        log_id: As for `write_tenhou6`.
    """
    whole = write_tenhou6(game, log_id)
    document = json.loads(whole.text)
    lost = (*whole.lost, _FINAL_SCORES) if document.pop("sc", None) else whole.lost
    left_out = document.pop("unstated", None) or [""] * len(document["log"])
    pairs = zip(document["log"], left_out, strict=True)
    texts = (
        compact_json(document | {"log": [hand]} | ({"unstated": [claims]} if claims else {}))
        for hand, claims in pairs
    )
    links = (f"https://tenhou.net/6/#json={quote(one, safe=',:')}\n" for one in texts)
    filled = tuple(words for words in whole.filled if words != LAST_SCORES)
    return replace(whole, text="".join(links), lost=lost, filled=filled)


def _table(game: OneGame) -> dict[str, object]:
    """``rule``, ``csrule`` and ``lobby``."""
    rule, csrule = game.announcement
    lobby = {} if game.lobby is None else {"lobby": game.lobby}
    if rule or csrule:
        return {"rule": rule.split(","), "csrule": csrule.split(","), **lobby}
    reds = {}
    if game.has_reds is not None:
        held = [sum(tile // 4 == five for tile in game.reds) for five in RED_FACES]
        reds = {f"aka5{suit}": max(int(game.has_reds), count) for suit, count in enumerate(held, 1)}
    return {"rule": {"disp": _words(game), **reds}, **lobby}


def _loses_table(game: OneGame) -> bool:
    """Whether neither announced rules nor words tell the table, without a log id."""
    rule, csrule = game.announcement
    return not rule if rule or csrule else game.go_type is not None and not _words(game)


def _words(game: OneGame) -> str:
    """The rule in words; empty where its words are not known."""
    if game.soul is not None:
        return soul_words(game.soul)
    if game.go_type is None or game.go_type & ~_WORDED or not game.go_type & GoType.RANKED:
        return ""
    go = GoType(game.go_type)
    room = _ROOMS.get(go & (GoType.JOUKYUU | GoType.TOKUJOU), "鳳")
    return "".join(
        (
            "三" if GoType.SANMA in go else "",
            room,
            "南" if GoType.HANCHAN in go else "東",
            "" if GoType.NO_KUITAN in go else "喰",
            "" if GoType.NO_AKA in go else "赤",
            "速" if GoType.FAST in go else "",
        )
    )


def soul_words(table: SoulTable) -> str:
    """A table of Mahjong Soul in words."""
    seats = "三" if SoulTable.THREE in table else "四" if SoulTable.FOUR in table else ""
    # Where rules are not known, they are not after reading it again.
    is_open = bool(table & (SoulTable.HOSTED | SoulTable.LOCAL_YAKU | SoulTable.NO_ROOM))
    room = "友人戦" if is_open else "玉の間"
    length = "東" if SoulTable.TONPUUSEN in table else "南" if SoulTable.HANCHAN in table else ""
    return f"{seats}{room}{length}喰"


def _people(game: OneGame) -> dict[str, object]:
    people, row = game.headers.people, game.row
    found: dict[str, object] = {}
    dan, rate, sex = people.dan[row], people.rate[row], people.sex[row]
    if any(one is not None for one in dan):
        found["dan"] = ["" if one is None or not 0 <= one < len(DAN) else DAN[one] for one in dan]
    if any(one is not None for one in rate):
        found["rate"] = ["" if one is None else one for one in rate]
    if any(one is not None for one in sex):
        found["sx"] = [one or "" for one in sex]
    return {**found, "name": list(game.names)}


def _final(game: OneGame) -> list[float]:
    """``sc``: final score and result of each seat; results of 0 state none, and without scores nothing."""
    scores, results = game.last_scores(), game.final_results() or [0] * SEATS
    if scores is None:
        return []
    return [value for seat in range(SEATS) for value in (scores[seat], results[seat] / 10)]


def _left_out(game: OneGame, hand: int) -> str:
    """The claims that the entries of a hand, or the final scores, cannot leave out, and their source does."""
    claims = game.unstated(int(game.events.hands.element[hand])) & Claim.START_SCORES
    for result in game.results[hand]:
        if result.is_win:
            claims |= result.unstated & (Claim.PAO | Claim.URA)
        else:
            claims |= result.unstated & Claim.DRAW_KIND | Claim.DELTAS * (result.deltas is None)
    if game.leaves_final_scores and hand == game.hands[-1]:
        claims |= Claim.FINAL_SCORES
    return claim_words(claims)


def _hand_entries(game: OneGame, hand: int) -> list[object]:
    """The seventeen entries of a hand."""
    hands = game.events.hands
    numbers = game.written(NUMBERS)
    lists = _Lists(numbers)
    lists.dora.append(numbers[int(hands.indicator[hand])])
    for play in game.plays(hand):
        lists.add(play)
    results = game.results[hand]
    ura = max((result.ura or [] for result in results), key=len, default=[])
    table = [int(column[hand]) for column in (hands.kyoku, hands.honba, hands.kyotaku)]
    entries: list[object] = [table, hands.scores[hand].tolist(), lists.dora, [numbers[tile] for tile in ura]]
    for seat in range(SEATS):
        haipai = sorted(tile for tile in hands.haipai[hand, seat].tolist() if tile != NO_TILE)
        entries += [[numbers[tile] for tile in haipai], lists.taken[seat], lists.laid[seat]]
    if results:
        entries.append(_outcome(game, hand, results))
    return entries


class _Lists:
    """The two lists of each seat while a hand is played, and the indicators."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers
        self.taken: list[list[int | str]] = [[] for _ in range(SEATS)]
        self.laid: list[list[int | str]] = [[] for _ in range(SEATS)]
        self.dora: list[int] = []
        self._in_riichi = False

    def add(self, play: OnePlay) -> None:
        """Add one play."""
        match play.kind:
            case PlayKind.DRAW:
                self.taken[play.seat].append(self.numbers[play.tile])
            case PlayKind.DISCARD:
                number = TSUMOGIRI if play.is_tsumogiri else self.numbers[play.tile]
                self.laid[play.seat].append(f"r{number}" if self._in_riichi else number)
                self._in_riichi = False
            case PlayKind.RIICHI:
                self._in_riichi = True
            case PlayKind.DORA:
                self.dora.append(self.numbers[play.tile])
            case PlayKind.KITA:
                self.laid[play.seat].append(f"f{NORTH_NUMBER}")
            case PlayKind.ANKAN:
                *three, fourth = sorted(self.numbers[tile] for tile in play.tiles)
                self.laid[play.seat].append(f"{_joined(three)}a{fourth}")
            case PlayKind.KAKAN:
                self.laid[play.seat].append(self._call(play))
            case PlayKind.CHI | PlayKind.PON | PlayKind.DAIMINKAN:
                self.taken[play.seat].append(self._call(play))
                if play.kind == PlayKind.DAIMINKAN:
                    self.laid[play.seat].append(NO_DISCARD)

    def _call(self, play: OnePlay) -> str:
        """A call with its letter where the tile came from: first the seat before, last the one after."""
        called = [play.tile, play.called] if play.kind == PlayKind.KAKAN else [play.called]
        others = [self.numbers[tile] for tile in play.tiles if tile not in called]
        relative = (play.source - play.seat) % SEATS
        place = 0 if play.kind == PlayKind.CHI else {3: 0, 2: 1, 1: len(others)}[relative]
        marked = f"{LETTERS[play.kind]}{_joined(self.numbers[tile] for tile in called)}"
        return f"{_joined(others[:place])}{marked}{_joined(others[place:])}"


def _joined(numbers: Iterable[int]) -> str:
    return "".join(map(str, numbers))


def _outcome(game: OneGame, hand: int, results: list[OneResult]) -> list[object]:
    """The last entry; an empty list stands for payments that are not stated."""
    draws = [result for result in results if not result.is_win]
    if draws:
        return _drawn(game, draws[0])
    wins = ((result.deltas or [], _win(game, hand, result)) for result in results)
    return [_WON, *(part for win in wins for part in win)]


def _drawn(game: OneGame, result: OneResult) -> list[object]:
    kind, deltas = result.draw_kind, result.deltas or []
    label = result.draw_word or _NO_RESULT if kind is None else _DRAWS[kind]
    if kind == DrawKind.EXHAUSTIVE and result.shown is not None and len(result.shown) in (0, game.players):
        label = _ALL_TENPAI if result.shown else _NONE_TENPAI
    return [label] if kind is not None and not any(deltas) else [label, deltas]


def _tells_tenpai(game: OneGame, result: OneResult) -> bool:
    """Whether the entry of a draw tells who is tenpai, as far as the source does."""
    if result.is_win or result.shown is None or result.draw_kind not in ASKS_TENPAI:
        return True
    paid: set[Seat] = {seat for seat, delta in enumerate(result.deltas or ()) if delta > 0}
    is_told = len(result.shown) in (0, game.players) or paid == set(result.shown)
    return result.draw_kind == DrawKind.EXHAUSTIVE and is_told


def _win(game: OneGame, hand: int, result: OneResult) -> list[object]:
    """Winner, from whom, liable seat, value and yaku."""
    liable = result.winner if result.pao is None else result.pao
    listed = [
        f"{YAKU_NAMES[number]}({han}飜)" for number, han in result.yaku if (number, han) != (_URA_DORA, 0)
    ]
    listed += [f"{YAKU_NAMES[number]}(役満)" for number in result.yakuman]
    if result.unknown_yaku is not None:
        listed.append(result.unknown_yaku)
    return [result.winner, result.loser, liable, _worth(game, hand, result), *listed]


def _worth(game: OneGame, hand: int, result: OneResult) -> str:
    """Fu, han and points as Tenhou words them, as far as they are stated."""
    han = sum(han for _, han in result.yaku)
    fu = f"{result.fu}符" if result.fu else ""
    value = _LIMITS[result.limit] or (f"{fu}{han}飜" if han else fu)
    if not result.points:
        return value
    return f"{value}{_points(game, hand, result, result.points)}"


def _points(game: OneGame, hand: int, result: OneResult, points: int) -> str:
    """The points; of a tsumo those of each payer, which add up to them."""
    if result.winner != result.loser:
        return f"{points}点"
    payers = game.players - 1
    is_dealer = int(game.events.hands.dealer[hand]) == result.winner
    if is_dealer and points % payers == 0:
        return f"{points // payers}点∀"
    # The dealer pays double, but each payment is rounded up to hundreds.
    each = -(-points // (game.players * 100)) * 100
    return f"{each}-{points - (game.players - 2) * each}点"


_FINAL_SCORES: Final = "final scores"
_LOST: Final[LossTable] = (
    OF_MJLOG
    | MELDS
    | {
        # Of a table of Mahjong Soul we keep what its rules are, not which room it was.
        "the room of Mahjong Soul": lambda game: game.soul is not None and not any(game.announcement),
        "scores after riichi sticks": states_deposits,
        "a riichi that does not stand": tells_riichi_otherwise,
        "when indicators of kans are shown": lambda game: (
            game.form in (None, Oddity.MJAI, Oddity.MAJIANG) and PlayKind.DORA in game.all_plays.kind
        ),
        "scores before results": in_results(lambda result: result.before is not None),
        "the second ryuukyoku of a hand": has_second_ryuukyoku,
        "tehai of winners": in_results(lambda result: result.tehai is not None),
        "fu of wins that reach a limit": in_results(lambda result: result.limit > 0 and bool(result.fu)),
        "tehai shown at draws": in_results(
            lambda result: bool(result.shown) and Claim.SHOWN_TILES not in result.unstated
        ),
        "who is tenpai at a draw": lambda game: in_results(lambda result: not _tells_tenpai(game, result))(
            game
        ),
        _FINAL_SCORES: lambda game: game.last_result is not None and not _final(game),
    }
)
"""What JSON of the site cannot hold."""
_FILLED: Final[LossTable] = {
    "a liable seat of each yakuman (nobody)": in_results(
        lambda result: Claim.PAO in result.unstated and bool(result.yakuman)
    ),
    LAST_SCORES: lambda game: game.leaves_final_scores and bool(_final(game)),
}
