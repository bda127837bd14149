"""What a form of log cannot hold of a game that is written in it."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum, unique
from typing import NamedTuple

__all__ = ["Converted", "Loss", "Losses", "Lost"]


@unique
class Loss(StrEnum):
    """A kind of thing that is lost, or that the target makes us write as play gives it."""

    IDENTITIES = "which copy of a tile lies where"
    WALL = "seed of the wall"
    DICE = "dice of a hand"
    TABLE = "type and lobby of the game"
    RULES = "announced rules of the game"
    PEOPLE = "grade, rating or sex of a player"
    DISCONNECTS = "disconnects and returns"
    UNKEPT_DISCONNECTS = "disconnects and returns, as we write it"
    CHIPS = "chips"
    STARTS = "start of a hand of which the source leaves out a part"
    COUNTERS = "honba and sticks beside a result"
    SCORES_BEFORE = "scores before a result"
    DEPOSITS = "scores after a riichi stick"
    RIICHI = "a riichi of which the source states otherwise than play whether it stands"
    DORA_TIME = "when an indicator is shown"
    MELDS = "melds beside a win"
    TEHAI = "tehai of a winner"
    LIABLE = "liable seat of a win"
    FU = "fu of a win that reaches a limit"
    LIMIT = "limit of a win"
    YAKU = "yaku of a win in unknown words"
    DRAW_KIND = "kind of a draw"
    SHOWN_TILES = "tehai shown at a draw"
    SHOWN_SEATS = "who is tenpai at a draw"
    SHOWN_ABORTIVE = "whose tehai an abortive draw must show"
    RESULT = "result that is stated in part"
    END = "an end of the game without final scores"
    FINAL_SCORES = "final scores"
    FINAL_RESULTS = "final results with uma and oka"
    COPIES = "identities of tiles: the source states none, copies are numbered as they appear"
    NO_FU = "fu of a win: the source states none, written as 0, which is read as none"
    AS_VALUED = "limit of a win: the source states none, written as its points have it"
    NO_RESULTS = "final results with uma and oka: the source states none, written as 0, which is read as none"
    NO_DICE = "dice of a hand: the source states none, written as 0"
    AS_PAID = "scores before a result: the source states none, written as starts and payments give them"
    AS_COUNTED = "honba and sticks beside a result: the source states none, written as play gives them"
    AS_PLAYED = "tiles beside a result: the source states none, written as play gives them"
    NOBODY_SHOWN = "tehai of who is tenpai at a draw: the source does not say who is, written as nobody's"
    NOBODY_LIABLE = "a liable seat of a yakuman: the source states none, written as nobody"

    @property
    def is_filled(self) -> bool:
        """Whether the target cannot go without it, so that it is written although the source lacks it."""
        return ": " in self


class Lost(NamedTuple):
    """What is lost of one game."""

    kind: Loss
    times: int

    def __str__(self) -> str:
        verb = "must have" if self.kind.is_filled else "does not hold"
        times = f" ({self.times} times)" if self.times > 1 else ""
        return f"{verb} {self.kind}{times}"


class Losses(Counter[Loss]):
    """Counts what is lost while a game is written."""

    def note(self, kind: Loss, *, when: bool = True) -> None:
        """Count one more thing, where it is there to be lost."""
        self[kind] += when

    def found(self) -> tuple[Lost, ...]:
        """What is lost, in the order of the kinds."""
        return tuple(Lost(kind, self[kind]) for kind in Loss if self[kind])


class Converted(NamedTuple):
    """A game in another form."""

    text: str
    lost: tuple[Lost, ...]
    """What the form cannot hold, once for each kind of thing."""

    def __str__(self) -> str:
        return self.text
