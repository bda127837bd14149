"""Writes results as AGARI and RYUUKYOKU, from the claims of the document and from play.

The format states no tehai, melds, ``ba`` or scores before a result.  The elements need them, so they follow
from play; checks of these values are absent.
"""

from __future__ import annotations

from typing import Final

from analyzer.formats.claims import Claim, Contradiction
from analyzer.formats.element_names import DRAW_TYPES
from analyzer.formats.events import Oddity, ReadProblem
from analyzer.formats.markup import MarkupBuilder
from analyzer.formats.tenhou6.read_result import Drawn, Win
from analyzer.formats.tenhou6.write_play import PlayedHand, joined
from analyzer.vocabulary import DrawKind, Seat, TileId

__all__ = ["write_result"]

_URA_DORA: Final = "53"
_RIICHI: Final = {"1", "21"}
"""Riichi and double riichi."""

Attributes = list[tuple[str, str]]


def write_result(
    builder: MarkupBuilder, hand: PlayedHand, owari: str | None, *, only_ura_of_riichi: bool
) -> list[ReadProblem]:
    """Write how the hand ended; nothing when the document does not say.

    Args:
        builder: Holds the hand up to its last play.
        hand: The hand after its last play.
        owari: Final scores and results, if stated and the game ends with this hand.
        only_ura_of_riichi: The writer states ura indicators for riichi alone, so that others are a claim; of
            110 wins without riichi Tenhou's logs have them in none, Mahjong Soul's in 2 of 36.

    Returns:
        What the document does not state, or states in unknown words.
    """
    closing = [] if owari is None else [("owari", owari)]
    scores = _scores_before(hand)
    ending = hand.text.outcome
    if ending is None:
        return []
    if isinstance(ending, Drawn):
        shown = _shown(hand, ending)
        tehai = [(f"hai{seat}", joined(sorted(hand.concealed[seat]))) for seat in sorted(shown or ())]
        kind = _type(ending)
        attributes = [*kind, ("ba", _ba(hand)), *_sc(scores, ending.deltas), *tehai]
        builder.element("RYUUKYOKU", [*attributes, *closing])
        return _problems_of_draw(ending, builder.last_element, is_said=shown is not None)
    problems: list[ReadProblem] = []
    ura = hand.ura()
    in_riichi = [win.winner in hand.declared or _lists_riichi(win) for win in ending]
    # Beside a win in riichi, they are its alone.
    stray = only_ura_of_riichi and not any(in_riichi)
    for place, win in enumerate(ending):
        ura_shown = ura if in_riichi[place] or (stray and place == 0) else []
        attributes = _agari(hand, win, scores, ura_shown, takes_sticks=place == 0)
        builder.element("AGARI", [*attributes, *(closing if win is ending[-1] else [])])
        problems += _problems_of_win(win, builder.last_element)
        if win.deltas is not None:
            scores = [before + delta for before, delta in zip(scores, win.deltas, strict=True)]
    return problems


def _problems_of_draw(ending: Drawn, element: int, *, is_said: bool) -> list[ReadProblem]:
    """UNSHOWN when the document does not say whose tehai are shown; UNKNOWN_DRAW for an unknown label."""
    problems = _without_payments(ending.deltas, element)
    if not is_said:
        problems.append(ReadProblem(Oddity.UNSHOWN, element))
    if ending.kind is None:
        problems.append(ReadProblem(Oddity.UNKNOWN_DRAW, element, text=ending.label))
    return problems


def _without_payments(deltas: list[int] | None, element: int) -> list[ReadProblem]:
    if deltas is not None:
        return []
    return [ReadProblem(Oddity.UNSTATED, element, detail=int(Claim.DELTAS))]


def _problems_of_win(win: Win, element: int) -> list[ReadProblem]:
    problems = _without_payments(win.deltas, element)
    if win.worth.points is None:
        problems.append(ReadProblem(Oddity.NO_POINTS, element))
    if win.unknown_worth is not None:
        problems.append(ReadProblem(Oddity.UNKNOWN_WORTH, element, text=win.unknown_worth))
    if win.unknown_yaku:
        problems.append(ReadProblem(Oddity.UNKNOWN_YAKU, element, text=", ".join(win.unknown_yaku)))
    elif win.worth.han is not None and win.yaku and not win.yakuman and win.worth.han != _han_of(win):
        problems.append(ReadProblem(Oddity.CONTRADICTION, element, detail=int(Contradiction.HAN)))
    return problems


