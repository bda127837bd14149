"""One win in the notation of players, for hand-written cases."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from analyzer.settlement.points import ScoringRules
from analyzer.settlement.scoring import score_wins
from analyzer.settlement.win_facts import WinFacts, WinShape
from analyzer.settlement.yaku_names import NO_YAKU, Yaku
from analyzer.tiles.counts import counts
from analyzer.vocabulary import PlayKind, parse_mpsz

TENHOU = ScoringRules(
    kuitan=1,
    kiriage_mangan=0,
    counted_yakuman=1,
    multiple_yakuman=1,
    most_yakuman=0,
    double_yakuman=0,
    renhou=0,
    double_wind_fu=4,
    rinshan_fu=1,
    ryuuiisou_needs_hatsu=0,
    ippatsu=1,
    double_round_wind=0,
    even_tsumo=0,
    lists_ura=1,
)
DORA = ("dora", "ura", "aka", "kita")


def win(tiles, machi, *melds, tsumo=False, seat="S", round_wind="E", players=4, **more) -> WinFacts:
    """Facts of one win.

    ``tiles`` is the concealed part with the winning tile ``machi``; a meld is ``"pon 555z"``.  Situations are
    yaku (``riichi=True``), dora are numbers (``ura=1``).
    """
    assert {*more} - {*DORA} <= {yaku.name.lower() for yaku in Yaku}
    situation = sum(1 << yaku for yaku in Yaku if more.get(yaku.name.lower()))
    called = [(PlayKind[word.upper()], min(parse_mpsz(text))) for word, text in map(str.split, melds)]
    called += [(0, 0)] * (4 - len(called))
    return WinFacts(
        concealed=counts(tiles)[None],
        meld_kind=np.array([[kind for kind, _ in called]], np.uint8),
        meld_tile=np.array([[tile for _, tile in called]], np.uint8),
        win_kind=np.array(parse_mpsz(machi), np.uint8),
        is_tsumo=np.array([tsumo]),
        seat_wind=np.array([27 + "ESWN".index(seat)], np.uint8),
        round_wind=np.array([27 + "ESWN".index(round_wind)], np.uint8),
        players=np.array([players], np.uint8),
        situation_yaku=np.array([situation], np.int64),
        **{name: np.array([more.get(name, 0)], np.uint8) for name in DORA},
    )


class Value(NamedTuple):
    """What one win is worth."""

    shape: WinShape
    han: int
    fu: int
    limit: int
    points: int
    yaku: list[tuple[Yaku, int]]
    yakuman: list[Yaku]


def value(facts: WinFacts, rules: ScoringRules = TENHOU) -> Value:
    """Score the only win."""
    scores = score_wins(facts, rules)
    return Value(
        WinShape(int(scores.shape[0])),
        int(scores.han[0]),
        int(scores.fu[0]),
        int(scores.limit[0]),
        int(scores.points[0]),
        [(Yaku(int(yaku)), int(han)) for yaku, han in scores.yaku[0] if yaku != NO_YAKU],
        [Yaku(int(yaku)) for yaku in scores.yakuman[0] if yaku != NO_YAKU],
    )
