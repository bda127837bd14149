"""A referee and a statistician for Tenhou mahjong logs.

The functions here are the public face; each imports what it needs when it is called, so that
``import analyzer`` costs nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.audit import Finding
    from analyzer.replay.notation import HandNote
    from analyzer.rules import RuleSet
    from analyzer.settlement.explain import SettledHand
    from analyzer.tables.load import Tables
    from analyzer.view import Game, Hand

__version__ = "0.1.0.dev0"

__all__ = ["__version__", "load", "read", "rule_set", "settle", "simulate", "validate"]


def read(source: str | Path | bytes, rules: str = "auto") -> Game:
    """Read and judge one log.

    Args:
        source: A file (plain or compressed), or the bytes of one.
        rules: ``"auto"`` to choose by the log, or the name or file of a rule set.

    Raises:
        MalformedLog: When there is no readable log, or more than one.
        UserMistake: When the rule set does not exist.
    """
    from analyzer.audit import LogName
    from analyzer.batch.naming import name_log
    from analyzer.errors import Location, MalformedLog
    from analyzer.sources import SourceLog, iter_logs
    from analyzer.view import read_game

    if isinstance(source, bytes):
        return read_game(source, LogName("bytes", "bytes"), rules)
    items = list(iter_logs([str(source)]))
    if len(items) != 1 or not isinstance(items[0], SourceLog):
        raise MalformedLog("expected one log", Location(str(source)))
    return read_game(items[0].data, name_log(items[0].source), rules)


def validate(
    *sources: str | Path, rules: str = "auto", checks: Collection[str] | None = None
) -> Iterator[Finding]:
    """Findings of all logs of files, folders and archives, in order; what cannot be read is one too.

    Args:
        sources: As on the command line.
        rules: ``"auto"`` to choose by log, or the name or file of a rule set for all.
        checks: Ids of the checks to run; None for all.

    Raises:
        UserMistake: When the rule set or a check does not exist.
    """
    from analyzer.batch.reviews import Terms, review_all
    from analyzer.sources import iter_logs

    terms = Terms(rules, None if checks is None else tuple(checks))
    for batch in review_all(iter_logs([str(source) for source in sources]), terms):
        yield from batch.findings


def rule_set(name: str | Path) -> RuleSet:
    """A shipped rule set by name, or one of your own by file.

    Raises:
        UserMistake: When there is no such rule set, or the file is not one.

    Example:
        >>> rule_set("tenhou").noten_penalty_points
        3000
    """
    from analyzer.rules import load as load_rules

    return load_rules(name)


def settle(hand: Hand | HandNote | Mapping[str, object] | str | Path, rules: str | Path) -> SettledHand:
    """What a rule set makes of one hand, with the reasons line by line.

    Args:
        hand: A hand of a game; or facts written by hand: a TOML file, or a mapping with its keys
            (docs/facts.md).
        rules: Name or file of a rule set.

    Raises:
        UserMistake: When the rule set or the facts cannot be used.

    Example:
        >>> tenpai = {"waits": "36m"}
        >>> facts = {"kyoku": "E1.0", "left": 0, "last": "discard 3 9m", "seat": {"0": tenpai}}
        >>> settle(facts, "tenhou").deltas
        (3000, -1000, -1000, -1000)
    """
    from analyzer.replay.notation import HandNote, hand_of, parse_hand
    from analyzer.rules import load as load_rules
    from analyzer.settlement.explain import settle_note
    from analyzer.view import Hand, shown_settlement

    if isinstance(hand, Hand):
        return hand.settlement(str(rules))
    if isinstance(hand, str | Path):
        hand = parse_hand(Path(hand).read_text(encoding="utf-8"), str(hand))
    elif not isinstance(hand, HandNote):
        hand = hand_of(hand, "facts")
    return shown_settlement(settle_note(hand, load_rules(rules)))


def load(folder: str | Path) -> Tables:
    """The tables that ``tenhou-analyzer run`` has written to a folder.

    Raises:
        UserMistake: When the folder does not hold them.
    """
    from analyzer.tables.load import load as load_tables

    return load_tables(Path(folder))


def simulate(
    games: int,
    seed: str,
    *,
    players: int = 4,
    length: str | None = None,
    scenario: str | None = None,
    rules: str | Path = "auto",
) -> Iterator[tuple[str, bytes]]:
    """Play legal games: log id and XML of each; the same arguments give the same bytes everywhere.

    Args:
        games: How many.
        seed: Any text.
        players: 3 or 4.
        length: ``"hanchan"`` or ``"tonpuu"``; None for that of the rule set.
        scenario: What every game must contain; names as in ``tenhou-analyzer simulate --list``.
        rules: ``"auto"`` for Tenhou's, or the name or file of a rule set for as many players.

    Raises:
        UserMistake: When an argument cannot be used.
    """
    from analyzer.simulate import simulate as play

    return play(games, seed, players=players, length=length, scenario=scenario, rules=rules)