def _han_of(win: Win) -> int:
    """Han of the yaku and dora that a win lists."""
    return sum(int(han) for han in win.yaku.split(",")[1::2])


def _scores_before(hand: PlayedHand) -> list[int]:
    """Scores at the start of the hand minus the sticks paid."""
    return [score - hand.stick * hand.accepted.count(seat) for seat, score in enumerate(hand.text.scores)]


def _sc(scores: list[int], deltas: list[int] | None) -> Attributes:
    """``sc``: score and payment of each seat; none where the payments are not stated."""
    if deltas is None:
        return []
    pairs = zip(scores, deltas, strict=True)
    return [("sc", joined(value // 100 for pair in pairs for value in pair))]


def _ba(hand: PlayedHand, *, takes_sticks: bool = True) -> str:
    sticks = hand.text.kyotaku + len(hand.accepted) if takes_sticks else 0
    return f"{hand.text.honba},{sticks}"


def _type(ending: Drawn) -> Attributes:
    """``type``: none for an exhaustive draw, and one that no log has for an unknown label."""
    if ending.kind is None:
        return [("type", "?")]
    return [("type", DRAW_TYPES[ending.kind])] if ending.kind in DRAW_TYPES else []


def _shown(hand: PlayedHand, ending: Drawn) -> frozenset[Seat] | None:
    """Seats whose tehai this draw shows; None when the document does not say."""
    everybody = range(hand.text.players)
    match ending.kind:
        case DrawKind.EXHAUSTIVE:
            return ending.tenpai
        case DrawKind.NAGASHI_MANGAN | None:
            return None
        case DrawKind.SUUCHA_RIICHI:
            return frozenset(everybody)
        case DrawKind.KYUUSHU_KYUUHAI:
            return frozenset(seat for seat in everybody if seat == hand.last_seat)
        case DrawKind.SANCHAHOU:
            return frozenset(seat for seat in everybody if seat != hand.last_seat)
        case _:
            return frozenset()


def _lists_riichi(win: Win) -> bool:
    return not _RIICHI.isdisjoint(win.yaku.split(",")[::2])


def _agari(
    hand: PlayedHand, win: Win, scores: list[int], ura: list[TileId], *, takes_sticks: bool
) -> Attributes:
    machi = hand.last_tile
    tehai = list(hand.concealed[win.winner])
    if machi is not None and machi not in tehai:
        tehai.append(machi)
    melds = hand.melds[win.winner][::-1]
    in_riichi = win.winner in hand.declared
    return [
        ("ba", _ba(hand, takes_sticks=takes_sticks)),
        ("hai", joined(sorted(tehai))),
        *([("m", joined(melds))] if melds else []),
        ("machi", "" if machi is None else str(machi)),
        ("ten", joined((win.worth.fu or 0, win.worth.points or 0, win.worth.limit))),
        *_yaku(win, in_riichi=in_riichi),
        ("doraHai", joined(hand.indicators)),
        *([("doraHaiUra", joined(ura))] if ura else []),
        ("who", str(win.winner)),
        ("fromWho", str(win.loser)),
        *([("paoWho", str(win.pao))] if win.pao is not None else []),
        *_sc(scores, win.deltas),
    ]


def _yaku(win: Win, *, in_riichi: bool) -> Attributes:
    """``yaku`` and ``yakuman``; adds ura dora of 0 han, which the format leaves out."""
    yaku = win.yaku
    if in_riichi and yaku and _URA_DORA not in yaku.split(",")[::2]:
        yaku = f"{yaku},{_URA_DORA},0"
    return [
        *([("yaku", yaku)] if yaku else []),
        *([("yakuman", win.yakuman)] if win.yakuman else []),
    ]
