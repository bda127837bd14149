"""The entries of ``csrule``: which place and bit states which rule, and what each leaves open.

Source: Longhorn-Riichi/InjusticeJudge, example_arml_game.json, which names Tenhou's blog article 39084756.
The final results of three games follow from their entries: of that one, of newattr2023.xml in
dnovikoff/tenhou, and of a chip table.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from analyzer.rules.csrule_entries import Doubt
from analyzer.rules.grades import (
    Bust,
    CountedYakuman,
    DealerRepeat,
    DoubleRon,
    LeftoverKyotaku,
    Nagashi,
    OpenKanDora,
    Renhou,
    Rounding,
    Suukaikan,
    TenpaiWait,
    TieRule,
    TsumoShare,
    Yame,
)
from analyzer.rules.rule_set import RuleValue

__all__ = [
    "CHIP",
    "DEFAULT_UNIT",
    "DOUBTS",
    "FLAGS",
    "HEAD_BUMP",
    "KNOWN_ENTRIES",
    "KNOWN_FLAGS",
    "KNOWN_MORE_FLAGS",
    "LEAST_HANDS",
    "LENGTHS",
    "MORE_FLAGS",
    "MOST_HANDS",
    "NOTEN",
    "NOTEN_DEFAULTS",
    "NO_RENCHAN_BY_TENPAI",
    "NO_RENCHAN_BY_WIN",
    "NUMBERS",
    "PAO_OF_KANS",
    "POINTS_OF_ONE",
    "RIICHI_WITHOUT_DRAW",
    "SANCHAHOU_OFF",
    "UMA_COLUMNS",
    "UMA_FIRST",
    "UMA_ROWS",
]


class Flag(NamedTuple):
    """One bit of the flags, for a rule that it decides alone."""

    bit: int
    rule: str
    when_set: RuleValue
    when_clear: RuleValue
    seats: tuple[int, ...] = (3, 4)
    """Players for whom it means anything."""


FLAGS: Final = (
    Flag(0x1, "nagashi", Nagashi.OFF, Nagashi.REPLACES),
    Flag(0x2, "kiriage_mangan", True, False),
    Flag(0x4, "bust", Bust.OFF, Bust.BELOW_ZERO),
    Flag(0x8, "open_kan_dora", OpenKanDora.AT_ONCE, OpenKanDora.BEFORE_DISCARD),
    Flag(0x10, "dora", False, True),
    Flag(0x20, "kan_dora", False, True),
    Flag(0x40, "ura_dora", False, True),
    Flag(0x80, "kan_ura", False, True),
    Flag(0x100, "suufon_renda", False, True, (4,)),
    # Without the draw a fifth kan stays impossible: there is no tile to replace it.
    Flag(0x200, "suukaikan", Suukaikan.NO_FIFTH, Suukaikan.AFTER_DISCARD),
    Flag(0x400, "suucha_riichi", False, True, (4,)),
    Flag(0x800, "kyuushu_kyuuhai", False, True),
    Flag(0x2000, "double_ron", DoubleRon.HEAD_BUMP, DoubleRon.PAY_ALL),
    Flag(0x4000, "agari_yame", Yame.OFF, Yame.AUTOMATIC),
    Flag(0x8000, "tenpai_yame", Yame.OFF, Yame.AUTOMATIC),
    Flag(0x40000, "rounding", Rounding.HALF_AWAY, Rounding.NONE),
    Flag(0x80000, "ippatsu", False, True),
    Flag(0x100000, "double_round_wind", True, False),
    Flag(0x200000, "extension_winds", 1, 0),
    Flag(0x400000, "nuki_dora", True, False, (3,)),
    Flag(0x800000, "tsumo_share", TsumoShare.EVEN, TsumoShare.OWN, (3,)),
    Flag(0x1000000, "renhou", Renhou.MANGAN, Renhou.OFF),
    Flag(0x8000000, "tenpai_wait", TenpaiWait.OUTSIDE_OWN, TenpaiWait.OUTSIDE_CONCEALED),
)
SANCHAHOU_OFF: Final = 0x1000
HEAD_BUMP: Final = 0x2000
NO_RENCHAN_BY_WIN: Final = 0x10000
NO_RENCHAN_BY_TENPAI: Final = 0x20000
RIICHI_WITHOUT_DRAW: Final = 0x2000000
# A closed kan after riichi that changes the waits is refused with this bit and without.
ANKAN_AS_WRC: Final = 0x4000000
# The button by which others join is hidden; no rule.
NO_BUTTON: Final = 0x40000000
KNOWN_FLAGS: Final = (
    sum(flag.bit for flag in FLAGS)
    | SANCHAHOU_OFF
    | NO_RENCHAN_BY_WIN
    | NO_RENCHAN_BY_TENPAI
    | RIICHI_WITHOUT_DRAW
    | ANKAN_AS_WRC
    | NO_BUTTON
)

MORE_FLAGS: Final = (
    Flag(0x1, "double_wind_fu", 2, 4),
    Flag(0x2, "tie_rule", TieRule.SHARED, TieRule.SEAT_ORDER),
    Flag(0x4, "leftover_kyotaku", LeftoverKyotaku.TOP, LeftoverKyotaku.NOBODY),
    Flag(0x10, "counted_yakuman", CountedYakuman.SANBAIMAN, CountedYakuman.YAKUMAN),
)
PAO_OF_KANS: Final = 0x8
KNOWN_MORE_FLAGS: Final = sum(flag.bit for flag in MORE_FLAGS) | PAO_OF_KANS

NUMBERS: Final = (
    (4, ("start_points",)),
    (5, ("target_points",)),
    (6, ("return_points",)),
    (7, ("teppen",)),
    (10, ("riichi_stick", "riichi_points")),
    (11, ("honba_tsumo", "honba_ron")),
)
"""Entries that are points, with the rules they state."""
LEAST_HANDS: Final = 8
MOST_HANDS: Final = 9
NOTEN: Final = (16, 17, 18)
CHIP: Final = 19
POINTS_OF_ONE: Final = 20
UMA_FIRST: Final = 21
UMA_ROWS: Final = 5
UMA_COLUMNS: Final = 3
LENGTHS: Final = {"4": 1, "04": 1, "8": 2, "08": 2, "12": 3, "16": 4}
"""Hands as entries 8 and 9 have them, and the winds they are."""
NOTEN_DEFAULTS: Final = {3: (1000, 2000), 4: (1000, 1500, 3000)}
DEFAULT_UNIT: Final = "1000"
"""Points of a chip, and of one point of the final result."""
KNOWN_ENTRIES: Final = frozenset(
    (0, 1, *(place for place, _ in NUMBERS), LEAST_HANDS, MOST_HANDS, *NOTEN, CHIP, POINTS_OF_ONE)
) | frozenset(range(UMA_FIRST, UMA_FIRST + UMA_ROWS * UMA_COLUMNS))

DOUBTS: Final[tuple[tuple[str, RuleValue, Doubt], ...]] = (
    ("renhou", Renhou.MANGAN, Doubt.RENHOU),
    ("dora", False, Doubt.INDICATORS),
    ("kan_dora", False, Doubt.INDICATORS),
    ("ura_dora", False, Doubt.INDICATORS),
    ("kan_ura", False, Doubt.INDICATORS),
    ("double_round_wind", True, Doubt.WEST_ROUND),
    ("tsumo_share", TsumoShare.EVEN, Doubt.EVEN_TSUMO),
    ("dealer_repeat", DealerRepeat.WIN, Doubt.ABORTED),
    ("dealer_repeat", DealerRepeat.TENPAI_ONLY, Doubt.ABORTED),
    ("dealer_repeat", DealerRepeat.NEVER, Doubt.ABORTED),
    ("tenpai_wait", TenpaiWait.OUTSIDE_OWN, Doubt.SPLIT_FOUR),
    ("tie_rule", TieRule.SHARED, Doubt.TIES),
    ("extension_winds", 0, Doubt.YAME),
)
"""What a rule that has a value leaves open."""
