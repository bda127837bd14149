"""Faults of the catalogue planted in logs by changes of their elements, and what must be found then.

Where a result pays otherwise, the scores that follow are changed with it, and the end of the game.  Amounts
are points here, hundreds in the log.  What the rules give is asked of the settlement, never of the checks.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from itertools import chain, islice, pairwise
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from analyzer.audit import Finding, LogName, Review, Verdict, review
from analyzer.conformance.fault_catalogue import (
    FAULTS,
    Fault,
    Term,
    all_of,
    filled,
    holds,
    one_of,
    text,
    value,
)
from analyzer.conformance.samples import Sample
from analyzer.conformance.site import (
    RESULTS,
    TILES_OF,
    Draft,
    Element,
    NoOccasion,
    Site,
    elements_of,
    written,
)
from analyzer.errors import MalformedLog
from analyzer.formats.any_format import read_logs
from analyzer.formats.conversion import convert
from analyzer.rules import RuleSet, choose
from analyzer.settlement.game_end import EndCause, game_end
from analyzer.settlement.payments import LIABILITIES, WinTable, win_payments
from analyzer.settlement.points import base_points, limit_of, scoring_rules
from analyzer.simulation.games import DATE, Played, Standing, go_type_of
from analyzer.simulation.scenarios import Play, closer, play_hands
from analyzer.vocabulary import NO_SEAT, SEATS, EndKind, Seat, TileId

Points: TypeAlias = Mapping[Seat, int]
"""Changes of score, by seat."""


def pay_here(site: Site, changes: Points) -> None:
    """Change what a result pays, and nothing that follows."""
    _add(site, "sc", {2 * seat + 1: points // 100 for seat, points in changes.items()})


def pay(site: Site, changes: Points) -> None:
    """Change what a result pays, and the scores that follow."""
    pay_here(site, changes)
    carry(site, changes, 1)


def pay_instead(site: Site, due: Sequence[int]) -> None:
    """Let a result pay other points, and change the scores that follow."""
    paid = site.paid
    pay(site, {seat: points - paid[seat] for seat, points in enumerate(due)})


def restate(site: Site, changes: Points) -> None:
    """Change the scores that one element states; nothing follows."""
    name, stride = ("sc", 2) if site.kind in RESULTS else ("ten", 1)
    _add(site, name, {stride * seat: points // 100 for seat, points in changes.items()})


def carry(site: Site, changes: Points, offset: int = 0) -> None:
    """Change the scores that all elements from one on state, and the end of the game with them.

    Raises:
        NoOccasion: When it would end at another hand, or a riichi could not be paid.
    """
    for one in site.over(range(site.index + offset, len(site.draft.elements))):
        if one.kind in ("INIT", *RESULTS) or (one.kind == "REACH" and one.has("ten")):
            restate(one, changes)
    settle_end(site)
    declared = [one for one in site.of_kind("REACH", "log") if not one.has("ten")]
    needed = site.draft.rules.riichi_points
    can_be_paid = all(100 * one.standing[one.seat] >= needed for one in declared)
    if not can_be_paid or _takes_another_course(site):
        raise NoOccasion("the game would take another course")


def _add(site: Site, name: str, changes: Mapping[int, int]) -> None:
    """Change numbers of an attribute, by their place in it."""
    numbers = site.element.numbers(name)
    for place, more in changes.items():
        numbers[place] += more
    site.element.set_numbers(name, numbers)


def _takes_another_course(site: Site) -> bool:
    """Whether the game is over, or may be, after other hands than in the log as it was."""
    draft, judged = site.draft, site.draft.judged
    scores = np.array([one.scores_after for one in site.over(draft.last_results())], np.int32)
    rows = slice(draft.rows.start, draft.rows.stop)
    kyoku, won = judged.events.hands.kyoku[rows], judged.facts.end[rows] == EndKind.AGARI
    stays, kind = judged.next.kyoku[rows] == kyoku, judged.draws.kind[rows]
    dealer = judged.facts.dealer[rows]
    now = game_end(scores, draft.rules, kyoku=kyoku, dealer=dealer, dealer_stays=stays, won=won, kind=kind)
    is_over = (now.cause != EndCause.NONE) | now.may_end
    was_over = (judged.endings.cause[rows] != EndCause.NONE) | judged.endings.may_end[rows]
    return bool((is_over != was_over).any())


def settle_end(site: Site) -> None:
    """Write ``owari`` as the scores give it."""
    (last,) = site.over(site.draft.last_results()[-1:])
    end(last, last.final_scores)


def end(site: Site, scores: Sequence[int], results: Sequence[int] | None = None) -> None:
    """Let the game end with a result: write its ``owari``; what else that has stays.

    Args:
        site: The result.
        scores: Final scores in points, of the seats at the table.
        results: Final results, likewise; None for those of the scores.
    """
    last = site.element.attributes
    old = last["owari"].split(",") if last.get("owari") else ["0", "0.0"] * SEATS
    ended = [*zip(scores, results or site.results_of(scores), strict=True)]
    ended += [(0, 0)] * (SEATS - len(ended))
    texts = (
        (str(score // 100), f"{result / 1000:.1f}" if "." in old[1] else str(int(result / 1000)))
        for score, result in ended
    )
    last["owari"] = ",".join([*chain.from_iterable(texts), *old[2 * SEATS :]])


def revalue(site: Site, yaku: list[int], fu: int, han: int | None = None) -> None:
    """Let a win without yakuman have other yaku or fu, its points by the rules, and pay them.

    Args:
        site: The win.
        yaku: Ids and han.
        fu: As they are stated.
        han: If points are to be counted by other han than those of its yaku.

    Raises:
        NoOccasion: When other han are worth the same.
    """
    rules = scoring_rules(site.draft.rules)
    counted = han or sum(yaku[1::2])
    limit = limit_of(counted, fu, rules.counted_yakuman)
    base = base_points(counted, fu, limit, rules.kiriage_mangan)
    honba, kyotaku = site["ba"]
    due = _payments(site, base, 0)[site.seat]
    if han and [due, limit] == site["ten"][1:]:
        raise NoOccasion("so many han are worth the same")
    site.element.set_numbers("yaku", yaku)
    site.element.set_numbers("ten", [fu, due, limit])
    is_first = site.of_kind("result")[0].element is site.element
    pay_instead(site, _payments(site, base, honba if is_first else 0, kyotaku))


def _payments(site: Site, base: int, honba: int, kyotaku: int = 0) -> list[int]:
    """Payments of base points, honba and sticks of a win, nobody being liable."""
    table = WinTable(
        winner=np.array([site.seat], np.uint8),
        loser=np.array([site["fromWho"]], np.uint8),
        dealer=np.array([site.dealer], np.uint8),
        honba=np.array([honba], np.int32),
        sticks=np.array([kyotaku], np.int32),
        takes_pot=np.ones(1, np.bool_),
        pao_seat=np.full((1, len(LIABILITIES)), NO_SEAT, np.uint8),
        feeder=np.array([NO_SEAT], np.uint8),
    )
    nothing = np.zeros((1, len(LIABILITIES)), np.int32)
    paid: list[int] = win_payments(np.array([base], np.int32), nothing, table, site.draft.rules)[0].tolist()
    return paid


def pay_honba(site: Site, more: int) -> None:
    """Let a win be paid so many honba more, nobody being liable, or less: ``"-ba[0]"``."""
    pay(site, dict(enumerate(_payments(site, 0, more))))


_ORDER: Final = (
    *("type", "ba", "hai", "m", "machi", "yaku", "yakuman", "doraHai", "doraHaiUra"),
    *("who", "fromWho", "paoWho", "sc", "hai0", "hai1", "hai2", "hai3", "owari"),
)
"""Attributes of results in the order in which elements have them."""


def set_(site: Site, table: Mapping[str, Term]) -> None:
    """Write attributes, or single numbers of them: ``{"type" = "'nm'", "ba[0]" = "ba[0] + 1"}``."""
    attributes = site.element.attributes
    for where, term in table.items():
        name, _, place = filled(site, where).removesuffix("]").partition("[")
        new = text(site, term)
        if place:
            parts = site.attribute(name).split(",")
            parts[int(place)] = new
            new = ",".join(parts)
        # Where there is none of the name, in its place among the others.
        behind = _ORDER[_ORDER.index(name) :] if name in _ORDER and name not in attributes else ()
        later = {other: attributes.pop(other) for other in [*attributes] if other in behind}
        attributes |= {name: new, **later}


def drop(site: Site, *names: str) -> None:
    """Take attributes away.

    Raises:
        NoOccasion: When the element has none of a name.
    """
    for pattern in names:
        name = filled(site, pattern)
        site.attribute(name)
        del site.element.attributes[name]


def insert(site: Site, *patterns: str) -> None:
    """Put elements before this one: ``"REACH who={seat} step=1"``."""
    written = [filled(site, pattern).split() for pattern in patterns]
    site.draft.elements[site.index : site.index] = [
        Element(name, dict(pair.split("=", 1) for pair in attributes)) for name, *attributes in written
    ]


def remove(site: Site, number: int) -> None:
    """Take an element away, and those behind it, so many in all."""
    del site.draft.elements[site.index : site.index + number]


def repeat(site: Site, number: int) -> None:
    """Put a copy of an element before it, of so many with those behind it."""
    index = site.index
    site.draft.elements[index:index] = deepcopy(site.draft.elements[index : index + number])


def move(site: Site, by: int, number: int = 1) -> None:
    """Put an element, or so many with those behind it, some places behind."""
    index, elements = site.index, site.draft.elements
    if index + by + number > len(elements):
        raise NoOccasion("the log ends before")
    moved = elements[index : index + number]
    del elements[index : index + number]
    elements[index + by : index + by] = moved


def forget_wall(site: Site, _: int = 1) -> None:
    """Take the seeds of the walls away, so that play alone tells where tiles lie."""
    site.draft.elements = [one for one in site.draft.elements if one.name != "SHUFFLE"]
    for init in site.of_kind("INIT", "log"):
        init.element.attributes.pop("shuffle", None)


def swap_tiles(site: Site, tile: TileId, other: TileId) -> None:
    """Exchange two tiles through the whole hand, and forget the wall; neither may lie in a call."""
    for one in site.over(site.span):
        replace_tile(one, tile, other, tile)
    forget_wall(site)


def replace_tile(site: Site, *tiles: TileId) -> None:
    """Name another tile in one element: each of these is replaced by the one after it."""
    new, element = dict(pairwise(tiles)), site.element
    if site.kind in ("draw", "discard"):
        element.name = f"{element.name[0]}{new.get(site.tile, site.tile)}"
    for name in filter(TILES_OF.fullmatch, element.attributes):
        element.set_numbers(name, [new.get(tile, tile) for tile in element.numbers(name)])
    if site.kind == "INIT":
        seed = element.numbers("seed")
        element.set_numbers("seed", [*seed[:5], new.get(seed[5], seed[5])])


def play_on(site: Site, begin: Sequence[int]) -> None:
    """Let other hands follow an element, until the rules end the game: ``"plus(follows, 1, -1)"``.

    ``begin`` has kyoku, honba and sticks of the first of them.
    """
    draft, rules = site.draft, site.draft.rules
    scores = site.scores_after if site.kind in RESULTS else [rules.start_points] * site.seats
    kyoku, honba, sticks = begin

    def next_hand(standing: Standing, play: Play) -> Played:
        if standing.hands_played == 0:
            seats = (*scores, 0)[:SEATS]
            standing = Standing(0, kyoku, honba, sticks, kyoku % SEATS, seats)
        return play(closer(standing, rules.seats, rules.name), standing)

    played = elements_of(play_hands("faults", rules, next_hand))
    first = next(at for at, element in enumerate(played) if element.name == "INIT")
    draft.elements[site.index + 1 :] = played[first:]
    forget_wall(site)
    # The hands before may have penalties, of which these know nothing.
    settle_end(site)


OPERATIONS: Final[Mapping[str, Callable[..., None]]] = {
    change.__name__.strip("_").replace("_", "-"): change
    for change in (
        *(set_, drop, insert, remove, repeat, move, forget_wall, swap_tiles, replace_tile, play_on),
        *(pay, pay_here, pay_instead, restate, carry),
        *(revalue, pay_honba, end),
    )
}
"""By name; each takes the element, and what `change` makes of the terms that the catalogue gives it."""


def change(site: Site, operation: str, *arguments: Term | Mapping[str, Term]) -> None:
    """Make a change of the catalogue to an element.

    Args:
        site: The element.
        operation: A name of `OPERATIONS`.
        arguments: Terms, or one table of points by seat: ``{who = 100, fromWho = -100}``.  Those of ``set``,
            ``drop`` and ``insert`` are names and elements, with terms in them.
    """
    if operation not in ("set", "drop", "insert"):
        arguments = tuple(
            {value(site, seat): value(site, points) for seat, points in one.items()}
            if isinstance(one, Mapping)
            else value(site, one)
            for one in arguments
        )
    OPERATIONS[operation](site, *arguments)


class FindingRow(NamedTuple):
    """The finding that a twin must give, with the keys of a `Finding`."""

    check: str
    verdict: str
    hand: int | None
    element: int | None
    seat: int | None


class Twin(NamedTuple):
    """A log with one fault."""

    fault: Fault
    elements: list[Element]
    finding: FindingRow


def plant(fault: Fault, honest: Draft, hand: int) -> Twin:
    """A copy of a log with a fault in a hand.

    Raises:
        NoOccasion: When the hand has no place for it, or the fault would change the course of the game.
    """
    site = _occasion(fault, honest, hand)
    draft = honest.fresh()
    site = replace(site, draft=draft, element=draft[site.index])
    before = {id(element): element for element in draft.elements}
    seat = None if fault.seat is None else value(site, fault.seat)
    # What is inserted, and the log as a whole, are found when all is changed.
    found = None if fault.found.find in ("inserted", "log") else one_of(site, fault.found)
    for one in fault.changes:
        for target in all_of(site, one.at):
            change(target, one.operation, *one.arguments)
    if fault.found.find == "inserted":
        at = next(at for at, element in enumerate(draft.elements) if id(element) not in before)
        found = Site(draft, draft[at], {})
    in_hand, element = (None, None) if found is None else (found.hand, found.index)
    in_hand = None if in_hand == -1 else in_hand
    return Twin(fault, draft.elements, FindingRow(fault.check, fault.verdict, in_hand, element, seat))


def _occasion(fault: Fault, honest: Draft, hand: int) -> Site:
    """The element that a fault is about, with the names that it gives."""
    init = honest[honest.span(hand).start]
    site = one_of(Site(honest, init, {}), fault.at)
    for name, term in fault.names.items():
        site = replace(site, names={**site.names, name: value(site, term)})
    if not holds(site, fault.when):
        raise NoOccasion("what it needs does not hold")
    return site


TWINS_OF_A_LOG: Final = 3
TWINS_OF_A_FAULT: Final = 4


def twins_of(rules: RuleSet, judged: Review, samples: Sequence[Sample]) -> Iterator[tuple[Sample, Twin]]:
    """Logs of one rule set with faults planted in them, the least used ones first.

    Faults are planted in the hands that show something, and in the last of the game.  A log has no twins that
    gives findings itself, or whose bytes a reader has to repair.
    """
    planted: Counter[str] = Counter()
    chosen = choose(go_type_of(rules), 0, DATE, players=rules.seats)
    is_announced = chosen.rule_set().name == rules.name
    possible = [fault for fault in FAULTS.values() if is_announced or not fault.announced]
    for game, (sample, name) in enumerate(zip(samples, judged.logs, strict=True)):
        elements = [] if findings_of(judged, name) else elements_of(sample.data)
        if not elements or written(elements) != sample.data:
            continue
        honest = Draft(elements, rules, judged, game)
        last = len(honest.inits()) - 1
        hands = dict.fromkeys((*(hand for hand in sample.shows if hand < last), last))
        wanted = [fault for fault in possible if planted[fault.name] < TWINS_OF_A_FAULT]
        # The fewest first; of those, first what the scenario is made for.
        wanted.sort(key=lambda fault: (planted[fault.name], fault.example != name.log_id))
        twins = filter(None, (_first_twin(fault, honest, hands) for fault in wanted))
        for twin in islice(twins, TWINS_OF_A_LOG):
            planted[twin.fault.name] += 1
            yield sample, twin


def _first_twin(fault: Fault, honest: Draft, hands: Iterable[int]) -> Twin | None:
    """The log with a fault in the first of some hands that has an occasion."""
    for hand in hands:
        with suppress(NoOccasion):
            return plant(fault, honest, hand)
    return None


def findings_of(judged: Review, name: LogName) -> list[Finding]:
    """What was found in one log, its wall apart: walls made to measure have no seed."""
    found = [one for one in judged.findings if (one.log, one.source) == (name.log_id, name.source)]
    return [one for one in found if not one.check.startswith("wall-")]


FORMS: Final = {"mjlog": ".mjlog", "tenhou6": ".json", "mjai": ".jsonl"}
"""Forms that twins are written in, and how names of their files end."""


def twins_in(form: str, twins: Sequence[Twin], rules: RuleSet) -> list[tuple[bytes, FindingRow] | None]:
    """Twins in a form, each with its finding there; None where it does not give the one that is due.

    The finding leads all that fails, but for what a fault leaves undecided.  Some faults have further
    consequences in some hands, as a call that ends the first go-round; other forms than mjlog have no place
    for some, or claim them elsewhere.
    """
    data = {str(place): in_form(form, written(twin.elements)) for place, twin in enumerate(twins)}
    said: dict[str, list[FindingRow]] = defaultdict(list)
    for is_announced in (True, False):
        logs = [
            (LogName(name, name), log)
            for name, log in data.items()
            if log is not None and twins[int(name)].fault.announced == is_announced
        ]
        for one in review(logs, "auto" if is_announced else rules.name).findings if logs else ():
            fault = twins[int(one.source)].fault
            is_due = (one.check, one.verdict) == (fault.check, fault.verdict)
            if one.leads and (is_due or one.verdict != Verdict.UNDECIDED):
                said[one.source].append(FindingRow(one.check, one.verdict, one.hand, one.element, one.seat))
    found: list[tuple[bytes, FindingRow] | None] = []
    for (name, log), twin in zip(data.items(), twins, strict=True):
        rows, due = said[name], twin.finding
        if form != "mjlog" and len(rows) == 1:
            # An element has another number there.
            due = due._replace(element=rows[0].element)
        found.append((log, due) if log is not None and rows == [due] else None)
    return found


def in_form(form: str, data: bytes) -> bytes | None:
    """An mjlog in a form of `FORMS`; None where a play of it cannot be read."""
    if form == "mjlog":
        return data
    with suppress(MalformedLog):
        return convert(*read_logs([data]).read(), form).text.encode()
    return None
