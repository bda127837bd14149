"""Impossible events in play: as items of a check, and in words that say what was played instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case, shared
from analyzer.audit.doubted_play import other_tiles, other_tiles_at
from analyzer.audit.texts import with_id
from analyzer.audit.undecided import unknown_because
from analyzer.audit.verdicts import Detail, Verdicts, lost_because, per_hand
from analyzer.replay import Illegal
from analyzer.replay.facts import is_one_of
from analyzer.rules import Area, RuleSet
from analyzer.vocabulary import ABSENT, NO_SEAT, NO_TILE, PlayKind, TileId, tile_text

__all__ = ["illegal_in_hands"]


def illegal_in_hands(
    case: Case,
    codes: tuple[int, ...],
    looked_at: NDArray[np.bool_],
    forbidden: Callable[[RuleSet, int], bool] | None = None,
    explained: Callable[[NDArray[np.int64], NDArray[np.int64]], NDArray[np.bool_]] | None = None,
) -> Verdicts:
    """One item per hand looked at; hands with an illegal event of the codes fail by their first.

    Args:
        case: The batch.
        codes: What to look for.
        looked_at: Shape (hands,): hands in which it could happen.
        forbidden: Whether a rule set forbids an event of a code; all do when None.
        explained: Given hands and the rows of their events, whether another finding is the cause.
    """
    illegals = case.illegals
    of_interest = is_one_of(illegals.code, codes)
    if forbidden is not None:
        of_interest &= _forbidden(case, forbidden)
    is_open = of_interest & _rests_on_unknown(case)
    found = np.flatnonzero(of_interest & ~is_open)
    event_of_hand = np.full(len(looked_at), -1, np.int64)
    # Of several in a hand the first stays, since it is written last.
    event_of_hand[illegals.hand[found][::-1]] = found[::-1]
    open_rows = np.flatnonzero(is_open).tolist()
    area_of_hand = {int(illegals.hand[row]): _RULED[int(illegals.code[row])] for row in open_rows}
    rows = np.flatnonzero(looked_at | (event_of_hand >= 0))
    events = event_of_hand[rows]

    def detail(item: int) -> Detail:
        event = int(events[item])
        claimed, computed, message = illegal_line(case, event)
        seat = int(illegals.seat[event])
        who = None if seat == NO_SEAT else seat
        return Detail(claimed, computed, message, element=int(illegals.element[event]), seat=who)

    # In a malformed hand, an impossible event follows from what could not be read.
    failed = (events >= 0) & case.played[rows]

    def follows(items: NDArray[np.int64]) -> NDArray[np.bool_]:
        named = other_tiles(case)[rows[items]]
        named &= illegals.element[events[items]] > other_tiles_at(case)[rows[items]]
        return named if explained is None else named | explained(rows[items], events[items])

    # A hand without a result was still played; only after an event that derails it is nothing known.
    lost = ~case.followed[rows]
    if area_of_hand:
        lost |= np.isin(rows, list(area_of_hand))

    def why(item: int) -> Detail:
        row = int(rows[item])
        if row in area_of_hand and case.followed[row]:
            return unknown_because(case, int(case.events.hands.game[row]), frozenset({area_of_hand[row]}))
        return lost_because(case, row)

    return per_hand(case, rows, ~failed, detail, lost=lost & ~failed, explained=follows, why=why)


_RULED: Final = {
    int(Illegal.FIFTH_KAN): Area.ABORTIVE,
    int(Illegal.ANKAN_CHANGES_WAITS): Area.PLAY,
    int(Illegal.KITA_OFF): Area.SCORING,
    int(Illegal.KOKUSHI_ON_ANKAN): Area.PLAY,
}
"""Events that some rule sets allow: undecided where the rules are not known."""


@shared
def _rests_on_unknown(case: Case) -> NDArray[np.bool_]:
    """Shape (illegals,): only a rule that is not known forbids the event."""
    illegals = case.illegals
    found = np.zeros(len(illegals.code), np.bool_)
    for code, area in _RULED.items():
        rows = np.flatnonzero(illegals.code == code)
        if len(rows):
            games = case.events.hands.game[illegals.hand[rows]]
            found[rows] = case.area_unknown(frozenset({area}))[games]
    return found


def _forbidden(case: Case, forbidden: Callable[[RuleSet, int], bool]) -> NDArray[np.bool_]:
    """Shape (illegals,): whether the rule set of the hand forbids the event; where it has none, yes."""
    illegals = case.illegals
    games = case.events.hands.game[illegals.hand].tolist()
    rule_sets = [case.rule_set(game) for game in games]
    pairs = zip(rule_sets, illegals.code.tolist(), strict=True)
    return np.array([rules is None or forbidden(rules, code) for rules, code in pairs], np.bool_)


_SENTENCES: Final[dict[int, str]] = {
    Illegal.DUPLICATE_TILE: "{id} appears, but it is already elsewhere",
    Illegal.ABSENT_TILE: "{tile} is not among the tiles of a three-player game",
    Illegal.OUT_OF_TURN: "{tile} is drawn or discarded out of turn by seat {seat}",
    Illegal.NOT_HELD: "{id} is not held by seat {seat}",
    Illegal.NO_SUCH_PON: "{tile} is added to a pon that the seat does not have",
    Illegal.CALL_AFTER_RIICHI: "{tile} is called by a seat in riichi",
    Illegal.FIFTH_KAN: "a fifth kan, of {tile}",
    Illegal.NO_TILES_LEFT: "{tile} is drawn although the live wall is used up",
    Illegal.CALL_OF_LAST_DISCARD: "{tile}, the last discard, is called",
    Illegal.KAN_ON_LAST_TILE: "a kan or kita of {tile} although no tile is left to replace it",
    Illegal.RIICHI_OPEN: "riichi with an open hand",
    Illegal.RIICHI_NOTEN: "riichi, and the hand after the discard of {tile} is noten",
    Illegal.RIICHI_TWICE: "riichi a second time",
    Illegal.RIICHI_STEP: "the steps of riichi are out of order: declaration, discard, stick",
    Illegal.NOT_TSUMOGIRI: "{tile} is discarded from the hand after riichi",
    Illegal.KITA_NOT_NORTH: "kita of {tile}: only north may be set aside",
    Illegal.ANKAN_CHANGES_WAITS: "a closed kan of {tile} after riichi that changes the waits",
    Illegal.KUIKAE: "{tile} is discarded right after the same kind was called",
    Illegal.KUIKAE_OTHER_END: "{tile} is discarded right after a chi at whose other end it could stand",
    Illegal.DORA_EARLY: "indicator {tile} is shown without a kan that calls for it",
    Illegal.DORA_BEFORE_DRAW: "indicator {tile} of an open kan is shown before the replacement draw",
    Illegal.DORA_MISSING: "the indicator of a kan is not shown in time",
    Illegal.STICK_OF_WON_TILE: "the riichi stick is paid although the declaration tile is won on",
    Illegal.DORA_AFTER_LAST_DRAW: "indicator {tile} is shown between the winning draw and the win",
    Illegal.KAN_WITHOUT_DRAW: "a kan or kita of {tile} by a seat that has not just drawn",
    Illegal.KITA_NOT_DRAWN: "{tile} is set aside after riichi, and is not the tile just drawn",
    Illegal.KITA_OFF: "{tile} is set aside although the rules have no kita",
    Illegal.DORA_LATE: "indicator {tile} of an open kan is shown after the replacement draw, not at once",
    Illegal.KAKAN_OF_OTHER_PON: "the kakan of {tile} names another seat or tile as called than its pon",
    Illegal.CLOSED_KAN_ROBBED: "ron on {tile} of a closed kan",
    Illegal.KOKUSHI_ON_ANKAN: "thirteen orphans ron on {tile} of a closed kan, which the rule set forbids",
}
_LAID_DOWN: Final = {
    PlayKind.DRAW: "drew {}",
    PlayKind.DISCARD: "discarded {}",
    PlayKind.KAKAN: "added {} to a pon",
    PlayKind.ANKAN: "made a closed kan of {}",
    PlayKind.KITA: "set {} aside",
}


def illegal_line(case: Case, event: int) -> tuple[str, str | None, str]:
    """What the log has, what play has instead where that can be said, and the sentence for an illegal event.

    Args:
        case: The batch.
        event: Row of its illegal events.
    """
    illegals = case.illegals
    code, tile = int(illegals.code[event]), int(illegals.tile[event])
    if code in (Illegal.NOT_LAST_DISCARD, Illegal.CHI_NOT_FROM_PREVIOUS):
        return _call_line(case, event)
    if code == Illegal.NO_WINNING_TILE:
        return _win_line(case, event)
    if code == Illegal.CALL_IN_SANMA:
        players = int(case.events.games.players[case.events.hands.game[illegals.hand[event]]])
        what, seats = ("chi", "three") if players == 3 else ("kita", "four")
        return tile_text(tile), None, f"{what} of {tile_text(tile)}: a game of {seats} players has none"
    shown = "no tile" if tile == NO_TILE else tile_text(tile)
    seat = int(illegals.seat[event])
    return shown, None, _SENTENCES[code].format(tile=shown, id=with_id(tile), seat=seat)


def _told_apart(one: TileId, other: TileId) -> tuple[str, str]:
    """Two tiles by name, or with ids where different tiles have the same name."""
    if one != other and tile_text(one) == tile_text(other):
        return with_id(one), with_id(other)
    return tile_text(one), tile_text(other)


def _call_line(case: Case, event: int) -> tuple[str, str | None, str]:
    """A call that names another seat or another tile than the last discard."""
    illegals, plays = case.illegals, case.events.plays
    hand, seat, tile = (int(column[event]) for column in (illegals.hand, illegals.seat, illegals.tile))
    start, stop = case.events.hands.play_offsets[hand : hand + 2].tolist()
    play = start + int(np.searchsorted(plays.element[start:stop], illegals.element[event]))
    row = int(plays.row[play])
    source = seat if row == ABSENT else int(case.events.calls.source[row])
    players = int(case.events.games.players[case.events.hands.game[hand]])
    if illegals.code[event] == Illegal.CHI_NOT_FROM_PREVIOUS:
        before = f"seat {(seat - 1) % players}"
        message = f"chi of {tile_text(tile)} from seat {source}, seat {seat} may take it from {before} only"
        return f"seat {source}", before, message
    discards = np.flatnonzero(plays.kind[start:play] == PlayKind.DISCARD)
    if len(discards) == 0:
        return tile_text(tile), None, f"{tile_text(tile)} is called before anything is discarded"
    last = start + int(discards[-1])
    called, laid = _told_apart(tile, int(plays.tile[last]))
    claimed, computed = f"{called} of seat {source}", f"{laid} of seat {plays.seat[last]}"
    if claimed == computed:
        return called, None, f"{claimed} is called, but it is not the last discard any more"
    if called == laid:
        message = f"{called} is called from seat {source}, seat {plays.seat[last]} discarded it"
        return claimed, computed, message
    return claimed, computed, f"{claimed} is called, the last discard is {computed}"


def _win_line(case: Case, event: int) -> tuple[str, str | None, str]:
    """A win on a tile that was not just drawn or discarded, or in another way."""
    illegals, results, facts = case.illegals, case.events.results, case.facts
    hand, seat, element = (int(column[event]) for column in (illegals.hand, illegals.seat, illegals.element))
    first, stop = case.events.hands.result_offsets[hand : hand + 2].tolist()
    result = first + int(np.searchsorted(results.element[first:stop], element))
    loser, machi = int(results.loser[result]), int(results.machi[result])
    tile, who = int(facts.last_tile[hand]), int(facts.last_seat[hand])
    kind = int(facts.last_kind[hand])
    if kind not in _LAID_DOWN or tile == NO_TILE:
        return "a win", "no tile", "a win before a tile is drawn or laid down"
    stated = tile if machi == NO_TILE else machi
    won, laid = _told_apart(stated, tile)
    way = f"tsumo of {won}" if seat == loser else f"ron on {won} from seat {loser}"
    due = f"seat {who} {_LAID_DOWN[PlayKind(kind)]}"
    if stated != tile:
        return way, due.format(laid), f"log says {way}, {due.format(laid)}"
    if seat != loser and kind != PlayKind.DRAW:
        message = f"log says that {won} comes from seat {loser} (fromWho), {due.format('it')}"
        return f"seat {loser}", f"seat {who}", message
    return way, due.format(laid), f"log says {way} by seat {seat}, {due.format('it')}"
