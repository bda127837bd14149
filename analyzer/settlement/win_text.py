"""A scored win in words: its sets, its yaku, its fu."""

from __future__ import annotations

from collections.abc import Iterable

from analyzer.settlement.fu import FuPart
from analyzer.settlement.win_columns import WinScores, WinShape
from analyzer.settlement.yaku import QUAD, RUN
from analyzer.settlement.yaku_names import Yaku
from analyzer.vocabulary import KINDS, kind_text

__all__ = ["decomposition_text", "fu_text", "yaku_name", "yaku_text", "yakuman_text"]


def yaku_name(number: int) -> str:
    """Name of a yaku by Tenhou's id, as ``double riichi``; of an id that does not exist, the id."""
    return Yaku(number).name.lower().replace("_", " ") if number in set(Yaku) else f"yaku {number}"


def yaku_text(yaku: Iterable[tuple[int, int]]) -> str:
    """Yaku with their han, as ``riichi 1, pinfu 1``."""
    return ", ".join(f"{yaku_name(number)} {han}" for number, han in yaku) or "no yaku"


def yakuman_text(yakuman: Iterable[int]) -> str:
    """Names of yakuman."""
    return ", ".join(map(yaku_name, yakuman))


def _set_text(form: int, kind: int, *, is_called: bool) -> str:
    if form == RUN:
        ranks = "".join(kind_text(kind + step)[0] for step in range(3))
        text = ranks + kind_text(kind)[1]
    else:
        text = kind_text(kind)[0] * (4 if form == QUAD else 3) + kind_text(kind)[1]
    return f"({text})" if is_called else text


def decomposition_text(scores: WinScores, win: int) -> str:
    """Sets and pair of one win, called sets in brackets, as ``123m (777z) 55p``; other shapes by name.

    A set that a ron completes is scored as open, and is written as what it is: not called.
    """
    shape = WinShape(int(scores.shape[win]))
    if shape != WinShape.STANDARD:
        return shape.name.lower().replace("_", " ") if shape != WinShape.NONE else "no winning shape"
    won = int(scores.win_place[win])
    sets = [
        _set_text(form, kind, is_called=not concealed and place != won)
        for place, (form, kind, concealed) in enumerate(scores.sets[win].tolist())
    ]
    pair = kind_text(int(scores.pair[win]))
    return " ".join([*sets, pair[0] * 2 + pair[1]])


def fu_text(scores: WinScores, win: int) -> str:
    """What the fu of one win are given for, as ``base 20, closed ron 10, closed triplet 7z 8``."""
    parts = []
    for part, fu, kind in scores.fu_parts[win].tolist():
        if part == FuPart.NONE:
            continue
        tile = f" {kind_text(kind)}" if kind < KINDS else ""
        parts.append(f"{FuPart(part).text}{tile} {fu}")
    return ", ".join(parts) or "no fu"
