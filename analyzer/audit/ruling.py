"""Which rule set judges which game, and what it gives: the settlement of a batch, rule set by rule set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.findings import LogName
from analyzer.formats.claims import EngineTable
from analyzer.formats.events import Events, Oddity, SoulTable
from analyzer.formats.log_id import GoType, parse_log_id
from analyzer.replay.facts import Facts
from analyzer.rules import (
    FOUR_REDS,
    Announcement,
    Area,
    Choice,
    Doubt,
    EngineGame,
    RuleSet,
    SoulGame,
    choose,
    choose_engine,
    choose_soul,
)
from analyzer.vocabulary import ABSENT, RIICHI_STICK, SEATS

__all__ = ["Announcements", "Ruling", "choose_rules", "with_sticks"]

_RULE_BITS: Final = int(GoType.NO_AKA | GoType.NO_KUITAN | GoType.HANCHAN)

Announcements = Mapping[int, tuple[str, str]]
"""``rule`` and ``csrule`` of GO, by row of ``games``."""


class Ruling(NamedTuple):
    """The rule set of every game of a batch."""

    rule_sets: tuple[RuleSet, ...]
    rule_of_game: NDArray[np.int32]
    """Shape (games,): index into ``rule_sets``; -1 where none could be chosen."""
    unknown_areas: tuple[frozenset[Area], ...]
    """Per game."""
    reasons: tuple[str | None, ...]
    """Per game: why something is unknown; None when all is known."""
    doubts: tuple[frozenset[Doubt], ...]
    """Per game: what announced rules leave open in some hands."""
    either_rounding: NDArray[np.bool_]
    """Shape (games,): final results may be rounded or not, whatever the rule set says."""


def _number(value: int) -> int | None:
    return None if value == ABSENT else value


def choose_rules(
    events: Events, logs: Sequence[LogName], rules: RuleSet | None, announcements: Announcements
) -> Ruling:
    """Choose the rule set of each game by its GO element and date, or take the user's for all.

    Args:
        events: The batch.
        logs: Names, one per game; the date is taken from the log id.
        rules: The user's rule set; None to choose.
        announcements: By game, of those that have any.
    """
    if rules is not None:
        return _ruled_by(rules, events)
    distinct, of_game = _distinct(_claims(events, logs, announcements))
    choices = [_choose(claim) for claim in distinct]
    found: list[RuleSet] = []
    index_of: list[int] = []
    for claim, choice in zip(distinct, choices, strict=True):
        chosen = choice.rule_set()
        fits = chosen.seats == claim[4]
        if fits and chosen not in found:
            found.append(chosen)
        index_of.append(found.index(chosen) if fits else -1)
    return Ruling(
        tuple(found),
        np.array(index_of, np.int32)[of_game],
        tuple([choices[claim].unknown for claim in of_game]),
        tuple([choices[claim].reason for claim in of_game]),
        tuple([choices[claim].doubts for claim in of_game]),
        np.array([choice.either_rounding for choice in choices], np.bool_)[of_game],
    )


def _choose(claim: _Claim) -> Choice:
    table = claim[5]
    if isinstance(table, SoulGame):
        return choose_soul(table, claim[4])
    if isinstance(table, EngineGame):
        return choose_engine(table, claim[4])
    return choose(*claim[:3], announcement=claim[3], players=claim[4])


def _ruled_by(rules: RuleSet, events: Events) -> Ruling:
    """One rule set for all games that have its seats; what it cannot count of a game is unknown."""
    fits = (events.games.players == rules.seats).tolist()
    reds = {game for game, soul in _soul_games(events).items() if soul.four_reds}
    reason = f"{rules.name} is for {rules.seats} players"
    said: dict[int, tuple[frozenset[Area], str | None]] = dict.fromkeys(reds, (_BY_REDS, FOUR_REDS))
    for game, table in _engine_games(events).items():
        if not table.states_starts:
            choice = choose_engine(table, rules.seats)
            said[game] = (choice.unknown, choice.reason)
    return Ruling(
        (rules,),
        np.where(fits, 0, -1).astype(np.int32),
        tuple(said.get(game, _ALL_KNOWN)[0] for game in range(len(fits))),
        tuple(said.get(game, _ALL_KNOWN)[1] if fit else reason for game, fit in enumerate(fits)),
        (frozenset[Doubt](),) * len(fits),
        np.zeros(len(fits), np.bool_),
    )


_ALL_KNOWN: tuple[frozenset[Area], str | None] = (frozenset(), None)
_BY_REDS = frozenset({Area.SCORING, Area.PAYMENT})
"""What rests on how many red fives are dora."""


def _distinct(claims: Sequence[_Claim]) -> tuple[list[_Claim], list[int]]:
    """Each claim once, and the place of that of each game among them."""
    places: dict[_Claim, int] = {}
    of_game = [places.setdefault(claim, len(places)) for claim in claims]
    return list(places), of_game


_Claim = tuple[int | None, int | None, date | None, Announcement, int, SoulGame | EngineGame | None]
"""GO type, lobby, day, what GO announces, players, table of Mahjong Soul or of an engine: of the games of a
batch few differ."""


def _claims(events: Events, logs: Sequence[LogName], announcements: Announcements) -> list[_Claim]:
    games = events.games
    from_json = set(events.oddities.game[events.oddities.code == _TENHOU6].tolist())
    tables: dict[int, SoulGame | EngineGame] = {**_soul_games(events), **_engine_games(events)}
    claims: list[_Claim] = []
    nothing = Announcement()
    for game, (log, go_type, lobby, players) in enumerate(
        zip(
            logs,
            games.go_type.tolist(),
            games.lobby.tolist(),
            games.players.tolist(),
            strict=True,
        )
    ):
        log_id = parse_log_id(log.log_id)
        # A missing lobby tells an mjlog of 2009; JSON leaves it out in games of any year.
        stated = 0 if lobby == ABSENT and game in from_json else _number(lobby)
        day = None if log_id is None else log_id.day
        announced = Announcement(*announcements[game]) if game in announcements else nothing
        go_type = go_type if log_id is None else _type_that_judges(go_type, log_id.go_type)
        claims.append((_number(go_type), stated, day, announced, players, tables.get(game)))
    return claims


def _type_that_judges(stated: int, named: int) -> int:
    """The type of GO, or that of the log id where they differ in red fives, kuitan or length alone.

    The difference is named (`rule-set`).  The server gives the id, and all 681 real logs agree with it.
    """
    differ_in_rules = stated != ABSENT and stated != named and (stated ^ named) & ~_RULE_BITS == 0
    return named if differ_in_rules else stated


def with_sticks(events: Events, facts: Facts, ruling: Ruling) -> Facts:
    """The facts with scores less the sticks as the rule sets value them; the replay takes 1000 for each."""
    more = (
        np.array([*(rules.riichi_stick for rules in ruling.rule_sets), RIICHI_STICK], np.int32) - RIICHI_STICK
    )
    if not more.any():
        return facts
    paid = more[ruling.rule_of_game[events.hands.game], None] * facts.riichi_passed
    return facts._replace(scores=facts.scores - paid)


def _tables(events: Events, code: Oddity) -> Iterator[tuple[int, int]]:
    """Row of ``games`` and bits of each table that an oddity describes."""
    oddities = events.oddities
    rows = np.flatnonzero(oddities.code == code)
    return zip(oddities.game[rows].tolist(), oddities.detail[rows].tolist(), strict=True)


def _soul_games(events: Events) -> dict[int, SoulGame]:
    """What logs of Mahjong Soul say of their tables, by row of ``games``."""
    games: dict[int, SoulGame] = {}
    for game, bits in _tables(events, Oddity.MAHJONG_SOUL):
        table = SoulTable(bits)
        games[game] = SoulGame(
            winds=1 if SoulTable.TONPUUSEN in table else 2 if SoulTable.HANCHAN in table else None,
            seats=3 if SoulTable.THREE in table else 4 if SoulTable.FOUR in table else None,
            red_fives=SoulTable.RED_FIVES in table,
            is_hosted=SoulTable.HOSTED in table,
            four_reds=SoulTable.TWO_RED_CIRCLES in table,
        )
    return games


def _engine_games(events: Events) -> dict[int, EngineGame]:
    """What logs of mjai say of their tables, by row of ``games``."""
    games: dict[int, EngineGame] = {}
    for game, bits in _tables(events, Oddity.MJAI):
        table = EngineTable(bits)
        games[game] = EngineGame(
            winds=1 if EngineTable.TONPUUSEN in table or _ends_as_tonpuusen(events, game) else 2,
            red_fives=EngineTable.RED_FIVES in table,
            states_starts=EngineTable.NO_START not in table,
        )
    return games


def _ends_as_tonpuusen(events: Events, game: int) -> bool:
    """Whether the log says that its game is over where only one of East hands would be.

    That is after the last hand of East, in South with the target reached there for the first time, or after
    South without it; a bust ends either game.
    """
    hands, results = events.hands, events.results
    first, stop = events.games.hand_offsets[game : game + 2].tolist()
    result = int(hands.result_offsets[stop]) - 1
    if stop == first or result < hands.result_offsets[stop - 1] or not results.has_owari[result]:
        return False
    players, kyoku = int(events.games.players[game]), int(hands.kyoku[stop - 1])
    after = results.scores[result].astype(np.int64) + results.deltas[result]
    if ABSENT in results.deltas[result] or kyoku == players - 1:
        return kyoku == players - 1 and not -_MOST_POINTS < after.min() < 0
    kyokus = hands.kyoku[first:stop]
    # The dealer may go on with the target reached, so only the first hand of each dealer tells.
    in_south = hands.scores[first:stop][(kyokus >= SEATS) & (np.diff(kyokus, prepend=ABSENT) != 0)]
    reached = int(after.max()) >= _TARGET[players]
    # After the last hand of South a hanchan goes on where nobody has reached the target.
    over = reached if SEATS <= kyoku < SEATS + players - 1 else kyoku == SEATS + players - 1 and not reached
    return bool(over and after.min() >= 0 and (in_south < _TARGET[players]).all())


_TARGET = {3: 40_000, SEATS: 30_000}
_MOST_POINTS = 10**9

_TENHOU6 = int(Oddity.TENHOU6)
