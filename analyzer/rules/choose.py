"""Which rule set judges a log: of Tenhou by GO and date, of Mahjong Soul, of an engine that writes mjai.

What is not known is named.  Knows Tenhou's type bits as numbers, nothing of the formats they come in.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import cache
from typing import Final, NamedTuple

from analyzer.rules.announced import ALL_AREAS, CHIPS, HANCHAN, Announced, Announcement, Doubt, announced
from analyzer.rules.detail_rule import set_by_host
from analyzer.rules.grades import Area, DealerRepeat, Rounding
from analyzer.rules.loader import load
from analyzer.rules.rule_set import NO_RED_FIVES, RED_FIVES, RuleSet, RuleValue

Options = tuple[tuple[str, RuleValue], ...]
"""Rules with their values."""

NO_RED: Final = 0x2
NO_KUITAN: Final = 0x4
SANMA: Final = 0x10
CUSTOM: Final = 0x100
CHIPS_MOVING_DEAL: Final = 0x400
SINGLE_HAND: Final = 0x800
KNOWN_BITS: Final = 0x1FFF
"""All the above, 0x1 against humans, 0x20 and 0x80 the room, 0x40 and 0x1000 the speed."""

OLD_RULES_KNOWN_UNTIL: Final = date(2009, 7, 1)
"""Logs up to June 2009 show no tenpai-yame and the old tonpuusen uma."""
NEW_RULES_FROM: Final = date(2010, 1, 1)
"""Logs from 2010 on show the present rules; between the two dates no log decides."""
ROUNDED_UNTIL: Final = date(2022, 1, 13)
"""Final results of every log up to this day are rounded."""
UNROUNDED_FROM: Final = date(2022, 1, 31)
"""Those of every log from this day on are not; no log lies between the two."""
ANNOUNCED_FROM: Final = date(2024, 1, 1)
"""Lobbies announce rules of their own since some day of 2023; a log before this day may be too old for it."""

_MOST_REASONS: Final = 4
NOTHING_ANNOUNCED: Final = Announcement()
_CHIP_UNKNOWN: Final = frozenset({Area.NAGASHI, Area.CHOMBO, Area.GAME_END})
"""No chip table at hand has shown these."""
_PLAIN_CHIPS: Final[Options] = (
    ("dealer_repeat", DealerRepeat.TENPAI),
    ("honba_tsumo", 100),
    ("honba_ron", 300),
)
"""Rules of chip tables without bit 0x400, by one log of type 553."""
_SINGLE_HAND_KNOWN: Final = frozenset({Area.SCORING, Area.PAYMENT})
"""Two logs of one hand each agree with these of the ordinary rules, and show nothing else."""
MEIJIN_LOBBY: Final = 10011
"""Lobby of the Meijinsen (天鳳名人戦)."""

_BY_YAKU: Final = frozenset({Area.SCORING, Area.PAYMENT})
_SOUL_SOURCE: Final = "room and mode in the rule of the log"


class Choice(NamedTuple):
    """The rule set for a log, and what about it is not known.

    Attributes:
        name: Of the shipped rule set; the nearest one where not all is known.
        options: Rules that the log itself states, with their values.
        unknown: Areas whose rules are not known; a check that needs one has no verdict.
        reason: Why something is not known, for the user; None when all is known.
        source: Where the log states the options.
        sources: Of the options that are stated elsewhere: rule and text.
        doubts: What the rules of a lobby leave open in some hands.
        either_rounding: Final results may be rounded or not: the day does not tell, or is not known.
    """

    name: str
    options: Options
    unknown: frozenset[Area]
    reason: str | None
    source: str = "GO type of the log"
    sources: tuple[tuple[str, str], ...] = ()
    doubts: frozenset[Doubt] = frozenset()
    either_rounding: bool = False
    other: str | None = None
    """Another shipped rule set, with the same options, that the game may have been played under: ``unknown``
    is what they may differ in, and a verdict holds where both give it."""

    def other_rule_set(self) -> RuleSet | None:
        """The other rule set that the game may have been played under; None where there is none."""
        return None if self.other is None else self._replace(name=self.other).rule_set()

    def rule_set(self) -> RuleSet:
        """The rule set with the options of the log in it; equal choices give the same object."""
        return _with_options(self.name, self.options, self.source, self.sources)


@cache
def _with_options(name: str, options: Options, source: str, stated: tuple[tuple[str, str], ...]) -> RuleSet:
    rules = load(name)
    changed = {rule: value for rule, value in dict(options).items() if rules.value(rule) != value}
    if not changed and not stated:
        return rules
    said = {rule: "date of the log" if rule == "rounding" else source for rule in changed} | dict(stated)
    sources = tuple((rule, said.get(rule, text)) for rule, text in rules.sources)
    # Each option is written below with the type of its field.
    return replace(rules, sources=sources, **changed)  # type: ignore[arg-type]


def choose(
    go_type: int | None,
    lobby: int | None,
    played_on: date | None,
    *,
    players: int,
    announcement: Announcement = NOTHING_ANNOUNCED,
) -> Choice:
    """The rule set for a log.

    Args:
        go_type: ``type`` of GO; None when the log does not say.
        lobby: ``lobby`` of GO; None when the log does not say, as in 2009.
        played_on: Date of the game, from the name of the log; None when not known.
        players: 3 or 4, as dealt.
        announcement: ``rule`` and ``csrule`` of GO.

    Returns:
        A lobby without announced rules plays the ordinary ones.  Before lobbies could announce any, it may
        have had other start points, target and final results: a doubt.

    Source: Tenhou, GO of 2,290 logs; chip tables of types 553 and 1569; two single-hand games of type 2113;
    final results of 2,629 logs.

    Examples:
        >>> choose(225, 0, None, players=4).name
        'tenhou'
    """
    chosen = _choose_set(go_type, lobby, played_on, players, announcement)
    day_tells = played_on is not None and not ROUNDED_UNTIL < played_on < UNROUNDED_FROM
    is_told = day_tells or bool(announcement.csrule) or chosen.name == "tenhou-2009"
    chosen = chosen._replace(either_rounding=not is_told)
    could_announce = announcement != NOTHING_ANNOUNCED or (
        played_on is not None and played_on >= ANNOUNCED_FROM
    )
    if not lobby or could_announce:
        return chosen
    return chosen._replace(doubts=frozenset({Doubt.UNSTATED}))


def _choose_set(
    go_type: int | None,
    lobby: int | None,
    played_on: date | None,
    players: int,
    announcement: Announcement,
) -> Choice:
    standard = "tenhou-sanma" if players == 3 else "tenhou"
    if played_on is not None and played_on < UNROUNDED_FROM:
        standard += "-2010"
    if go_type is None:
        return Choice(standard, (), ALL_AREAS, "the log has no GO type, so its rules are not known")
    options = _options(go_type)
    if bool(go_type & SANMA) != (players == 3):
        return Choice(standard, options, ALL_AREAS, f"GO type {go_type} is not for {players} players")
    if go_type & ~KNOWN_BITS:
        return Choice(standard, options, ALL_AREAS, f"GO type {go_type} has bits whose meaning is not known")
    if announcement.csrule or announcement.rule:
        found = _choose_announced(go_type, announcement, standard, options)
        if announcement.csrule or found.unknown:
            return found
    could_announce = played_on is not None and played_on >= ANNOUNCED_FROM
    if lobby == MEIJIN_LOBBY and players == 4 and not could_announce:
        reason = "the uma of the Meijinsen varies by year"
        return Choice("meijin-sen", options, frozenset({Area.RESULT}), reason)
    if go_type & CUSTOM:
        return Choice(standard, options, ALL_AREAS, "the lobby has rules of its own that are not announced")
    if go_type & SINGLE_HAND:
        unknown = ALL_AREAS - _SINGLE_HAND_KNOWN
        return Choice(standard, options, unknown, f"GO type {go_type} is a game of one hand, little known")
    if go_type & (CHIPS | CHIPS_MOVING_DEAL):
        return _choose_chips(go_type, played_on, standard, options)
    return _choose_by_date(go_type, lobby, played_on, standard, options)


def _choose_announced(go_type: int, announcement: Announcement, standard: str, options: Options) -> Choice:
    if announcement.csrule and go_type & SINGLE_HAND:
        return Choice(
            standard, options, ALL_AREAS, f"no log shows what GO type {go_type} makes of announced rules"
        )
    return _with_announced(standard, options, announced(announcement, go_type, 3 if go_type & SANMA else 4))


def _with_announced(name: str, options: Options, found: Announced) -> Choice:
    """A set with the rules that were found; of the reasons why others are unknown the first in one line."""
    more = len(found.reasons) - _MOST_REASONS
    reasons = [*found.reasons[:_MOST_REASONS], *([f"and {more} more"] if more > 0 else [])]
    return Choice(
        name,
        (*options, *((one.rule, one.value) for one in found.stated)),
        found.unknown,
        "; ".join(reasons) or None,
        sources=tuple((one.rule, one.source) for one in found.stated),
        doubts=found.doubts,
    )


def _options(go_type: int) -> Options:
    """What the type bits state themselves."""
    return (
        ("winds", 2 if go_type & HANCHAN else 1),
        ("red_fives", NO_RED_FIVES if go_type & NO_RED else RED_FIVES),
        ("kuitan", not go_type & NO_KUITAN),
    )


def _choose_chips(go_type: int, played_on: date | None, standard: str, options: Options) -> Choice:
    if go_type & SANMA or not go_type & CHIPS:
        return Choice(standard, options, ALL_AREAS, f"no log shows what GO type {go_type} is played by")
    if not go_type & CHIPS_MOVING_DEAL:
        options = (*options, *_PLAIN_CHIPS)
    if played_on is not None and played_on >= UNROUNDED_FROM:
        options = (*options, ("rounding", Rounding.NONE))
    return Choice(
        "tenhou-chip",
        options,
        _CHIP_UNKNOWN,
        f"GO type {go_type} is a chip table, and few logs show its rules",
    )


def _choose_by_date(
    go_type: int, lobby: int | None, played_on: date | None, standard: str, options: Options
) -> Choice:
    is_old = lobby is None if played_on is None else played_on < NEW_RULES_FROM
    if not is_old:
        return Choice(standard, options, frozenset(), None)
    if go_type & SANMA:
        unknown = frozenset({Area.GAME_END, Area.RESULT})
        reason = "no three-player log of 2009 shows how games ended"
        return Choice("tenhou-sanma-2010", options, unknown, reason)
    if played_on is not None and played_on < OLD_RULES_KNOWN_UNTIL:
        return Choice("tenhou-2009", options, frozenset(), None)
    unknown = frozenset({Area.GAME_END} if go_type & HANCHAN else {Area.GAME_END, Area.RESULT})
    reason = "a game of 2009; tenpai-yame and uma changed at a time not known"
    return Choice("tenhou-2009", options, unknown, reason, other="tenhou-2010")


class SoulGame(NamedTuple):
    """What a log says of its table."""

    winds: int | None
    """1 a tonpuusen, 2 a hanchan; None when not stated."""
    seats: int | None
    """None when not stated."""
    red_fives: tuple[int, ...]
    """Of man, pin and sou."""
    is_hosted: bool
    """A friendly match or a tournament, whose host may change any rule; other rooms have fixed ones."""
    detail_rule: str = ""
    """What the host has set, as `set_by_host` takes it; empty where the log does not say."""
    local_yaku: bool = False
    """The room counts local yaku."""
    no_room: bool = False
    """The record does not say which room it was."""


def choose_soul(game: SoulGame, players: int) -> Choice:
    """The rule set for a log of Mahjong Soul.

    Args:
        game: What the log says.
        players: 3 or 4, as dealt.

    Source: Riichi wiki, Majsoul, revision 26381: rooms and modes; the settings of friendly matches, as
    InjusticeJudge reads them, can change every area.

    Examples:
        >>> choose_soul(SoulGame(2, 4, RED_FIVES, False), 4).name
        'mahjong-soul'
    """
    name = "mahjong-soul-sanma" if players == 3 else "mahjong-soul"
    options: Options = (("red_fives", game.red_fives),)
    if game.winds is not None:
        options = (("winds", game.winds), *options)
    reason = None
    if game.seats not in (None, players):
        reason = f"the rule of the log names {game.seats} seats, not {players}"
    elif game.is_hosted and not game.detail_rule:
        reason = "the host of a friendly match or tournament of Mahjong Soul may have changed any rule"
    elif game.no_room:
        reason = "the record does not say in which room of Mahjong Soul it was played"
    if reason is not None:
        return Choice(name, options, ALL_AREAS, reason, _SOUL_SOURCE)
    found = set_by_host(game.detail_rule, players) if game.is_hosted else Announced()
    unknown, reasons = found.unknown, found.reasons
    if game.local_yaku:
        unknown |= _BY_YAKU
        reasons += ("the room counts local yaku, which no rule set has",)
    if game.winds is None:
        unknown |= {Area.GAME_END, Area.RESULT}
        reasons += ("the rule of the log does not say its length",)
    found = found._replace(unknown=unknown, reasons=reasons)
    return _with_announced(name, options, found)._replace(source=_SOUL_SOURCE)


class EngineGame(NamedTuple):
    """What a log of mjai says of its table."""

    winds: int
    """1 a tonpuusen, 2 a hanchan."""
    red_fives: tuple[int, ...]
    """Of man, pin and sou."""
    states_starts: bool
    """Whether each hand states its kyoku, honba and sticks."""
    states_winds: bool = False
    """Whether ``winds`` is stated, not taken from the end of the log."""


def choose_engine(game: EngineGame, players: int) -> Choice:
    """The rule set for a log of mjai, which names none: Tenhou's of today.

    Args:
        game: What the log says.
        players: 3 or 4, as dealt.

    Examples:
        >>> choose_engine(EngineGame(2, RED_FIVES, True), 4).name
        'tenhou'
    """
    name = "tenhou-sanma" if players == 3 else "tenhou"
    options: Options = (("winds", game.winds), ("red_fives", game.red_fives))
    if game.states_starts:
        return Choice(name, options, frozenset(), None, "tiles and length of the log")
    reason = "the log does not state kyoku, honba and sticks"
    return Choice(name, options, ALL_AREAS - {Area.PLAY}, reason, "tiles and length of the log")


def choose_record() -> Choice:
    """The rule set for a record of 電脳麻将, which names none: nothing is known of its rules.

    Examples:
        >>> choose_record().unknown == ALL_AREAS
        True
    """
    return Choice("tenhou", (), ALL_AREAS, "a record of 電脳麻将 names no rules; name a rule set")
