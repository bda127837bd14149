"""Logs in, findings out: one batch read, replayed, settled and checked."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.audit import Audit, Endings
from analyzer.audit.causes import with_causes
from analyzer.audit.checks import CHECKS, run_checks
from analyzer.audit.findings import Finding, LogName, Tally, Unreadable, unreadable
from analyzer.audit.ruling import choose_rules, with_sticks
from analyzer.audit.verdicts import Check
from analyzer.errors import UserMistake, nearest
from analyzer.formats.any_format import GamePlace, read_logs
from analyzer.formats.events import Events
from analyzer.formats.headers import Headers
from analyzer.formats.log_id import LogId, parse_log_id
from analyzer.replay import Facts, replay, replay_with_course
from analyzer.rules import RuleSet, load
from analyzer.settlement import Carry, Ryuukyoku, Wins


class TooManyHands(Exception):
    """Raised for logs that have more hands together than may be judged at once."""


class Review(NamedTuple):
    """One batch of games, read and judged."""

    headers: Headers
    audit: Audit
    """The batch laid open: what was not asked for is worked out when somebody looks."""
    findings: tuple[Finding, ...]
    """In order of the logs given, then of element, then of check."""
    tallies: dict[str, Tally]
    """Counts of every check that was asked for, also of those that never ran."""
    game_tallies: dict[str, NDArray[np.int64]]
    """The same per game, without the unreadable logs; shape (games, 4): passed, failed, undecided, absent."""
    refused: tuple[Unreadable, ...]
    """Logs, and games of logs, that gave no events at all; each is a finding."""

    @property
    def unreadable(self) -> int:
        """How many logs, or games of logs, gave no events at all."""
        return len(self.refused)

    @property
    def logs(self) -> tuple[LogName, ...]:
        """Names of the games that could be read, one per row of ``events.games``."""
        return self.audit.logs

    @property
    def events(self) -> Events:
        """What the logs say."""
        return self.audit.events

    @property
    def facts(self) -> Facts:
        """Rows are those of ``events.hands``."""
        return self.audit.facts

    @property
    def rule_sets(self) -> tuple[str | None, ...]:
        """Per game: name of the rule set applied; None where none could be chosen."""
        names = [*(rules.name for rules in self.audit.rule_sets), None]
        return tuple(names[index] for index in self.audit.rule_of_game.tolist())

    @property
    def draws(self) -> Ryuukyoku:
        """What the rules give to each hand as a ryuukyoku; rows are those of ``events.hands``."""
        return self.audit.ryuukyoku

    @property
    def next(self) -> Carry:
        """The hand that must follow each hand; rows are those of ``events.hands``."""
        return self.audit.next

    @property
    def wins(self) -> Wins:
        """What the rules give to each agari."""
        return self.audit.wins

    @property
    def endings(self) -> Endings:
        """Whether the rules end the game after each hand; rows are those of ``events.hands``."""
        return self.audit.endings


def review(
    logs: Sequence[tuple[LogName, bytes]],
    rules: str | Path | RuleSet = "auto",
    checks: Collection[str] | None = None,
    first_lines: Mapping[str, int] | None = None,
    most_hands: int | None = None,
    *,
    course: bool = False,
    within: int | None = None,
) -> Review:
    """Read and judge a batch of logs.

    Args:
        logs: Name and bytes of each log; the bytes are XML, JSON of tenhou.net/6 or mjai, not
            compressed.
        rules: ``"auto"`` to choose by log, a rule set, or one's name or file.
        checks: Ids of the checks to run; None for all.
        first_lines: By source of a log that begins midway in its file: at which line.
        most_hands: Most hands of several logs together; None for any number.
        course: Whether the course of the hands is asked for, as by most tables.
        within: Of logs of several games, that at this place alone; all by default.

    Raises:
        TooManyHands: When they have more; nothing but their bytes was looked at then.
        UserMistake: When the rule set or a check does not exist.
    """
    asked = selected_checks(checks)
    rule_set = _chosen(rules)
    read = _read(logs, first_lines or {}, most_hands, within)
    asked_ids = None if checks is None else frozenset(checks)
    audit = judge(read.events, read.names, read.headers, rule_set, asked_ids, course=course)
    findings, game_tallies = run_checks(audit, asked)
    findings = with_causes(audit, findings)
    tallies = {check: Tally(*counts.sum(axis=0).tolist()) for check, counts in game_tallies.items()}
    everything = [*findings, *(one.finding for one in read.refused)]
    if everything:
        order = _order(logs, read)
        everything.sort(key=lambda finding: order[LogName(finding.log, finding.source)])
    if "well-formed" in tallies:
        tallies["well-formed"].failed += len(read.refused)
    return Review(read.headers, audit, tuple(everything), tallies, game_tallies, tuple(read.refused))


def review_events(
    events: Events, headers: Headers, name: LogName, rules: str | Path | RuleSet = "auto"
) -> Review:
    """Judge one game that no log holds, by all checks; arguments and errors otherwise as for `review`."""
    audit = judge(events, [name], headers, _chosen(rules))
    findings, game_tallies = run_checks(audit, CHECKS)
    tallies = {check: Tally(*counts.sum(axis=0).tolist()) for check, counts in game_tallies.items()}
    return Review(headers, audit, tuple(findings), tallies, game_tallies, ())


def _chosen(rules: str | Path | RuleSet) -> RuleSet | None:
    """The rule set that is named; None to choose by log."""
    return rules if isinstance(rules, RuleSet) else None if rules == "auto" else load(rules)


class _Read(NamedTuple):
    """The games of a batch of logs, and the logs and games that could not be read."""

    names: list[LogName]
    events: Events
    headers: Headers
    places: list[GamePlace]
    refused: list[Unreadable]
    refused_logs: list[int]
    """The log of each of ``refused``."""


def _read(
    logs: Sequence[tuple[LogName, bytes]],
    first_lines: Mapping[str, int],
    most_hands: int | None,
    within: int | None,
) -> _Read:
    """What logs say; their markup, which is large, is let go."""
    starts = {
        log: first_lines[name.source] for log, (name, _) in enumerate(logs) if name.source in first_lines
    }
    read = read_logs([data for _, data in logs], starts, within)
    if most_hands is not None and len(logs) > 1 and read.hand_count > most_hands:
        raise TooManyHands
    names = [name_of_game(logs[place.log][0], place.log_id, place.within) for place in read.places]
    refused = [
        unreadable(
            name_of_game(logs[place.log][0], None, place.within),
            error.message,
            hand=error.location.hand,
            element=error.location.element,
        )
        for place, error in read.refused
    ]
    events, headers = read.read()
    refused_logs = [place.log for place, _ in read.refused]
    return _Read(names, events, headers, read.places, refused, refused_logs)


def _order(logs: Sequence[tuple[LogName, bytes]], read: _Read) -> dict[LogName, int]:
    """Place of its log among those given, by name of each game and of each log."""
    order = {name: log for log, (name, _) in enumerate(logs)}
    of_refused = [LogName(one.finding.log, one.finding.source) for one in read.refused]
    held = [place.log for place in read.places] + read.refused_logs
    for name, log in zip([*read.names, *of_refused], held, strict=True):
        order[name] = max(log, order.get(name, 0))
    return order


def name_of_game(name: LogName, stated: LogId | None, index: int) -> LogName:
    """Name of a game of a log: by the id it states where the log has none or many, else by its place."""
    if index == 0 and stated is None:
        return name
    place = "" if index == 0 else f"#{index + 1}"
    if stated is not None and (place or parse_log_id(name.log_id) is None):
        return LogName(stated.text, name.source + place)
    return LogName(name.log_id + place, name.source + place)


def judge(
    events: Events,
    names: Sequence[LogName],
    headers: Headers,
    rules: RuleSet | None,
    asked: frozenset[str] | None = None,
    *,
    course: bool = False,
) -> Audit:
    """Replay a batch, choose its rule sets, and lay everything open for the checks that are asked for."""
    facts, illegals, followed = replay_with_course(events) if course else (*replay(events), None)
    ruling = choose_rules(events, names, rules, headers.announcements)
    facts = with_sticks(events, facts, ruling)
    return Audit(tuple(names), events, facts, illegals, ruling, headers, asked, followed)


def selected_checks(ids: Collection[str] | None) -> tuple[Check, ...]:
    """The checks of these ids in the order of CHECKS; all when None.

    Raises:
        UserMistake: When an id is not that of a check.
    """
    if ids is None:
        return CHECKS
    known = {check.id for check in CHECKS}
    for name in ids:
        if name not in known:
            near = nearest(name, known, f"; known are {', '.join(sorted(known))}")
            raise UserMistake(f"{name!r} is not a check{near}")
    return tuple(check for check in CHECKS if check.id in ids)
