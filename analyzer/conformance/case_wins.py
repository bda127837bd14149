"""The wins that a case calls, each with what its value depends on: the arguments of `analyzer.score`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from analyzer.conformance.case_hands import Json
from analyzer.explain.settled_hand import settle_note
from analyzer.replay.notation import HandNote, hand_of
from analyzer.rules import RuleSet
from analyzer.rules.grades import DoubleRon, TripleRon
from analyzer.vocabulary import SEATS, WIND_LETTERS, PlayKind, Seat

__all__ = ["wins_of", "with_bumped_rons"]


def with_bumped_rons(facts: Json, rules: RuleSet) -> Json:
    """The facts of a log with the rons that a head bump leaves out of it."""
    bumps = rules.double_ron == DoubleRon.HEAD_BUMP or rules.triple_ron == TripleRon.HEAD_BUMP
    called = facts.get("ron")
    if not bumps or not isinstance(called, list) or len(called) > 1:
        return facts
    loser = hand_of(facts, "case").last_seat or 0
    behind = [(called[0] + turn) % rules.seats for turn in range(1, (loser - called[0]) % rules.seats)]
    also = [
        seat
        for seat in behind
        if settle_note(hand_of(facts | {"ron": [seat]}, "case"), rules).outcome == "win"
    ]
    return facts | {"ron": [*called, *also]}


def wins_of(facts: Json, rules: RuleSet) -> list[Json]:
    """For each seat that calls a win: the arguments of `analyzer.score`, and which ``seat`` it is."""
    note = hand_of(facts, "case")
    seats = note.ron if note.tsumo is None else (note.tsumo,)
    return [_win(note, facts, seat, rules) for seat in seats]


def _win(note: HandNote, facts: Json, seat: Seat, rules: RuleSet) -> Json:
    own, dealer, is_tsumo = note.seats[seat], note.kyoku % SEATS, note.tsumo is not None
    written = facts["seat"]
    melds = written[str(seat)].get("melds", []) if isinstance(written, dict) else []

    def from_dealer(match: re.Match[str]) -> str:
        return f"from {(int(match[1]) - dealer) % rules.seats}"

    off = (
        None if is_tsumo or note.last_seat is None else WIND_LETTERS[(note.last_seat - dealer) % rules.seats]
    )
    return {
        "seat": seat,
        "tehai": own.tehai,
        "win": own.drawn if is_tsumo else note.last_tile,
        "tsumo": is_tsumo,
        "melds": [re.sub(r"from (\d)", from_dealer, meld) for meld in melds],
        "kita": own.kita,
        "seat_wind": WIND_LETTERS[(seat - dealer) % rules.seats],
        "round_wind": WIND_LETTERS[note.kyoku // SEATS],
        "situation": [*_situation(note, seat, is_dealer=seat == dealer)],
        "loser": off,
        "indicators": note.indicators,
        "ura": note.ura if own.riichi else "",
        "honba": note.honba,
        "sticks": facts["sticks"],
    }


def _situation(note: HandNote, seat: Seat, *, is_dealer: bool) -> Iterator[str]:
    """The words of `analyzer.score` for how a hand is won."""
    own = note.seats[seat]
    if own.riichi:
        yield "double riichi" if own.riichi == 1 else "riichi"
    if own.ippatsu:
        yield "ippatsu"
    untouched = not own.river and not any(one.melds or one.kita for one in note.seats)
    if note.tsumo is not None:
        if note.replaces is not None:
            yield "rinshan"
        elif note.left == 0:
            yield "haitei"
        if untouched:
            yield "tenhou" if is_dealer else "chiihou"
    elif note.last_kind == PlayKind.KAKAN:
        yield "chankan"
    elif note.last_kind == PlayKind.DISCARD:
        if note.left == 0:
            yield "houtei"
        if untouched and not is_dealer:
            yield "renhou"
