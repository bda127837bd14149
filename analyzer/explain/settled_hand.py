"""Hands with their reasons as records: of a log, written down, or one winning hand alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from enum import StrEnum, unique
from pathlib import Path
from typing import Final

import numpy as np

from analyzer.errors import Location, UserMistake
from analyzer.explain.explanation import result_reasons, sections_of
from analyzer.explain.outcome import Outcome, computed_outcome
from analyzer.explain.reason import Reason, Section, reason
from analyzer.explain.win import Win, plain
from analyzer.explain.winning_hand import barred_reason, bumped, bumped_reason, validity_reasons
from analyzer.replay.facts import Facts
from analyzer.replay.notation import HandNote, MeldNote, hand_of, parse_meld, with_called_wins
from analyzer.replay.written import facts_of_note, indicators_of_note
from analyzer.rules import RuleSet, load
from analyzer.settlement import Said, Settlement, Situation, Wins, settle
from analyzer.settlement.game_end import EndCause, final_results, leftover_points
from analyzer.settlement.win_facts import WinShape
from analyzer.vocabulary import (
    NO_TILE,
    WIND_LETTERS,
    PlayKind,
    Seat,
    kyoku_text,
    signed_points,
    tile_text,
)


@unique
class NoWin(StrEnum):
    """Why a win that is called is none."""

    NOTEN = "noten"
    """The tiles are not a winning hand."""
    NO_YAKU = "no-yaku"
    TOO_FEW_HAN = "too-few-han"
    """Yaku, but fewer than the rule set asks for, with this tile or with another that the hand waits for."""
    FURITEN = "furiten"
    CLOSED_KAN = "closed-kan"
    """On a closed kan, which the rule set lets nobody rob, or thirteen orphans alone."""
    HEAD_BUMP = "head-bump"
    """Another seat calls ron on the same tile and comes first."""


@dataclass(frozen=True, slots=True)
class InvalidWin:
    """A win that is called and is none.

    Attributes:
        winner: Seat that calls it.
        loser: Seat that would be ronned; None for a tsumo.
        tile: Kind of the tile, as ``5m``; None where none is named.
        no_win: Why it is none.
        reason: The same with its rule, value and source.
    """

    winner: Seat
    loser: Seat | None
    tile: str | None
    no_win: NoWin
    reason: Reason


@dataclass(frozen=True, slots=True)
class SettledDraw:
    """A hand that nobody won.

    Attributes:
        kind: As ``exhaustive`` or ``kyuushu_kyuuhai``.
        tenpai: Seats; None where it does not matter who is.
        nagashi: Seats that made nagashi mangan.
        chombo: Seats whose chombo it is.
    """

    kind: str
    tenpai: tuple[Seat, ...] | None
    nagashi: tuple[Seat, ...]
    chombo: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class SettledHand:
    """One hand under one rule set.

    Attributes:
        rule_set: Name of the rule set.
        hand: The kyoku and honba, as ``S2.1``.
        outcome: ``win``, the name of a draw kind, ``invalid`` where a win is called and none stands, or
            ``none`` where no rule ends the hand.
        wins: Those that stand, in order of turn.
        invalid: Those that are called and are none, with the reason; nothing is paid for them.
        draw: What the draw is; None for another outcome.
        tenpai: Per seat; empty for a win.
        deltas: Points per seat, sticks taken or given back included.
        final_points: Points per seat that the hand takes from the final result.
        next_hand: The kyoku and honba that follow; None where the game is over, or the hand is not.
        next_dealer: Seat; None as above.
        kyotaku: Sticks on the table when the next hand begins, or left when the game is over.
        end: Why the game is over: ``bust``, ``target``, ``yame``, ``limit`` or ``teppen``; None where it goes
            on, where the dealer may choose, and where that depends on scores that are not known.
        scores: At the end of the game, sticks left included; None where the game goes on, or nobody has said
            what they are.
        results: Final results in points, with uma and oka; None as above.
        reasons: In order.
    """

    rule_set: str
    hand: str
    outcome: str
    wins: tuple[Win, ...]
    invalid: tuple[InvalidWin, ...]
    draw: SettledDraw | None
    tenpai: tuple[bool, ...]
    deltas: tuple[int, ...]
    final_points: tuple[int, ...]
    next_hand: str | None
    next_dealer: int | None
    kyotaku: int
    end: str | None
    scores: tuple[int, ...] | None
    results: tuple[int, ...] | None
    reasons: tuple[Reason, ...]

    def to_dict(self) -> dict[str, object]:
        """The same in plain values, as JSON has them; ``tenpai`` is in ``draw``."""
        names = [field.name for field in fields(self) if field.name != "tenpai"]
        found = {name: plain(getattr(self, name)) for name in names}
        return found | {"end": None if self.end is None else {"cause": self.end}}

    @property
    def following(self) -> str:
        """What follows, as ``next: E2.1, dealer seat 1``."""
        if self.next_hand is not None:
            return f"next: {self.next_hand}, dealer seat {self.next_dealer}"
        return "next: the hand is not over" if self.end is None else "next: none, the game is over"

    def __str__(self) -> str:
        head = f"{self.hand} under {self.rule_set}: {self.outcome}, {signed_points(self.deltas)}"
        is_over = self.next_hand is not None or self.end is not None
        foot = self.following + (f", {self.kyotaku} sticks on the table" if is_over else "")
        if self.scores is not None and self.results is not None:
            scores = " ".join(f"{score:,}" for score in self.scores)
            foot += f"\nfinal scores {scores}; results {signed_points(self.results)}"
        return "\n".join([head, *(f"  {reason}" for reason in self.reasons), foot])


def settle_note(note: HandNote, rules: RuleSet, name: str = "facts") -> SettledHand:
    """Settle a hand that a person wrote down.

    Args:
        note: The hand.
        rules: The rule set.
        name: Where it was written, for mistakes.

    Raises:
        UserMistake: When the note asks for a tile too many, a seat holds an impossible number, or a win lacks
            what it needs.
    """
    note = with_called_wins(note, name)
    if note.players != rules.seats:
        told = f"{rules.name} is for {rules.seats} players, the hand has {note.players}"
        raise UserMistake(f"{told}; 'players' says how many", Location(name))
    try:
        facts, situation = table_of(note)
    except UserMistake as error:
        raise UserMistake(error.message, Location(name)) from error
    return settled_hand(settle(facts, rules, situation, said_of(note), bars_rons=True), rules)


def said_of(*notes: HandNote) -> Said:
    """What is known of hands that are written down beside their tables, a row for each."""
    return Said(
        noten=np.array([[seat.declares_noten for seat in note.seats] for note in notes]),
        chombo=np.array([[seat in note.chombo for seat in range(len(note.seats))] for note in notes]),
        mixed=np.array([[not seat.kept_apart for seat in note.seats] for note in notes]),
        no_scores=np.array([note.scores is None for note in notes]),
    )


def table_of(*notes: HandNote) -> tuple[Facts, Situation]:
    """The tables of hands that are written down, a row for each, and what they are played under.

    Raises:
        UserMistake: When a note asks for a tile too many, or a seat holds an impossible number.
    """
    indicators, ura = indicators_of_note(*notes)
    kyoku, honba, own_honba = (
        np.array([getattr(note, name) for note in notes], np.int32)
        for name in ("kyoku", "honba", "own_honba")
    )
    return facts_of_note(*notes), Situation(kyoku, honba, indicators, ura, own_honba)


def settled_hand(hand: Settlement, rules: RuleSet) -> SettledHand:
    """One hand with its reasons.

    Args:
        hand: One row.
        rules: The rule set by which it is settled.
    """
    seats, after, outcome = slice(0, rules.seats), hand.after, computed_outcome(hand, rules)
    has_ended = outcome.kind != "none"
    end = EndCause(int(hand.game_end.cause[0])) if has_ended else EndCause.NONE
    goes_on = has_ended and not end
    has_scores = hand.said.no_scores is None or not hand.said.no_scores[0]
    scores, results, closing = _closing(hand, rules) if end and has_scores else (None, None, ())
    return SettledHand(
        rule_set=rules.name,
        hand=kyoku_text(int(hand.situation.kyoku[0]), int(hand.situation.honba[0])),
        outcome="invalid" if hand.is_invalid[0] else outcome.kind,
        wins=outcome.wins,
        invalid=tuple(invalid_wins(hand, rules)),
        draw=_draw(hand, outcome) if hand.draw_kind[0] else None,
        tenpai=() if outcome.wins else tuple(hand.draws.tenpai[0, seats].tolist()),
        deltas=tuple(hand.deltas[0, seats].tolist()),
        final_points=tuple(hand.final_points[0, seats].tolist()),
        next_hand=kyoku_text(int(after.kyoku[0]), int(after.honba[0])) if goes_on else None,
        next_dealer=int(after.dealer[0]) if goes_on else None,
        kyotaku=int(after.kyotaku[0]),
        end=end.text if end else None,
        scores=scores,
        results=results,
        reasons=(*_reasons(sections_of(hand, rules)), *closing),
    )


def _closing(hand: Settlement, rules: RuleSet) -> tuple[tuple[int, ...], tuple[int, ...], tuple[Reason, ...]]:
    """Final scores, results and their reasons by the last hand of a game, of which alone chombo is known."""
    seats = slice(0, rules.seats)
    after = (hand.facts.scores + hand.deltas)[:, seats].astype(np.int32)
    left = leftover_points(after, hand.after.kyotaku, rules)
    taken = hand.final_points[:, seats]
    results = final_results(after + left, rules, taken, left)
    reasons = tuple(result_reasons(int(hand.after.kyotaku[0]), left[0], taken[0], rules))
    return tuple((after + left)[0].tolist()), tuple(results[0].tolist()), reasons


def _draw(hand: Settlement, outcome: Outcome) -> SettledDraw:
    nagashi, chombo = (
        tuple(np.flatnonzero(seats[0]).tolist()) for seats in (hand.draws.nagashi, hand.draws.chombo)
    )
    return SettledDraw(outcome.kind, outcome.tenpai, nagashi, chombo)


def _reasons(sections: Iterable[Section]) -> Iterator[Reason]:
    """All reasons in order; of the headings those of wins, which say who won how much."""
    for section in sections:
        if section.heading.why in ("a_win", "an_invalid_win"):
            yield section.heading
        yield from section.lines


_NO_WIN: Final = {
    "no_winning_hand": NoWin.NOTEN,
    "no_yaku": NoWin.NO_YAKU,
    "least_yaku": NoWin.TOO_FEW_HAN,
    "short_wait": NoWin.TOO_FEW_HAN,
    "furiten_ron": NoWin.FURITEN,
    "closed_kan_ron": NoWin.CLOSED_KAN,
    "kokushi_alone": NoWin.CLOSED_KAN,
    "not_paid": NoWin.HEAD_BUMP,
}
"""By the reason why a win is none."""


def invalid_wins(hand: Settlement, rules: RuleSet) -> Iterator[InvalidWin]:
    """The wins that are called and are none, by seat; none where three rons are a draw, or at chombo."""
    if not hand.won[0] and not hand.is_invalid[0]:
        return
    wins, facts = hand.wins, hand.facts
    rows = {int(wins.winner[row]): row for row in np.flatnonzero(wins.is_heard & ~wins.is_valid).tolist()}
    loser, tile = int(facts.last_seat[0]) if facts.ron_calls[0] else None, int(facts.last_tile[0])
    kind = None if tile == NO_TILE else tile_text(tile, with_aka=False)
    for seat in np.flatnonzero(facts.winners[0, : rules.seats]).tolist():
        if hand.barred[0, seat]:
            why = barred_reason(hand, seat, rules)
        elif seat in bumped(hand, rules):
            why = bumped_reason(hand, (seat,), rules)
        elif seat in rows:
            why = _invalid_reason(wins, rows[seat], rules)
        else:
            continue
        yield InvalidWin(seat, loser, kind, _NO_WIN[why.why], why)


def _invalid_reason(wins: Wins, row: int, rules: RuleSet) -> Reason:
    if wins.scores.shape[row] == WinShape.NONE:
        return reason("no_winning_hand", met=False)
    if not wins.scores.yaku_han[row]:
        return reason("no_yaku", met=False)
    return next(one for one in validity_reasons(wins, row, rules) if one.met is False)


_NAME: Final = "hand"
_RIICHI: Final = ("riichi", "double riichi")
_BY_TSUMO: Final = ("rinshan", "haitei", "tenhou", "chiihou")
_BY_RON: Final = ("chankan", "houtei", "renhou")
_FIRST: Final = ("tenhou", "chiihou", "renhou")
_SITUATIONS: Final = (*_RIICHI, "ippatsu", *_BY_TSUMO, *_BY_RON)
_WITH_KITA: Final = 3
_MIDGAME: Final = 30
"""Tiles left where the win is not on the last one."""


@dataclass(frozen=True, slots=True)
class ScoredWin(Win):
    """A win that is scored alone.

    Attributes:
        invalid: Why it is no win; None where it is one.  Without a win there are no yaku and no points.
    """

    invalid: InvalidWin | None = None

    def to_dict(self) -> dict[str, object]:
        """The record in plain values."""
        return Win.to_dict(self) | {"invalid": plain(self.invalid)}


def score(
    tehai: str,
    win: str,
    rules: RuleSet | str | Path = "auto",
    *,
    seat_wind: str,
    round_wind: str,
    tsumo: bool = False,
    melds: str | Iterable[str] = (),
    situation: str | Iterable[str] = (),
    loser: str | None = None,
    indicators: str = "",
    ura: str = "",
    kita: int = 0,
    honba: int = 0,
    sticks: int = 0,
) -> ScoredWin:
    """The value of a winning hand alone: yaku, han, fu with its parts, points and payments.

    Args:
        tehai: The concealed part without the winning tile, as mpsz text; ``0`` is a red five.
        win: The winning tile.
        rules: ``"auto"`` for Tenhou's, a rule set, or the name or file of one.
        seat_wind: Wind of the winner: ``"E"``, ``"S"``, ``"W"`` or ``"N"``; E is the dealer.
        round_wind: Wind of the round.
        tsumo: Whether by an own draw.
        melds: In order of calling: ``"chi 456s"``, ``"pon 777z"``, ``"daiminkan …"``, ``"kakan …"``,
            ``"ankan 1111p"``.  ``"pon 777z from 2"`` says from whom, as a seat of ``deltas``, without which
            nobody is liable.  A list, or one text with commas.
        situation: Of ``"riichi"``, ``"double riichi"``, ``"ippatsu"``, ``"rinshan"``, ``"haitei"``,
            ``"tenhou"``, ``"chiihou"``, ``"chankan"``, ``"houtei"``, ``"renhou"``: a list, or one text with
            commas.
        loser: Wind of the seat that is ronned; None for the next one: who it is matters only for pao.
        indicators: Dora indicators.
        ura: Ura dora indicators, which count in riichi.
        kita: Norths set aside, of three players.
        honba: On the table.
        sticks: Riichi sticks on the table that the winner takes, its own included.

    Returns:
        The win; seat 0 of ``deltas`` is East, 1 South and so on.  Where the hand is no win under the rule
        set, ``invalid`` says why.

    Raises:
        UserMistake: When an argument is not valid.

    Examples:
        >>> won = score("234m45699p22s", "2s", "tenhou", melds=["pon 777z"], seat_wind="S", round_wind="E")
        >>> [(yaku.name, yaku.han) for yaku in won.yaku], won.han, won.fu, won.points
        ([('chun', 1)], 1, 30, 1000)
        >>> [(part.name, part.tile, part.fu) for part in won.fu_parts]
        [('base', None, 20), ('open triplet', '2s', 2), ('open triplet', '7z', 4)]
        >>> score("123m456p789s1122z", "2z", "wrc", tsumo=True, seat_wind="E", round_wind="S").deltas
        (3900, -1300, -1300, -1300)
        >>> str(score("123m456p789s1133z", "3z", seat_wind="E", round_wind="E").invalid.no_win)
        'no-yaku'
    """
    listed = melds.split(",") if isinstance(melds, str) else melds
    words, called = _words(situation), tuple(_meld(meld.strip()) for meld in listed)
    rule_set = rules if isinstance(rules, RuleSet) else load("tenhou" if rules == "auto" else rules)
    seat = _seat("seat_wind", seat_wind, rule_set)
    _check(words, called, kita=kita, is_dealer=seat == 0, tsumo=tsumo)
    if not isinstance(honba, int) or honba < 0:
        raise _mistake(f"honba: expected a whole number from 0, found {honba!r}")
    if kita and rule_set.seats != _WITH_KITA:
        raise _mistake(f"kita: expected none, for {rule_set.name} is for {rule_set.seats} players")
    off = (seat + 1) % rule_set.seats if loser is None else _seat("loser", loser, rule_set)
    own: dict[str, object] = {"tehai": tehai, "kita": kita, "ippatsu": "ippatsu" in words}
    if words & {*_RIICHI}:
        own["riichi"] = 1 if "double riichi" in words else 2
    if words & {*_FIRST}:
        own["river"] = ""
    table: dict[str, object] = {
        "kyoku": f"{round_wind}1.{honba}",
        "players": rule_set.seats,
        "sticks": sticks,
        "left": 0 if words & {"haitei", "houtei"} else _MIDGAME,
        "indicators": indicators,
        "ura": ura,
        "seat": {str(seat): own},
    }
    if tsumo:
        own["drawn"], table["tsumo"] = win, seat
    else:
        last = "kakan" if "chankan" in words else "discard"
        table |= {"ron": [seat], "last": f"{last} {off} {win}"}
    if "rinshan" in words:
        table["replaces"] = _replaced(called)
    note = hand_of(table, _NAME)
    seats = [replace(one, melds=called) if at == seat else one for at, one in enumerate(note.seats)]
    settled = settle_note(replace(note, seats=tuple(seats)), rule_set, _NAME)
    if settled.invalid:
        none = settled.invalid[0]
        return ScoredWin(none.winner, none.loser, none.tile, points=0, deltas=settled.deltas, invalid=none)
    return ScoredWin(**{field.name: getattr(settled.wins[0], field.name) for field in fields(Win)})


def _replaced(melds: tuple[MeldNote, ...]) -> str:
    """What a replacement tile stands for: the last kan, an open one where no kakan can have come after it."""
    if not _has_kan(melds):
        return "kita"
    is_open = melds[-1].kind == PlayKind.DAIMINKAN and all(one.kind != PlayKind.KAKAN for one in melds)
    return "daiminkan" if is_open else "kan"


def _has_kan(melds: tuple[MeldNote, ...]) -> bool:
    return any(meld.kind not in (PlayKind.CHI, PlayKind.PON) for meld in melds)


def _words(situation: str | Iterable[str]) -> set[str]:
    listed = situation.split(",") if isinstance(situation, str) else situation
    words = {word.strip() for word in listed} - {""}
    for word in words:
        if word not in _SITUATIONS:
            raise _mistake(f"situation: {word!r} is not known; known are {', '.join(_SITUATIONS)}")
    return words


def _meld(text: str) -> MeldNote:
    try:
        return parse_meld(text, needs_source=False)
    except ValueError as error:
        raise _mistake(f"melds: {error}") from error


def _seat(name: str, wind: str, rules: RuleSet) -> Seat:
    winds = WIND_LETTERS[: rules.seats]
    if len(wind) != 1 or wind not in winds:
        raise _mistake(f"{name}: expected one of {', '.join(winds)}, found {wind!r}")
    return winds.index(wind)


def _check(words: set[str], melds: tuple[MeldNote, ...], *, kita: int, is_dealer: bool, tsumo: bool) -> None:
    """Refuse a situation that cannot be."""
    is_open = any(meld.kind != PlayKind.ANKAN for meld in melds)
    impossible = (
        ({*_BY_RON} if tsumo else {*_BY_TSUMO}, "a tsumo" if tsumo else "a ron"),
        ({*_RIICHI} if is_open else set(), "an open hand"),
        ({*_FIRST} if melds else set(), "a hand with melds"),
        (set() if _has_kan(melds) or kita else {"rinshan"}, "a hand without a kan or kita"),
        ({"chiihou", "renhou"} if is_dealer else {"tenhou"}, "the dealer" if is_dealer else "a child"),
        (set() if words & {*_RIICHI} else {"ippatsu"}, "a hand without riichi"),
        ({"riichi"} if "double riichi" in words else set(), "double riichi"),
        ({"haitei"} if "rinshan" in words else set(), "rinshan"),
        ({"houtei"} if "chankan" in words else set(), "chankan"),
    )
    for excluded, by in impossible:
        for word in sorted(words & excluded):
            raise _mistake(f"situation: {word} does not go with {by}")


def _mistake(message: str) -> UserMistake:
    return UserMistake(message, Location(_NAME))
