"""A hand as an entry of ``log``: tiles as numbers, two lists of plays a seat, the result in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from analyzer.formats.builder import RED_FACES
from analyzer.formats.one_game import OneGame, OnePlay, OneResult
from analyzer.formats.tenhou6.notation import (
    CHI,
    DAIMINKAN,
    KAKAN,
    NO_DISCARD,
    NORTH_NUMBER,
    NUMBER_OF,
    PON,
    TSUMOGIRI,
)
from analyzer.formats.tenhou6.words import YAKU_NAMES
from analyzer.vocabulary import ASKS_TENPAI, NO_TILE, SEATS, TILES, DrawKind, PlayKind, Seat, TileId

__all__ = ["hand_entries", "states_outcome", "tells_tenpai"]

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
_LETTERS: Final = {PlayKind.CHI: CHI, PlayKind.PON: PON, PlayKind.DAIMINKAN: DAIMINKAN, PlayKind.KAKAN: KAKAN}


def hand_entries(game: OneGame, hand: int) -> list[object]:
    """The seventeen entries of a hand."""
    hands = game.events.hands
    numbers = [_number(tile, game.reds) for tile in range(TILES)]
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


def _number(tile: TileId, reds: frozenset[TileId]) -> int:
    """What stands for a tile."""
    return NUMBER_OF[RED_FACES[tile // 4] if tile in reds else tile // 4]


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
        last = len(others) if play.kind == PlayKind.DAIMINKAN else 2
        place = 0 if play.kind == PlayKind.CHI else {3: 0, 2: 1, 1: last}[relative]
        marked = f"{_LETTERS[play.kind]}{_joined(self.numbers[tile] for tile in called)}"
        return f"{_joined(others[:place])}{marked}{_joined(others[place:])}"


def _joined(numbers: Iterable[int]) -> str:
    return "".join(map(str, numbers))


def states_outcome(results: list[OneResult]) -> bool:
    """Whether payments and kind of a result are stated, which its entry cannot leave out."""
    draws = [result for result in results if not result.is_win]
    is_named = not draws or draws[0].draw_kind in _DRAWS or draws[0].draw_word is not None
    # A draw in an unknown word may leave out what it pays.
    return is_named and all(result.deltas is not None or result.draw_word is not None for result in results)


def _outcome(game: OneGame, hand: int, results: list[OneResult]) -> list[object]:
    """The last entry."""
    if not states_outcome(results):
        return [_NO_RESULT]
    draws = [result for result in results if not result.is_win]
    if draws:
        return _drawn(game, draws[0])
    wins = ((result.deltas, _win(game, hand, result)) for result in results)
    return [_WON, *(part for win in wins for part in win)]


def _drawn(game: OneGame, result: OneResult) -> list[object]:
    kind, deltas = result.draw_kind, result.deltas or []
    label = result.draw_word or "" if kind is None else _DRAWS[kind]
    if kind == DrawKind.EXHAUSTIVE and result.shown is not None and len(result.shown) in (0, game.players):
        label = _ALL_TENPAI if result.shown else _NONE_TENPAI
    return [label, deltas] if any(deltas) else [label]


def tells_tenpai(game: OneGame, result: OneResult) -> bool:
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
