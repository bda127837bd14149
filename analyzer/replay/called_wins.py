"""The wins that a note calls: whether they can be called on the table that it describes."""

from __future__ import annotations

from dataclasses import replace

from analyzer.errors import Location, UserMistake
from analyzer.replay.notation import HandNote
from analyzer.vocabulary import PlayKind, Seat

__all__ = ["with_called_wins"]

_WON_ON = (PlayKind.DISCARD, PlayKind.KAKAN, PlayKind.ANKAN, PlayKind.KITA)
"""Plays whose tile may be ronned; what a rule set allows of them is its own."""


def with_called_wins(note: HandNote, name: str) -> HandNote:
    """The same note; where it calls a tsumo and does not say the last play, that was its draw.

    Raises:
        UserMistake: When the note lacks what a win needs, or calls one that contradicts the last play.
    """
    if note.chombo:
        # No win stands beside it, so none need be judged.
        return note
    place = Location(name)
    for seat in (*note.ron, *(() if note.tsumo is None else (note.tsumo,))):
        _check_winner(note, seat, place)
    if note.tsumo is not None:
        return _with_draw(note, note.tsumo, place)
    if note.ron:
        _check_ron(note, place)
    return note


def _check_winner(note: HandNote, seat: Seat, place: Location) -> None:
    if seat >= note.players:
        raise UserMistake(f"seat {seat} wins, and the hand has {note.players} players", place)
    if note.seats[seat].tehai is None:
        raise UserMistake(f"seat {seat} wins: seat.{seat} must have its 'tehai'", place)


def _with_draw(note: HandNote, seat: Seat, place: Location) -> HandNote:
    if note.ron:
        raise UserMistake("'tsumo' and 'ron' exclude each other", place)
    if note.seats[seat].drawn is None:
        raise UserMistake(f"tsumo of seat {seat}: seat.{seat} must have the tile 'drawn'", place)
    if note.last_seat is None:
        return replace(note, last_kind=PlayKind.DRAW, last_seat=seat)
    if (note.last_kind, note.last_seat) != (PlayKind.DRAW, seat):
        last = f"{note.last_kind.name.lower()} {note.last_seat}"
        raise UserMistake(f"tsumo of seat {seat}: 'last' must be 'draw {seat}', found {last!r}", place)
    return note


def _check_ron(note: HandNote, place: Location) -> None:
    seat, kind = note.last_seat, note.last_kind
    if seat is None or kind not in _WON_ON:
        raise UserMistake("'ron' needs the tile: 'last' must be a play such as 'discard 2 9m'", place)
    if note.last_tile is None and not (note.seats[seat].river and kind == PlayKind.DISCARD):
        raise UserMistake(f"'ron' needs the tile: 'last' must be as '{kind.name.lower()} {seat} 9m'", place)
    if seat in note.ron:
        raise UserMistake(f"seat {seat} calls ron on its own tile", place)
    if len(set(note.ron)) < len(note.ron):
        raise UserMistake("'ron' names a seat twice", place)
