"""All statistics by topic, and how to find one by name."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from analyzer.errors import UserMistake
from analyzer.stats import (
    abortive,
    all_last,
    calls,
    dama,
    deal_ins,
    dora,
    draw_counts,
    draw_effects,
    draw_mix,
    draw_payments,
    draw_tenpai,
    draw_waits,
    draws,
    games,
    han_and_fu,
    hands,
    honba,
    kyuushu,
    leads,
    losses,
    nagashi,
    placement,
    renchan,
    riichi,
    riichi_outcomes,
    riichi_turns,
    riichi_wins,
    scores,
    sticks,
    tables_and_players,
    tenpai,
    tenpai_yame,
    values,
    waits,
    wins,
    yaku,
    yakuman,
)
from analyzer.stats.statistic import Statistic

__all__ = ["CATALOGUE", "TOPICS", "chosen", "find"]

_MODULES: Final = (
    draws,
    draw_counts,
    draw_mix,
    draw_waits,
    draw_tenpai,
    draw_payments,
    draw_effects,
    sticks,
    honba,
    nagashi,
    kyuushu,
    abortive,
    renchan,
    tenpai_yame,
    riichi,
    riichi_outcomes,
    riichi_wins,
    riichi_turns,
    calls,
    dama,
    waits,
    tenpai,
    wins,
    deal_ins,
    yaku,
    dora,
    values,
    hands,
    scores,
    placement,
    games,
    tables_and_players,
    all_last,
    han_and_fu,
    leads,
    losses,
    yakuman,
)

_ROWS: Final[tuple[Statistic, ...]] = tuple(
    statistic for module in _MODULES for statistic in module.STATISTICS
)

TOPICS: Final = tuple(dict.fromkeys(statistic.topic for statistic in _ROWS))
"""Topics, in the order of the catalogue."""

CATALOGUE: Final = tuple(statistic for topic in TOPICS for statistic in _ROWS if statistic.topic == topic)
"""All statistics, topic by topic."""

_NAMED: Final = {statistic.name: statistic for statistic in CATALOGUE}


def find(name: str) -> Statistic:
    """A statistic by name.

    Raises:
        UserMistake: When there is none.
    """
    if name not in _NAMED:
        near = get_close_matches(name, _NAMED, 3)
        hint = f"did you mean {', '.join(near)}?" if near else "`tenhou-analyzer stats --list` has all names"
        raise UserMistake(f"{name!r} is not a statistic; {hint}")
    return _NAMED[name]


def chosen(names: Sequence[str]) -> tuple[Statistic, ...]:
    """Statistics by their names or topics, each once; all statistics without names.

    Raises:
        UserMistake: When there is no such statistic or topic.
    """
    found: dict[str, Statistic] = {}
    for name in names:
        is_topic = name in TOPICS and name not in _NAMED
        for statistic in [one for one in CATALOGUE if one.topic == name] if is_topic else [find(name)]:
            found[statistic.name] = statistic
    return tuple(found.values()) if names else CATALOGUE
