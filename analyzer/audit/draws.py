"""Every ryuukyoku: its kind and who must show, and checks of draws passed over and of tiles shown."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.audit import Audit, repeated_result, shared
from analyzer.audit.texts import compared, kind_text, order_text, seats_text
from analyzer.audit.verdicts import (
    FORMAT,
    RYUUKYOKU,
    TENHOU,
    Check,
    Detail,
    Items,
    State,
    Verdicts,
    per_hand,
    result_items,
    two_columns,
    unknown_words,
)
from analyzer.formats.events import UNKNOWN_DRAW_KIND, Claim, Oddity
from analyzer.formats.mjlog.markup import DRAW_TYPES
from analyzer.replay.facts import Place, is_one_of
from analyzer.replay.seats import of_hands
from analyzer.rules import Area
from analyzer.vocabulary import ASKS_TENPAI, NO_TILE, SEATS, TILES, DrawKind, EndKind, signed_points

_NAMED: Final = (f"{kind.text} ({word})" for kind, word in DRAW_TYPES.items())
_KNOWN: Final = f"known are {', '.join([DrawKind.EXHAUSTIVE.text, *_NAMED])} and Tenhou's own words"
"""Words for kinds of draws that every form may have."""


class LoggedDraws(NamedTuple):
    """The ryuukyoku results of a batch; shape (items,) each."""

    result: NDArray[np.int64]
    hand: NDArray[np.int32]
    claimed: NDArray[np.uint8]
    computed: NDArray[np.uint8]
    lost: NDArray[np.bool_]
    """The hand cannot be judged."""


def _items(audit: Audit) -> Items:
    return result_items(audit, draws_of(audit).result)


@shared
def draws_of(audit: Audit) -> LoggedDraws:
    """The ryuukyoku results, beside the kind of draw that play gives."""
    results = audit.events.results
    rows = np.flatnonzero((results.end == EndKind.RYUUKYOKU) & ~repeated_result(audit))
    hand = results.hand[rows]
    computed = audit.ryuukyoku.kind[hand]
    # Whatever a word that is not known stands for, payments can be judged.
    unknown = np.isin(rows, list(unknown_words(audit, Oddity.UNKNOWN_DRAW, ""))) | _kind_unstated(audit, hand)
    claimed = np.where(unknown, computed, results.draw_kind[rows])
    return LoggedDraws(rows, hand, claimed, computed, ~audit.usable[hand])


def _kind_unstated(audit: Audit, hand: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Shape (items,): the log does not name the kind of the draw; but there must be one."""
    unstated: NDArray[np.bool_] = audit.unstated(Claim.DRAW_KIND)[hand] & (audit.ryuukyoku.kind[hand] != 0)
    return unstated


def _unknown_kinds(audit: Audit) -> dict[int, str]:
    """By result, the reason why a kind of draw in unknown words is undecided, with the known words."""
    words = unknown_words(audit, Oddity.UNKNOWN_DRAW, "the kind of draw")
    return {row: f"{reason}; {_KNOWN}" for row, reason in words.items()}


def _with_repeated(audit: Audit, verdicts: Verdicts) -> Verdicts:
    """The verdicts on draws, and one more item per hand that ends in a second one."""
    results = audit.events.results
    rows = np.flatnonzero((results.end == EndKind.RYUUKYOKU) & repeated_result(audit))

    def detail(item: int) -> Detail:
        message = "a second ryuukyoku ends the same hand"
        return Detail("a second ryuukyoku", "one", message, int(results.element[rows[item]]))

    return verdicts.with_more(audit, results.hand[rows], State.FAILED, detail)


def overdue_draw(audit: Audit) -> Verdicts:
    """Play does not go on after an abortive draw that ends the hand; one item per hand."""
    rows = np.arange(len(audit.usable))

    def detail(item: int) -> Detail:
        kind = kind_text(int(audit.overdue[item]))
        return Detail("play goes on", kind, f"play goes on after {kind}", _overdue_element(audit, item))

    none = audit.overdue == 0
    return per_hand(audit, rows, none, detail, lost=~audit.followed & none)


