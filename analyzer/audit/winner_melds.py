"""The check of the melds that a winner shows."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case
from analyzer.audit.shown_tehai import shown_mask
from analyzer.audit.verdicts import Verdicts
from analyzer.audit.win_items import WinClaims, other_tehai, per_win
from analyzer.audit.win_lines import melds_text
from analyzer.replay.facts import Illegal, Place
from analyzer.replay.seats import every_seat, of_hands, of_seats
from analyzer.vocabulary import ABSENT, NO_TILE

__all__ = ["winning_melds"]

_KITA_CODE: Final = 0x20
_KAKAN_CODE: Final = 0x10
_KAKAN_MASK: Final = 0x1C
_KAKAN_REST: Final = 0x1FC
"""Bits of a kakan but for its kind, the tile called and the seat it is from."""


def _melds_due(case: Case) -> NDArray[np.int32]:
    """Shape (wins, 4): codes of the winner's calls, the latest first; ABSENT where fewer."""
    wins, facts = case.wins, case.facts
    called = of_seats(facts.melds, wins.hand, wins.winner).astype(np.int32)
    count = of_seats(facts.meld_count, wins.hand, wins.winner).astype(np.int64)
    place = np.arange(4)
    latest_first = np.take_along_axis(called, np.maximum(count[:, None] - 1 - place, 0), axis=1)
    return np.where(place < count[:, None], latest_first, ABSENT).astype(np.int32)


def _norths_aside(case: Case, items: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Shape (items, 136): tiles that winners have set aside."""
    wins = case.wins
    aside: NDArray[np.bool_] = (
        case.facts.place[wins.hand[items]] == (Place.KITA + wins.winner[items])[:, None]
    )
    return aside


def _melds_agree(case: Case, logged: NDArray[np.int32], due: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Shape (wins,): melds in their order, and kita in any place."""
    wins = case.wins
    agree: NDArray[np.bool_] = every_seat(logged[:, :4] == due) & every_seat(logged[:, 4:] == ABSENT)
    items = np.flatnonzero(~agree | (of_seats(case.facts.kita, wins.hand, wins.winner) > 0))
    if len(items) == 0:
        return agree
    stated = logged[items]
    is_kita = (stated != ABSENT) & ((stated & 0x3F) == _KITA_CODE)
    # A stable sort moves kita and empty places behind the melds and keeps the order of the rest.
    order = np.argsort(is_kita | (stated == ABSENT), axis=1, kind="stable")
    melds = np.take_along_axis(np.where(is_kita, ABSENT, stated), order, axis=1)
    norths = shown_mask(np.where(is_kita, stated >> 8, NO_TILE))
    agree[items] = (melds[:, :4] == due[items]).all(axis=1) & (melds[:, 4:] == ABSENT).all(axis=1)
    agree[items] &= (norths == _norths_aside(case, items)).all(axis=1)
    return agree


def winning_melds(case: Case) -> Verdicts:
    """The melds shown by a winner are those called, the latest first; one item per win."""
    logged, due = of_hands(case.events.results.melds, case.wins.result), _melds_due(case)

    def claimed(item: int) -> str:
        return melds_text([code for code in logged[item].tolist() if code != ABSENT])

    def computed(item: int) -> str:
        aside = _norths_aside(case, np.array([item]))[0]
        kita = [(tile << 8) | _KITA_CODE for tile in np.flatnonzero(aside).tolist()]
        return melds_text([code for code in due[item].tolist() if code != ABSENT] + kita)

    agree = _melds_agree(case, logged, due)

    def explained(items: NDArray[np.int64]) -> NDArray[np.bool_]:
        return other_tehai(case, items) | _but_for_kakan(case, items, logged, due)

    return per_win(case, WinClaims("", agree, claimed, computed, explained, broken=("m",)))


def _but_for_kakan(
    case: Case, items: NDArray[np.int64], logged: NDArray[np.int32], due: NDArray[np.int32]
) -> NDArray[np.bool_]:
    """Wins whose melds differ only in what a kakan says of its pon, which is reported where it is made."""
    wins, illegals = case.wins, case.illegals
    rows = illegals.code == Illegal.KAKAN_OF_OTHER_PON
    named = set(zip(illegals.hand[rows].tolist(), illegals.seat[rows].tolist(), strict=True))
    made = zip(wins.hand[items].tolist(), wins.winner[items].tolist(), strict=True)
    agree = _melds_agree(case, _without_pon(logged), _without_pon(due))
    return agree[items] & np.array([seat in named for seat in made], np.bool_)


def _without_pon(codes: NDArray[np.int32]) -> NDArray[np.int32]:
    """Codes of calls; those of kakan name no seat and no tile as called."""
    is_kakan = (codes != ABSENT) & ((codes & _KAKAN_MASK) == _KAKAN_CODE)
    plain = (codes >> 9) // 3 * 3 << 9 | codes & _KAKAN_REST
    return np.where(is_kakan, plain, codes).astype(np.int32)
