"""One fault of the catalogue planted in one hand of a log, by changes of its elements."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import pairwise
from typing import Final, NamedTuple

from analyzer.conformance import accounts
from analyzer.conformance.draft import RESULTS, Draft, Element, NoOccasion, elements_of
from analyzer.conformance.fault_catalogue import Fault, Term, all_of, filled, holds, one_of, text, value
from analyzer.conformance.site import TILES_OF, Site
from analyzer.simulation.games import Played, Standing
from analyzer.simulation.scenarios import Play, closer, play_hands
from analyzer.vocabulary import SEATS, TileId

__all__ = ["OPERATIONS", "FindingRow", "Twin", "change", "plant"]

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

    Args:
        site: A result, or what the first hand is to follow.
        begin: Kyoku, honba and sticks of the first of them.
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
    accounts.settle_end(site)


OPERATIONS: Final[Mapping[str, Callable[..., None]]] = {
    change.__name__.strip("_").replace("_", "-"): change
    for change in (
        *(set_, drop, insert, remove, repeat, move, forget_wall, swap_tiles, replace_tile, play_on),
        *(accounts.pay, accounts.pay_here, accounts.pay_instead, accounts.restate, accounts.carry),
        *(accounts.revalue, accounts.pay_honba, accounts.end),
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
