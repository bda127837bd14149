"""Which rule set judges which game, and what it gives: the settlement of a batch, rule set by rule set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.findings import LogName
from analyzer.formats.events import EngineTable, Events, Oddity, SoulTable
from analyzer.formats.log_id import GoType, parse_log_id
from analyzer.formats.one_game import plain_games
from analyzer.formats.red_fives import numerous_reds
from analyzer.replay.facts import Facts
from analyzer.rules import (
    NO_RED_FIVES,
    RED_FIVES,
    Announcement,
    Area,
    Choice,
    Doubt,
    EngineGame,
    RuleSet,
    RuleValue,
    SoulGame,
    choose,
    choose_engine,
    choose_record,
    choose_soul,
)
from analyzer.vocabulary import ABSENT, RIICHI_STICK, SEATS

_RULE_BITS: Final = int(GoType.NO_AKA | GoType.NO_KUITAN | GoType.HANCHAN)

Numerous = Mapping[int, tuple[int, ...]]
"""Red fives of man, pin and sou by row of ``games``, where there are more than one of a suit."""
Announcements = Mapping[int, tuple[str, str]]
"""``rule`` and ``csrule`` of GO, by row of ``games``."""


class _Claim(NamedTuple):
    """What a log says of its rules; of the games of a batch few differ."""

    go_type: int | None
    lobby: int | None
    day: date | None
    announced: Announcement
    players: int
    table: SoulGame | EngineGame | None
    """Of Mahjong Soul or of an engine."""
    is_record: bool
    """Whether it is a record of 電脳麻将, which says nothing of its rules."""
    states_reds: bool
    """JSON: whether it states red fives, by its rule or by one that is named."""
    numerous: tuple[int, ...]
    """Red fives of man, pin and sou, where there are more than one of a suit."""


class Otherwise(NamedTuple):
    """What a log says of its rules, against the rule set that is named or that it states itself."""

    claimed: str
    computed: str
    message: str


class Ruled(NamedTuple):
    """The rules of one game."""

    rules: RuleSet | None
    """None where none could be chosen."""
    unknown: frozenset[Area] = frozenset()
    reason: str | None = None
    """Why something is unknown; None when all is known."""
    doubts: frozenset[Doubt] = frozenset()
    """What announced rules leave open in some hands."""
    either_rounding: bool = False
    """Final results may be rounded or not, whatever the rule set says."""
    otherwise: tuple[Otherwise, ...] = ()
    """What the log says against its rule set."""
    other: RuleSet | None = None
    """Another rule set that it may have been played under; a verdict holds where both give it."""


class Ruling(NamedTuple):
    """The rule set of every game of a batch."""

    rule_sets: tuple[RuleSet, ...]
    rule_of_game: NDArray[np.int32]
    """Shape (games,): index into ``rule_sets``; -1 where none could be chosen."""
    of_game: tuple[Ruled, ...]
    """Per game."""

    def by_others(self) -> Ruling | None:
        """The same with the other rule set of every game that has one; None where no game has."""
        if all(one.other is None for one in self.of_game):
            return None
        return _ruling([one._replace(rules=one.other or one.rules) for one in self.of_game])

    def instead(self, index: int, other: RuleSet) -> Ruling:
        """The same with another rule set for the games of that one of ``rule_sets``."""
        of_index = (self.rule_of_game == index).tolist()
        return _ruling(
            [
                one._replace(rules=other) if changes else one
                for one, changes in zip(self.of_game, of_index, strict=True)
            ]
        )


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
    distinct, of_game = _distinct(_claims(events, logs, announcements))
    choices = [(claim, _choose(claim)) for claim in distinct]
    ruled = [_chosen(*one) if rules is None else _named(rules, *one) for one in choices]
    games = [ruled[claim] for claim in of_game]
    for game, five in plain_games(events).items():
        games[game] = _without_reds(games[game], five, distinct[of_game[game]], is_named=rules is not None)
    return _ruling(games)


def _ruling(games: Sequence[Ruled]) -> Ruling:
    found: list[RuleSet] = []
    # Games mostly share one object, and to compare two takes long.
    same = {id(one.rules): one.rules for one in games}
    index = {key: _index_in(found, rules) for key, rules in same.items()}
    of_game = np.array([index[id(one.rules)] for one in games], np.int32)
    return Ruling(tuple(found), of_game, tuple(games))


def _index_in(found: list[RuleSet], rules: RuleSet | None) -> int:
    """Index of a rule set among those found, to which it is added; -1 for none."""
    if rules is None:
        return -1
    if rules not in found:
        found.append(rules)
    return found.index(rules)


def _chosen(claim: _Claim, choice: Choice) -> Ruled:
    """The rules that a log calls for; none where they are not for its number of players."""
    rules = choice.rule_set()
    fits = rules.seats == claim.players
    other = choice.other_rule_set() if fits else None
    # What two rule sets may differ in is judged under both.
    unknown = choice.unknown if other is None else frozenset[Area]()
    return Ruled(
        rules if fits else None, unknown, choice.reason, choice.doubts, choice.either_rounding, other=other
    )


def _named(rules: RuleSet, claim: _Claim, choice: Choice) -> Ruled:
    """The rules that the user names, with the length that the log states, and what they cannot count."""
    table = claim.table
    if rules.seats != claim.players:
        return Ruled(None, reason=f"{rules.name} is for {rules.seats} players")
    ruled = Ruled(rules)
    pairs = zip(claim.numerous, rules.red_fives, _SUITS, strict=True)
    more = [f"{_NUMBERS[reds]} red fives of {suit}" for reds, own, suit in pairs if reds > max(own, 1)]
    if more:
        ruled = Ruled(rules, _BY_REDS, f"the log has {' and '.join(more)}, {rules.name} not")
    elif isinstance(table, EngineGame) and not table.states_starts:
        ruled = Ruled(rules, choice.unknown, choice.reason)
    winds = _stated_winds(claim, choice)
    if winds in (None, rules.winds):
        return ruled
    stated, own = _length(winds), _length(rules.winds)
    message = f"the log states {stated}, {rules.name} is {own}; the length of the log is used"
    return ruled._replace(
        rules=_varied(rules, "winds", winds, source="length of the log"),
        otherwise=(Otherwise(stated, own, message),),
    )


def _stated_winds(claim: _Claim, choice: Choice) -> int | None:
    """Winds of a game by what its log states; None where it states none."""
    if isinstance(claim.table, EngineGame):
        return claim.table.winds if claim.table.states_winds else None
    if isinstance(claim.table, SoulGame):
        return claim.table.winds
    # A game of one hand has no length, whatever the bit says.
    if claim.go_type is None or claim.go_type & GoType.SKILL:
        return None
    winds = dict(choice.options).get("winds")
    return winds if isinstance(winds, int) else None


def _length(winds: int) -> str:
    return {1: "a tonpuusen", 2: "a hanchan"}.get(winds, f"a game of {winds} winds")


@cache
def _varied(rules: RuleSet, rule: str, value: RuleValue, *, source: str) -> RuleSet:
    """A rule set with one rule that the log states; equal ones are the same object."""
    sources = tuple((name, source if name == rule else text) for name, text in rules.sources)
    return replace(rules, sources=sources, **{rule: value})  # type: ignore[arg-type]  # of the field's type


def _without_reds(ruled: Ruled, five: str | None, claim: _Claim, *, is_named: bool) -> Ruled:
    """The rules of a game whose log names no red five: a five that is not written as a red one is none.

    Args:
        ruled: The rules otherwise.
        five: Where the log shows all four copies of some five; None where it does not.
        claim: What the log says of its rules.
        is_named: Whether the user names the rule set.
    """
    rules = ruled.rules
    if rules is None or not any(rules.red_fives) or (claim.states_reds and five is None):
        return ruled
    ruled = ruled._replace(
        rules=_varied(rules, "red_fives", NO_RED_FIVES, source="tiles of the log"),
        doubts=ruled.doubts | {Doubt.RED_FIVES},
    )
    if five is None or not (is_named or claim.states_reds):
        return ruled
    by = rules.name if is_named else "the log itself"
    message = f"all four {five} are plain, by {by} one of each five is red; no red five is counted"
    return ruled._replace(
        otherwise=(*ruled.otherwise, Otherwise(f"four plain {five}", "a red five", message))
    )


def _choose(claim: _Claim) -> Choice:
    if isinstance(claim.table, SoulGame):
        return choose_soul(claim.table, claim.players)
    if isinstance(claim.table, EngineGame):
        return choose_engine(claim.table, claim.players)
    if claim.is_record:
        return choose_record()
    return choose(claim.go_type, claim.lobby, claim.day, announcement=claim.announced, players=claim.players)


_SUITS = ("characters", "circles", "bamboos")
_NUMBERS = ("no", "one", "two", "three", "four")
_BY_REDS = frozenset({Area.SCORING, Area.PAYMENT})
"""What rests on how many red fives are dora."""


def _distinct(claims: Sequence[_Claim]) -> tuple[list[_Claim], list[int]]:
    """Each claim once, and the place of that of each game among them."""
    places: dict[_Claim, int] = {}
    of_game = [places.setdefault(claim, len(places)) for claim in claims]
    return list(places), of_game


def _claims(events: Events, logs: Sequence[LogName], announcements: Announcements) -> list[_Claim]:
    games = events.games
    from_json = dict(_tables(events, Oddity.TENHOU6))
    numerous = numerous_reds(events)
    records = {game for game, _ in _tables(events, Oddity.MAJIANG)}
    tables: dict[int, SoulGame | EngineGame]
    tables = {**_soul_games(events, numerous), **_engine_games(events, numerous)}
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
        table = tables.get(game)
        reds = any(table.red_fives) if isinstance(table, EngineGame) else from_json.get(game, 0) > 0
        claims.append(
            _Claim(
                go_type=_number(go_type),
                lobby=stated,
                day=day,
                announced=announced,
                players=players,
                table=table,
                is_record=game in records,
                states_reds=reds,
                numerous=numerous.get(game, NO_RED_FIVES),
            )
        )
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


def _red_fives(numerous: tuple[int, ...] | None, *, has_some: bool) -> tuple[int, ...]:
    return numerous or (RED_FIVES if has_some else NO_RED_FIVES)


def _soul_games(events: Events, numerous: Numerous) -> dict[int, SoulGame]:
    """What logs of Mahjong Soul say of their tables, by row of ``games``."""
    games: dict[int, SoulGame] = {}
    set_by_host = dict(_tables(events, Oddity.SOUL_RULES))
    for game, bits in _tables(events, Oddity.MAHJONG_SOUL):
        table = SoulTable(bits)
        games[game] = SoulGame(
            winds=1 if SoulTable.TONPUUSEN in table else 2 if SoulTable.HANCHAN in table else None,
            seats=3 if SoulTable.THREE in table else 4 if SoulTable.FOUR in table else None,
            red_fives=_red_fives(numerous.get(game), has_some=SoulTable.RED_FIVES in table),
            is_hosted=SoulTable.HOSTED in table,
            detail_rule=events.words[set_by_host[game]] if game in set_by_host else "",
            local_yaku=SoulTable.LOCAL_YAKU in table,
            no_room=SoulTable.NO_ROOM in table,
        )
    return games


def _engine_games(events: Events, numerous: Numerous) -> dict[int, EngineGame]:
    """What logs of mjai say of their tables, by row of ``games``."""
    games: dict[int, EngineGame] = {}
    for game, bits in _tables(events, Oddity.MJAI):
        table = EngineTable(bits)
        states_east, ends_east = EngineTable.TONPUUSEN in table, _ends_as_tonpuusen(events, game)
        games[game] = EngineGame(
            winds=1 if states_east or ends_east else 2,
            red_fives=_red_fives(numerous.get(game), has_some=EngineTable.RED_FIVES in table),
            states_starts=EngineTable.NO_START not in table,
            states_winds=states_east or (EngineTable.HANCHAN in table and not ends_east),
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
