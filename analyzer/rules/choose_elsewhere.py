"""Which rule set judges a log that is not of Tenhou: of Mahjong Soul, or of an engine that writes mjai."""

from __future__ import annotations

from typing import Final, NamedTuple

from analyzer.rules.choose import ALL_AREAS, Choice
from analyzer.rules.grades import Area
from analyzer.rules.rule_set import RuleValue

__all__ = ["FOUR_REDS", "EngineGame", "SoulGame", "choose_engine", "choose_soul"]

FOUR_REDS: Final = "the wall has four red fives, and no rule set counts the fourth"

_SOURCE: Final = "room and mode in the rule of the log"


class SoulGame(NamedTuple):
    """What a log says of its table."""

    winds: int | None
    """1 a tonpuusen, 2 a hanchan; None when not stated."""
    seats: int | None
    """None when not stated."""
    red_fives: bool
    is_hosted: bool
    """A friendly match or a tournament, whose host may change any rule; other rooms have fixed ones."""
    four_reds: bool = False
    """A second red five of circles is in the wall."""


def choose_soul(game: SoulGame, players: int) -> Choice:
    """The rule set for a log of Mahjong Soul.

    Args:
        game: What the log says.
        players: 3 or 4, as dealt.

    Source: Riichi wiki, Majsoul, revision 26381: rooms and modes; the settings of friendly matches, as
    InjusticeJudge reads them, can change every area.

    Examples:
        >>> choose_soul(SoulGame(2, 4, True, False), 4).name
        'mahjong-soul'
    """
    name = "mahjong-soul-sanma" if players == 3 else "mahjong-soul"
    options: tuple[tuple[str, RuleValue], ...] = (("red_fives", game.red_fives),)
    if game.winds is not None:
        options = (("winds", game.winds), *options)
    if game.seats not in (None, players):
        reason = f"the rule of the log names {game.seats} seats, not {players}"
        return Choice(name, options, ALL_AREAS, reason, _SOURCE)
    if game.four_reds:
        return Choice(name, options, ALL_AREAS, FOUR_REDS, _SOURCE)
    if game.is_hosted:
        reason = "the host of a friendly match or tournament of Mahjong Soul may have changed any rule"
        return Choice(name, options, ALL_AREAS, reason, _SOURCE)
    if game.winds is None:
        unknown = frozenset({Area.GAME_END, Area.RESULT})
        return Choice(name, options, unknown, "the rule of the log does not say its length", _SOURCE)
    return Choice(name, options, frozenset(), None, _SOURCE)


class EngineGame(NamedTuple):
    """What a log of mjai says of its table."""

    winds: int
    """1 a tonpuusen, 2 a hanchan."""
    red_fives: bool
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
        >>> choose_engine(EngineGame(2, True, True), 4).name
        'tenhou'
    """
    name = "tenhou-sanma" if players == 3 else "tenhou"
    options: tuple[tuple[str, RuleValue], ...] = (("winds", game.winds), ("red_fives", game.red_fives))
    if game.states_starts:
        return Choice(name, options, frozenset(), None, "tiles and length of the log")
    reason = "the log does not state kyoku, honba and sticks"
    return Choice(name, options, ALL_AREAS - {Area.PLAY}, reason, "tiles and length of the log")
