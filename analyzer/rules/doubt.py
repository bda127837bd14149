"""What announced rules leave open although every entry of theirs is understood."""

from __future__ import annotations

from enum import unique

from analyzer.rules.grades import Grade

__all__ = ["Doubt"]


@unique
class Doubt(Grade):
    """What announced rules leave open in some hands: a number that does not fit there is no fault."""

    RENHOU = "renhou", "what a renhou is worth beside other yaku and dora is not documented"
    INDICATORS = "indicators", "which indicators a log shows where dora are switched off is not documented"
    WEST_ROUND = "west-round", "which winds a West or North round doubles is not documented"
    EVEN_TSUMO = (
        "even-tsumo",
        "how an even tsumo below a mangan, or nagashi, is rounded is not documented",
    )
    ABORTED = (
        "aborted",
        "whether an abortive draw keeps the deal without renchan is not documented",
    )
    SPLIT_FOUR = "split-four", "whether a tile held in meld and hand counts as melded is not documented"
    TIES = "ties", "how oka, sticks left and odd points are split at ties is not documented"
    YAME = "yame", "whether yame needs the target where no extension follows is not documented"
    NO_FLAGS = "no-flags", "csrule states no flags: whether that means the ordinary rules is not documented"
    CHIP_UMA = "chip-uma", "the default uma of chip tables with rules of their own is not documented"
    CHIP_VALUE = "chip-value", "whether the value of a chip enters the final result is not documented"
