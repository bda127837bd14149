"""Draws, and what follows a hand, as a beginner would keep them for Tenhou; fields are what goes wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


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