def _overdue_element(audit: Audit, hand: int) -> int:
    """The play that should have been the last of the hand; of the result where it is not known."""
    facts = audit.facts
    plays = {
        DrawKind.SUUFON_RENDA: facts.fourth_wind,
        DrawKind.SUUCHA_RIICHI: facts.fourth_riichi,
        DrawKind.SUUKAIKAN: facts.fourth_kan_discard,
    }
    index = plays.get(DrawKind(int(audit.overdue[hand])))
    if index is None or index[hand] < 0:
        return int(audit.events.results.element[audit.events.hands.result_offsets[hand]])
    return int(audit.events.plays.element[audit.events.hands.play_offsets[hand] + int(index[hand])])


def _can_ron(audit: Audit, hand: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Shape (items, 4): seats that wait for the last tile of another and are not furiten."""
    facts = audit.facts
    last_kind = (facts.last_tile[hand] // 4).astype(np.uint64)
    bit = np.left_shift(np.uint64(1), np.minimum(last_kind, np.uint64(63)))
    waiting = (facts.waits[hand] & bit[:, None]) != 0
    other = np.arange(SEATS) != facts.last_seat[hand][:, None]
    shown: NDArray[np.bool_] = waiting & other & (facts.furiten[hand] == 0)
    return shown


def _due_to_show(audit: Audit) -> NDArray[np.bool_]:
    """Shape (items, 4): seats that must show their tehai at each draw (mjlog-format: RYUUKYOKU table)."""
    draws = draws_of(audit)
    facts, hand = audit.facts, draws.hand
    due = of_hands(audit.ryuukyoku.shows, hand)
    due[~is_one_of(draws.computed, ASKS_TENPAI)] = False
    caller = draws.computed == DrawKind.KYUUSHU_KYUUHAI
    due[caller] = np.arange(SEATS) == facts.last_seat[hand][caller][:, None]
    due[draws.computed == DrawKind.SUUCHA_RIICHI] = True
    ronners = draws.computed == DrawKind.SANCHAHOU
    due[ronners] = _can_ron(audit, hand[ronners])
    return due


def shown_mask(tiles: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Tile ids of rows padded with NO_TILE as a mask; shape (rows, 136)."""
    mask = np.zeros((len(tiles), TILES + 1), np.bool_)
    np.put_along_axis(mask, np.minimum(tiles, TILES).astype(np.int64), True, axis=1)
    return mask[:, :TILES]


def differ_from(held: NDArray[np.bool_], shown: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Shape (items,): tiles shown, padded with NO_TILE, are not those held, shape (items, 136), each once."""
    mask = shown_mask(shown)
    is_twice = np.count_nonzero(mask, axis=1) != np.count_nonzero(shown < TILES, axis=1)
    return np.asarray((mask != held).any(axis=1) | is_twice)


def are_out_of_order(audit: Audit, hand: NDArray[np.integer], tiles: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Shape (items,): tile ids of a row, padded with NO_TILE, do not ascend, as they do in every mjlog.

    Source: Tenhou: 5,280 wins and 1,678 tehai shown at a draw of 681 real logs.
    """
    descends = (tiles[:, 1:] < tiles[:, :-1]).any(axis=1)
    return np.asarray(descends & ~audit.from_json[audit.events.hands.game[hand]])


def _shown_tiles(audit: Audit) -> Verdicts:
    """The tehai shown at a draw is the one that play gives; one item per seat shown.

    Where nothing says who shows, one item of the draw is absent.
    """
    draws = draws_of(audit)
    results = audit.events.results
    item_draw, seat = np.nonzero(results.shown[draws.result, :, 0] != NO_TILE)
    hand = draws.hand[item_draw]
    tiles = results.shown[draws.result[item_draw], seat]

    def detail(item: int) -> Detail:
        claimed, computed, difference = compared(shown_mask(tiles[item : item + 1])[0], held[item])
        message = f"log shows {difference}" if difference else f"log shows a tile of {claimed} twice"
        if misplaced[item] and not differs[item]:
            message = f"log shows {order_text(tiles[item].tolist())}, expected by id"
        element = int(results.element[draws.result[item_draw[item]]])
        return Detail(claimed, computed, message, element, int(seat[item]))

    unsaid = np.zeros(len(audit.usable), np.bool_)
    unsaid[draws.hand] = audit.unstated(Claim.SHOWN_SEATS)[draws.hand]
    unsaid[hand] = False
    held = audit.facts.place[hand] == (Place.CONCEALED + seat)[:, None]
    differs = differ_from(held, tiles)
    misplaced = are_out_of_order(audit, hand, tiles)
    verdicts = per_hand(audit, hand, ~(differs | misplaced), detail, lost=draws.lost[item_draw])
    return verdicts.with_more(audit, np.flatnonzero(unsaid), State.ABSENT)


_TOCHUU: Final = 'Arcturus wiki, "Tochuu ryuukyoku"; ' + TENHOU

CHECKS: Final = (
    Check(
        "draw-kind",
        "kind of draw",
        "A hand ends without a winner at an exhaustive draw or an abortive draw whose condition holds",
        _TOCHUU,
        two_columns(
            _items,
            lambda audit: draws_of(audit).claimed,
            lambda audit: draws_of(audit).computed,
            lambda kind: kind_text(int(kind)),
            "log says {claimed}, play gives {computed}",
            absent=lambda audit: _kind_unstated(audit, draws_of(audit).hand),
            reasons=_unknown_kinds,
            also=_with_repeated,
        ),
        frozenset({Area.ABORTIVE, Area.NAGASHI, Area.CHOMBO}),
    ),
    Check(
        "shown-seats",
        "tenpai set",
        "At an exhaustive draw the tenpai seats show their tehai, by shape, whatever their yaku or furiten",
        RYUUKYOKU,
        two_columns(
            _items,
            lambda audit: audit.events.results.shown[draws_of(audit).result, :, 0] != NO_TILE,
            _due_to_show,
            seats_text,
            "log shows {claimed}, play gives {computed}",
            unread=("hai0", "hai1", "hai2", "hai3"),
            absent=lambda audit: audit.unstated(Claim.SHOWN_SEATS)[draws_of(audit).hand],
        ),
        frozenset({Area.TENPAI}),
    ),
    Check(
        "draw-payment",
        "payments at a draw",
        "Noten seats pay the tenpai seats; nagashi mangan replaces it; an abortive draw pays nothing",
        RYUUKYOKU,
        two_columns(
            _items,
            lambda audit: of_hands(audit.events.results.deltas, draws_of(audit).result),
            lambda audit: of_hands(audit.ryuukyoku.deltas, draws_of(audit).hand),
            lambda paid: signed_points(paid.tolist()),
            "log pays {claimed}, {rules} pays {computed} ({kind}, tenpai: {tenpai})",
            unread=lambda audit: ~audit.scored[draws_of(audit).result],
            # What a kind of draw pays that nobody knows cannot be told.
            lost=lambda audit: draws_of(audit).claimed == UNKNOWN_DRAW_KIND,
        ),
        frozenset({Area.TENPAI, Area.NOTEN_PENALTY, Area.NAGASHI, Area.CHOMBO}),
        Claim.DELTAS,
        of_amounts=True,
    ),
    Check(
        "overdue-draw",
        "abortive draw passed over",
        "All abortive draws but kyuushu kyuuhai are mandatory and end the hand at once",
        _TOCHUU,
        overdue_draw,
        frozenset({Area.ABORTIVE}),
    ),
    Check(
        "shown-tiles",
        "tiles shown at a draw",
        "The tiles shown are those the seat holds, in the order of their ids",
        FORMAT,
        _shown_tiles,
        claim=Claim.SHOWN_TILES,
    ),
)
