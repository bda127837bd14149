"""Checks of the play: tiles, turns, calls, riichi, indicators and the tile won on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.audit import Audit, shared
from analyzer.audit.texts import with_id
from analyzer.audit.verdicts import (
    PLAY,
    SCORING,
    TENHOU,
    Check,
    Detail,
    State,
    Verdicts,
    lost_because,
    per_hand,
    unknown_because,
)
from analyzer.formats.events import Claim
from analyzer.replay import Illegal
from analyzer.replay.facts import Illegals, is_one_of
from analyzer.replay.seats import any_seat, of_hands, of_seats
from analyzer.rules import Area
from analyzer.settlement.allowed_plays import allowed_plays
from analyzer.vocabulary import ABSENT, NO_SEAT, NO_TILE, SEATS, EndKind, PlayKind, TileId, tile_text

_RULED: Final = {
    int(Illegal.FIFTH_KAN): Area.ABORTIVE,
    int(Illegal.ANKAN_CHANGES_WAITS): Area.PLAY,
    int(Illegal.ANKAN_CHANGES_READING): Area.PLAY,
    int(Illegal.KITA_OFF): Area.SCORING,
    int(Illegal.KOKUSHI_ON_ANKAN): Area.PLAY,
}
"""What is undecided where the rules of an area are not known."""


@shared
def _illegals(audit: Audit) -> Illegals:
    """What in the play cannot be by the rules, in play order."""
    illegals, code = audit.replayed, audit.replayed.code
    of_game = audit.events.hands.game[illegals.hand]
    # Where neither rules nor log say so, these are no faults.
    is_allowed = is_one_of(
        code,
        (
            *(Illegal.DORA_LATE, Illegal.DORA_AFTER_DISCARD, Illegal.DORA_OF_ROBBED_KAN),
            *(Illegal.KITA_OFF, Illegal.ANKAN_AFTER_RIICHI, Illegal.ANKAN_CHANGES_READING),
        ),
    )
    is_allowed &= audit.area_unknown(PLAY)[of_game]
    is_allowed |= (code == Illegal.DORA_LATE) & audit.unstated(Claim.DORA_TIME)[illegals.hand]
    for row, rules in enumerate(audit.rule_sets):
        is_allowed |= (audit.rule_of_game[of_game] == row) & is_one_of(code, allowed_plays(rules))
    return Illegals._make(column[~is_allowed] for column in illegals)


def riichi_procedure(audit: Audit) -> Verdicts:
    """Riichi is declared, and no stick is counted of a seat that has not."""
    run = none_of(
        *(Illegal.RIICHI_OPEN, Illegal.RIICHI_NOTEN, Illegal.RIICHI_TWICE, Illegal.RIICHI_STEP),
        *(Illegal.STICK_OF_WON_TILE, Illegal.NOT_TSUMOGIRI, Illegal.ANKAN_CHANGES_WAITS),
        *(Illegal.KITA_NOT_DRAWN, Illegal.ANKAN_AFTER_RIICHI, Illegal.ANKAN_CHANGES_READING),
        looked_at=lambda audit: any_seat(audit.facts.riichi_order > 0),
    )
    return _with_undeclared(audit, run(audit))


def _with_undeclared(audit: Audit, declared: Verdicts) -> Verdicts:
    """The verdicts on declared riichi, and one more item per hand with a stick of an undeclared one."""
    results, facts = audit.events.results, audit.facts
    hand = np.flatnonzero(audit.usable)
    result = audit.events.hands.result_offsets[hand].astype(np.int64)
    short = of_hands(facts.scores, hand) - of_hands(results.scores, result)
    silent = (short == audit.stick[hand][:, None]) & (of_hands(facts.riichi_order, hand) == 0)
    more = results.kyotaku[result] - facts.riichi_sticks[hand]
    fits = (more > 0) & (silent.sum(axis=1) == more) & ((short == 0) | silent).all(axis=1)
    rows, seat, element = hand[fits], silent[fits].argmax(axis=1), results.element[result[fits]]

    def detail(item: int) -> Detail:
        message = f"the result counts a riichi stick of seat {seat[item]}, which never declared riichi"
        return Detail("a riichi stick", "no riichi", message, int(element[item]), int(seat[item]))

    return declared.with_more(audit, rows, State.FAILED, detail)


def riichi_conditions(audit: Audit) -> Verdicts:
    """Riichi is declared with enough points and enough live tiles left; one item per riichi."""
    facts, hands = audit.facts, audit.events.hands
    hand, seat = np.nonzero(facts.riichi_order)
    points = audit.of_rules(lambda rules: rules.riichi_points)
    tiles = audit.of_rules(lambda rules: rules.riichi_tiles)
    game = hands.game[hand]
    score, left = of_seats(facts.riichi_score, hand, seat), of_seats(facts.riichi_live_tiles, hand, seat)

    def detail(item: int) -> Detail:
        claimed = f"{score[item]} points, {left[item]} live tiles"
        computed = f"at least {points[game[item]]} points and {tiles[game[item]]} live tiles"
        element = _riichi_element(audit, int(hand[item]), int(seat[item]))
        return Detail(
            claimed, computed, f"riichi with {claimed}, needed are {computed}", element, int(seat[item])
        )

    passed = (score >= points[game]) & (left >= tiles[game])
    return per_hand(audit, hand, passed, detail, lost=~audit.followed[hand])


def _riichi_element(audit: Audit, hand: int, seat: int) -> int:
    """Element of the declaration of a seat in a hand."""
    plays, offsets = audit.events.plays, audit.events.hands.play_offsets
    rows = np.arange(offsets[hand], offsets[hand + 1])
    declared = rows[(plays.kind[rows] == PlayKind.RIICHI) & (plays.seat[rows] == seat)]
    return int(plays.element[declared[0]])


def _has_plays(audit: Audit) -> NDArray[np.bool_]:
    return audit.facts.play_count > 0


def _has_called(audit: Audit) -> NDArray[np.bool_]:
    """Shape (hands,): some seat has a chi or a pon."""
    called = is_one_of(audit.facts.meld_kind, (PlayKind.CHI, PlayKind.PON, PlayKind.KAKAN))
    return any_seat(any_seat(called.reshape(-1, SEATS)).reshape(-1, SEATS))


def none_of(*codes: int, looked_at: Callable[[Audit], NDArray[np.bool_]]) -> Callable[[Audit], Verdicts]:
    """What runs a check of events that must not be: one item per hand looked at, failing by the first.

    Args:
        codes: What to look for.
        looked_at: Shape (hands,): hands in which it could happen.
    """

    def run(audit: Audit) -> Verdicts:
        illegals, hands = _illegals(audit), looked_at(audit)
        of_interest = is_one_of(illegals.code, codes)
        is_open = of_interest & _rests_on_unknown(audit)
        found = np.flatnonzero(of_interest & ~is_open)
        event_of_hand = np.full(len(hands), -1, np.int64)
        # Of several in a hand the first stays, since it is written last.
        event_of_hand[illegals.hand[found][::-1]] = found[::-1]
        open_rows = np.flatnonzero(is_open).tolist()
        area_of_hand = {int(illegals.hand[row]): _RULED[int(illegals.code[row])] for row in open_rows}
        rows = np.flatnonzero(hands | (event_of_hand >= 0))
        events = event_of_hand[rows]

        def detail(item: int) -> Detail:
            event = int(events[item])
            claimed, computed, message = illegal_line(audit, event)
            seat = int(illegals.seat[event])
            who = None if seat == NO_SEAT else seat
            return Detail(claimed, computed, message, element=int(illegals.element[event]), seat=who)

        # In a malformed hand, an impossible event follows from what could not be read.
        failed = (events >= 0) & audit.played[rows]

        # A hand without a result was still played; only after an event that derails it is nothing known.
        lost = ~audit.followed[rows]
        if area_of_hand:
            lost |= np.isin(rows, list(area_of_hand))

        def why(item: int) -> Detail:
            row = int(rows[item])
            if row in area_of_hand and audit.followed[row]:
                return unknown_because(
                    audit, int(audit.events.hands.game[row]), frozenset({area_of_hand[row]})
                )
            return lost_because(audit, row)

        return per_hand(audit, rows, ~failed, detail, lost=lost & ~failed, why=why)

    return run


@shared
def _rests_on_unknown(audit: Audit) -> NDArray[np.bool_]:
    """Shape (illegals,): only a rule that is not known forbids the event."""
    illegals = _illegals(audit)
    found = np.zeros(len(illegals.code), np.bool_)
    for code, area in _RULED.items():
        rows = np.flatnonzero(illegals.code == code)
        if len(rows):
            games = audit.events.hands.game[illegals.hand[rows]]
            found[rows] = audit.area_unknown(frozenset({area}))[games]
    return found


_SENTENCES: Final[dict[int, str]] = {
    Illegal.DUPLICATE_TILE: "{id} appears, but it is already elsewhere",
    Illegal.COPY_TWICE: "{id} appears, but it is already elsewhere",
    Illegal.COPY_NOT_HELD: "{id} is not held by seat {seat}, which holds another copy",
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
    Illegal.ANKAN_CHANGES_READING: "a closed kan of {tile} after riichi, which may be read in a run",
    Illegal.KUIKAE: "{tile} is discarded right after the same kind was called",
    Illegal.KUIKAE_OTHER_END: "{tile} is discarded right after a chi at whose other end it could stand",
    Illegal.DORA_EARLY: "indicator {tile} is shown without a kan that calls for it",
    Illegal.DORA_BEFORE_DRAW: "indicator {tile} of an open kan is shown before the replacement draw",
    Illegal.DORA_MISSING: "the indicator of a kan is not shown in time",
    Illegal.STICK_OF_WON_TILE: "the riichi stick is paid although the declaration tile is won on",
    Illegal.DORA_AFTER_LAST_DRAW: "indicator {tile} is shown between the winning draw and the win",
    Illegal.KAN_WITHOUT_DRAW: "a kan or kita of {tile} by a seat that has not just drawn",
    Illegal.KITA_NOT_DRAWN: "{tile} is set aside after riichi, and is not the tile just drawn",
    Illegal.ANKAN_AFTER_RIICHI: "closed kan of {tile} after riichi, which the rules forbid",
    Illegal.KITA_OFF: "{tile} is set aside although the rules have no kita",
    Illegal.DORA_LATE: "indicator {tile} of an open kan is shown after the replacement draw, not at once",
    Illegal.DORA_AFTER_DISCARD: "indicator {tile} of an open kan is shown after the discard",
    Illegal.DORA_OF_ROBBED_KAN: "indicator {tile} is shown for a kan that is robbed",
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


def illegal_line(audit: Audit, event: int) -> tuple[str, str | None, str]:
    """What the log has, what play has instead where that can be said, and the sentence for an illegal event.

    Args:
        audit: The batch.
        event: Row of its illegal events.
    """
    illegals = _illegals(audit)
    code, tile = int(illegals.code[event]), int(illegals.tile[event])
    if code in (Illegal.NOT_LAST_DISCARD, Illegal.CHI_NOT_FROM_PREVIOUS):
        return _call_line(audit, event)
    if code == Illegal.NO_WINNING_TILE:
        return _win_line(audit, event)
    if code == Illegal.CALL_IN_SANMA:
        players = int(audit.events.games.players[audit.events.hands.game[illegals.hand[event]]])
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


def _call_line(audit: Audit, event: int) -> tuple[str, str | None, str]:
    """A call that names another seat or another tile than the last discard."""
    illegals, plays = _illegals(audit), audit.events.plays
    hand, seat, tile = (int(column[event]) for column in (illegals.hand, illegals.seat, illegals.tile))
    start, stop = audit.events.hands.play_offsets[hand : hand + 2].tolist()
    play = start + int(np.searchsorted(plays.element[start:stop], illegals.element[event]))
    row = int(plays.row[play])
    source = seat if row == ABSENT else int(audit.events.calls.source[row])
    players = int(audit.events.games.players[audit.events.hands.game[hand]])
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


def _win_line(audit: Audit, event: int) -> tuple[str, str | None, str]:
    """A win on a tile that was not just drawn or discarded, or in another way."""
    illegals, results, facts = _illegals(audit), audit.events.results, audit.facts
    hand, seat, element = (int(column[event]) for column in (illegals.hand, illegals.seat, illegals.element))
    first, stop = audit.events.hands.result_offsets[hand : hand + 2].tolist()
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


CHECKS: Final = (
    Check(
        "tile-place",
        "tiles",
        "Every tile is in one place at a time, and a seat discards and melds only tiles that it holds",
        "136 distinct tiles; 108 in sanma",
        none_of(
            *(Illegal.DUPLICATE_TILE, Illegal.ABSENT_TILE, Illegal.NOT_HELD),
            *(Illegal.COPY_TWICE, Illegal.COPY_NOT_HELD),
            looked_at=_has_plays,
        ),
    ),
    Check(
        "turn-order",
        "turns",
        "The dealer draws first, then each seat in turn; nobody draws from an empty live wall",
        TENHOU,
        none_of(Illegal.OUT_OF_TURN, Illegal.NO_TILES_LEFT, looked_at=_has_plays),
    ),
    Check(
        "calls",
        "calls",
        "A call takes another seat's last discard; own kans and kita follow a draw; fifth kans by rule set",
        TENHOU,
        none_of(
            *(Illegal.NOT_LAST_DISCARD, Illegal.NO_SUCH_PON, Illegal.CHI_NOT_FROM_PREVIOUS),
            *(Illegal.CALL_IN_SANMA, Illegal.CALL_AFTER_RIICHI, Illegal.FIFTH_KAN, Illegal.KITA_NOT_NORTH),
            *(Illegal.KAN_WITHOUT_DRAW, Illegal.KAKAN_OF_OTHER_PON, Illegal.KITA_OFF),
            looked_at=lambda audit: audit.facts.call_count > 0,
        ),
    ),
    Check(
        "riichi-procedure",
        "riichi",
        "Riichi once, closed, tenpai; then discard, then stick unless the tile is won on, then tsumogiri",
        TENHOU,
        riichi_procedure,
    ),
    Check(
        "kuikae",
        "discard after a call",
        "The discard after a chi or pon is not the kind called, nor the other end of the sequence",
        "Tenhou: no counterexample; other sets as they say",
        none_of(Illegal.KUIKAE, Illegal.KUIKAE_OTHER_END, looked_at=_has_called),
        PLAY,
    ),
    Check(
        "last-tile",
        "calls at the end of the wall",
        "The last discard may only be won on, and a kan needs a tile left to replace it",
        "World Riichi Championship Rules; Tenhou: no counterexample",
        none_of(
            *(Illegal.CALL_OF_LAST_DISCARD, Illegal.KAN_ON_LAST_TILE),
            looked_at=lambda audit: audit.facts.live_tiles <= 0,
        ),
        PLAY,
    ),
    Check(
        "riichi-conditions",
        "points and tiles for riichi",
        "Riichi needs 1000 points and as many live tiles as players",
        TENHOU,
        riichi_conditions,
        PLAY,
    ),
    Check(
        "dora-indicators",
        "indicators of kans",
        "A closed kan shows its indicator before the replacement draw, others when the rule set says",
        TENHOU,
        none_of(
            *(Illegal.DORA_EARLY, Illegal.DORA_MISSING, Illegal.DORA_BEFORE_DRAW),
            *(Illegal.DORA_AFTER_LAST_DRAW, Illegal.DORA_LATE),
            *(Illegal.DORA_AFTER_DISCARD, Illegal.DORA_OF_ROBBED_KAN),
            looked_at=lambda audit: any_seat(audit.facts.kans > 0),
        ),
        PLAY | SCORING,
    ),
    Check(
        "winning-tile",
        "tile won on",
        "A win is on the own draw, or on the discard, added kan tile or kita of another seat; "
        "of thirteen orphans by rule set on a closed kan",
        TENHOU,
        none_of(
            *(Illegal.NO_WINNING_TILE, Illegal.CLOSED_KAN_ROBBED, Illegal.KOKUSHI_ON_ANKAN),
            looked_at=lambda audit: audit.facts.end == EndKind.AGARI,
        ),
    ),
)
