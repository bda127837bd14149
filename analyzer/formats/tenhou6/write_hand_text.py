"""A hand as an entry of ``log``: tiles as numbers, two lists of plays a seat, the result in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from analyzer.formats.claims import Claim
from analyzer.formats.events import Oddity
from analyzer.formats.losses import Loss, Losses
from analyzer.formats.one_game import OneGame, OnePlay, OneResult
from analyzer.formats.tenhou6.read_notation import (
    CHI,
    DAIMINKAN,
    KAKAN,
    NO_DISCARD,
    NORTH_NUMBER,
    NUMBERS,
    PON,
    TSUMOGIRI,
)
from analyzer.formats.tenhou6.words import YAKU_NAMES
from analyzer.vocabulary import NO_TILE, SEATS, DrawKind, PlayKind, Seat

__all__ = ["hand_entries"]

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
_SECOND_RED: Final = 53


def hand_entries(game: OneGame, hand: int, losses: Losses) -> list[object]:
    """The seventeen entries of a hand."""
    hands = game.events.hands
    numbers = NUMBERS[2 if _SECOND_RED in game.reds else int(bool(game.reds))]
    lists = _Lists(numbers)
    lists.dora.append(numbers[int(hands.indicator[hand])])
    for play in game.plays(hand):
        lists.add(play)
        losses.note(Loss.DEPOSITS, when=play.scores is not None)
    results = game.results(hand)
    is_won_on = not results or any(
        result.winner != result.loser if result.is_win else result.draw_kind == DrawKind.SANCHAHOU
        for result in results
    )
    losses.note(Loss.RIICHI, when=lists.unpaid != (lists.ends_with_riichi and is_won_on))
    states_time = game.form in (None, Oddity.MJAI, Oddity.MAJIANG)
    losses.note(Loss.DORA_TIME, when=len(lists.dora) > 1 and states_time)
    ura = max((result.ura or [] for result in results), key=len, default=[])
    table = [int(column[hand]) for column in (hands.kyoku, hands.honba, hands.kyotaku)]
    entries: list[object] = [table, hands.scores[hand].tolist(), lists.dora, [numbers[tile] for tile in ura]]
    for seat in range(SEATS):
        haipai = sorted(tile for tile in hands.haipai[hand, seat].tolist() if tile != NO_TILE)
        entries += [[numbers[tile] for tile in haipai], lists.taken[seat], lists.laid[seat]]
    if results:
        for result in results:
            _note_result(game, result, losses)
        entries.append(_outcome(game, hand, results, losses))
    return entries


class _Lists:
    """The two lists of each seat while a hand is played, and the indicators."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers = numbers
        self.taken: list[list[int | str]] = [[] for _ in range(SEATS)]
        self.laid: list[list[int | str]] = [[] for _ in range(SEATS)]
        self.dora: list[int] = []
        self.unpaid = 0
        """Riichi declared and not paid."""
        self.ends_with_riichi = False
        """Whether the last tile laid is that of a riichi."""
        self._in_riichi = False

    def add(self, play: OnePlay) -> None:
        """Add one play."""
        if play.kind <= PlayKind.KITA:
            self.ends_with_riichi = play.kind == PlayKind.DISCARD and self._in_riichi
        match play.kind:
            case PlayKind.DRAW:
                self.taken[play.seat].append(self.numbers[play.tile])
            case PlayKind.DISCARD:
                number = TSUMOGIRI if play.is_tsumogiri else self.numbers[play.tile]
                self.laid[play.seat].append(f"r{number}" if self._in_riichi else number)
                self._in_riichi = False
            case PlayKind.RIICHI:
                self._in_riichi = True
                self.unpaid += 1
            case PlayKind.RIICHI_ACCEPTED:
                self.unpaid -= 1
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


def _outcome(game: OneGame, hand: int, results: list[OneResult], losses: Losses) -> list[object]:
    """The last entry; no result where its payments or its kind are not stated: it cannot leave them out."""
    draws = [result for result in results if not result.is_win]
    is_named = not draws or draws[0].draw_kind in _DRAWS or draws[0].draw_word is not None
    # A draw in an unknown word may leave out what it pays.
    if not is_named or any(result.deltas is None and result.draw_word is None for result in results):
        losses.note(Loss.RESULT)
        return [_NO_RESULT]
    if draws:
        return _drawn(game, draws[0], losses)
    wins = ((result.deltas, _win(game, hand, result, losses)) for result in results)
    return [_WON, *(part for win in wins for part in win)]


def _drawn(game: OneGame, result: OneResult, losses: Losses) -> list[object]:
    kind, shown, deltas = result.draw_kind, result.shown, result.deltas or []
    label = result.draw_word or "" if kind is None else _DRAWS[kind]
    losses.note(Loss.SHOWN_TILES, when=bool(shown) and Claim.SHOWN_TILES not in result.unstated)
    if kind == DrawKind.EXHAUSTIVE and shown is not None and len(shown) in (0, game.players):
        label = _ALL_TENPAI if shown else _NONE_TENPAI
    elif kind == DrawKind.EXHAUSTIVE and shown is not None:
        paid: set[Seat] = {seat for seat, delta in enumerate(deltas) if delta > 0}
        losses.note(Loss.SHOWN_SEATS, when=paid != set(shown))
    elif kind == DrawKind.NAGASHI_MANGAN:
        losses.note(Loss.SHOWN_SEATS, when=shown is not None)
    return [label, deltas] if any(deltas) else [label]


def _win(game: OneGame, hand: int, result: OneResult, losses: Losses) -> list[object]:
    """Winner, from whom, liable seat, value and yaku."""
    liable = result.winner if result.pao is None else result.pao
    listed = [
        f"{YAKU_NAMES[number]}({han}飜)" for number, han in result.yaku if (number, han) != (_URA_DORA, 0)
    ]
    listed += [f"{YAKU_NAMES[number]}(役満)" for number in result.yakuman]
    if result.unknown_yaku is not None:
        listed.append(result.unknown_yaku)
    losses.note(Loss.FU, when=result.limit > 0 and bool(result.fu))
    losses.note(Loss.NOBODY_LIABLE, when=Claim.PAO in result.unstated and bool(result.yakuman))
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


def _note_result(game: OneGame, result: OneResult, losses: Losses) -> None:
    """Note what the entry of a result cannot hold."""
    losses.note(Loss.COUNTERS, when=game.form is None)
    losses.note(Loss.SCORES_BEFORE, when=result.before is not None)
    losses.note(Loss.CHIPS, when=result.has_chips)
    if result.is_win:
        losses.note(Loss.MELDS, when=game.form is None)
        losses.note(Loss.TEHAI, when=result.tehai is not None)
