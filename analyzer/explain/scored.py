"""The value of one winning hand alone: its tiles, winds and situation, on a table made for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final

from analyzer.errors import Location, UserMistake
from analyzer.explain.settled_hand import settle_note
from analyzer.explain.settled_win import InvalidWin, SettledWin
from analyzer.replay.notation import MeldNote, hand_of, parse_meld
from analyzer.rules import RuleSet, load
from analyzer.vocabulary import WIND_LETTERS, PlayKind, Seat

__all__ = ["NoSuchWin", "score"]

_NAME: Final = "hand"
_RIICHI: Final = ("riichi", "double riichi")
_BY_TSUMO: Final = ("rinshan", "haitei", "tenhou", "chiihou")
_BY_RON: Final = ("chankan", "houtei", "renhou")
_FIRST: Final = ("tenhou", "chiihou", "renhou")
_SITUATIONS: Final = (*_RIICHI, "ippatsu", *_BY_TSUMO, *_BY_RON)
_WITH_KITA: Final = 3
_MIDGAME: Final = 30
"""Tiles left where the win is not on the last one."""


class NoSuchWin(UserMistake):
    """The hand is no win under the rule set; ``invalid`` says why, as a record."""

    def __init__(self, invalid: InvalidWin) -> None:
        super().__init__(f"no win ({invalid.no_win}): {invalid.reason}")
        self.invalid = invalid


def score(
    tehai: str,
    win: str,
    rules: RuleSet | str | Path,
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
) -> SettledWin:
    """The value of a winning hand alone: yaku, han, fu with its parts, points and payments.

    Args:
        tehai: The concealed part without the winning tile, as mpsz text; ``0`` is a red five.
        win: The winning tile.
        rules: A rule set, or the name or file of one.
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
        The win; seat 0 of ``deltas`` is East, 1 South and so on.

    Raises:
        UserMistake: When an argument is not valid.
        NoSuchWin: When the hand is no win under the rule set; ``invalid`` of the exception says why.

    Examples:
        >>> won = score("234m45699p22s", "2s", "tenhou", melds=["pon 777z"], seat_wind="S", round_wind="E")
        >>> [(yaku.name, yaku.han) for yaku in won.yaku], won.han, won.fu, won.points
        ([('chun', 1)], 1, 30, 1000)
        >>> [(part.name, part.tile, part.fu) for part in won.fu_parts]
        [('base', None, 20), ('open triplet', '2s', 2), ('open triplet', '7z', 4)]
        >>> score("123m456p789s1122z", "2z", "wrc", tsumo=True, seat_wind="E", round_wind="S").deltas
        (3900, -1300, -1300, -1300)
    """
    listed = melds.split(",") if isinstance(melds, str) else melds
    words, called = _words(situation), tuple(_meld(meld.strip()) for meld in listed)
    rule_set = rules if isinstance(rules, RuleSet) else load(rules)
    seat = _seat("seat_wind", seat_wind, rule_set)
    _check(words, called, kita=kita, is_dealer=seat == 0, tsumo=tsumo)
    if not isinstance(honba, int) or honba < 0:
        raise _mistake(f"honba: expected a whole number from 0, found {honba!r}")
    if kita and rule_set.seats != _WITH_KITA:
        raise _mistake(f"kita: expected none, for {rule_set.name} is for {rule_set.seats} players")
    off = (seat + 1) % rule_set.seats if loser is None else _seat("loser", loser, rule_set)
    own = {"tehai": tehai, "kita": kita, **_own(words), **({"drawn": win} if tsumo else {})}
    table = {
        "kyoku": f"{round_wind}1.{honba}",
        "players": rule_set.seats,
        "sticks": sticks,
        "left": 0 if words & {"haitei", "houtei"} else _MIDGAME,
        "indicators": indicators,
        "ura": ura,
        "seat": {str(seat): own},
        **(_drawn(words, called, seat) if tsumo else _ronned(words, seat, off, win)),
    }
    note = hand_of(table, _NAME)
    seats = [replace(one, melds=called) if at == seat else one for at, one in enumerate(note.seats)]
    settled = settle_note(replace(note, seats=tuple(seats)), rule_set, _NAME)
    if settled.invalid:
        raise NoSuchWin(settled.invalid[0])
    return settled.wins[0]


def _own(words: set[str]) -> dict[str, object]:
    """Keys of the winner's seat that the situation asks for."""
    own: dict[str, object] = {"ippatsu": "ippatsu" in words}
    if words & {*_RIICHI}:
        own["riichi"] = 1 if "double riichi" in words else 2
    if words & {*_FIRST}:
        own["river"] = ""
    return own


def _drawn(words: set[str], melds: tuple[MeldNote, ...], seat: Seat) -> dict[str, object]:
    replaced = "kan" if _has_kan(melds) else "kita"
    return {"tsumo": seat} | ({"replaces": replaced} if "rinshan" in words else {})


def _has_kan(melds: tuple[MeldNote, ...]) -> bool:
    return any(meld.kind not in (PlayKind.CHI, PlayKind.PON) for meld in melds)


def _ronned(words: set[str], seat: Seat, loser: Seat, win: str) -> dict[str, object]:
    return {"ron": [seat], "last": f"{'kakan' if 'chankan' in words else 'discard'} {loser} {win}"}


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
