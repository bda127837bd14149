"""A log under change: its elements, how others are found from one, and what can be said of it.

Names and attributes are text, in the order of the log.  Properties and methods of `Site` are words of the
catalogue of faults.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeAlias
from xml.etree import ElementTree as ET

import numpy as np

from analyzer.audit import Review
from analyzer.formats.meld_codes import decode_call
from analyzer.formats.mjlog.writer import ROOT_END, element_text
from analyzer.replay.facts import Place
from analyzer.rules import RuleSet
from analyzer.settlement.game_end import final_results, leftover_points
from analyzer.settlement.ryuukyoku import nagashi_payment, noten_penalty
from analyzer.settlement.yaku_names import STANDS_BEFORE
from analyzer.vocabulary import SEATS, PlayKind, Seat, TileId
from analyzer.wall.walls import layout_of

RESULTS: Final = ("AGARI", "RYUUKYOKU")


@dataclass(slots=True)
class Element:
    """One element of a log.

    Attributes:
        name: As in XML, with the tile of a draw or discard: ``T71``.
        attributes: Values by name, in the order of the log.
    """

    name: str
    attributes: dict[str, str]

    def numbers(self, attribute: str) -> list[int]:
        """The comma-separated integers of an attribute; none where it is absent."""
        text = self.attributes.get(attribute, "")
        return [int(part) for part in text.split(",")] if text else []

    def set_numbers(self, attribute: str, numbers: list[int]) -> None:
        """Write an attribute of integers."""
        self.attributes[attribute] = ",".join(map(str, numbers))


def elements_of(data: bytes) -> list[Element]:
    """Elements of one log, the root first, so that a place in the list is the element index of findings.

    Args:
        data: A log that the referee has read: well-formed, and of nothing but elements.
    """
    root = ET.fromstring(data)  # noqa: S314 - it was read by readers of hostile logs before
    return [Element(one.tag, one.attrib) for one in root.iter()]


def written(elements: list[Element]) -> bytes:
    """The bytes of a log."""
    root, *others = (element_text(element.name, element.attributes.items()) for element in elements)
    return "".join([f"{root.removesuffix('/>')}>", *others, ROOT_END]).encode()


class NoOccasion(LookupError):
    """A log has no place for a fault here, or the fault would change the course of the game."""


class Draft:
    """A log under change.

    Attributes:
        elements: Of the log; a place in the list is the element index of findings.
        rules: The rule set it is played under.
        judged: The log as it was, reviewed under these rules among any others.
        rows: Rows of its hands, as it was, in the review.
        known_inits: Indices of its INIT elements, for as long as nothing is changed.
    """

    def __init__(self, elements: list[Element], rules: RuleSet, judged: Review, game: int) -> None:
        self.elements = elements
        self.rules = rules
        self.judged = judged
        self.rows = range(*judged.events.games.hand_offsets[game : game + 2].tolist())
        self.known_inits: list[int] | None = None
        self.known_inits = self.inits()

    def fresh(self) -> Draft:
        """A copy to change; the log as it was stays in this one."""
        copied = copy(self)
        copied.elements = [Element(one.name, dict(one.attributes)) for one in self.elements]
        copied.known_inits = None
        return copied

    def __getitem__(self, index: int) -> Element:
        return self.elements[index]

    def inits(self) -> list[int]:
        """Indices of the INIT elements."""
        if self.known_inits is not None:
            return self.known_inits
        return [index for index, element in enumerate(self.elements) if element.name == "INIT"]

    def span(self, hand: int) -> range:
        """Indices of the elements of a hand, from INIT to the last before the next hand.

        Raises:
            NoOccasion: When there is no such hand.
        """
        inits = self.inits()
        if not 0 <= hand < len(inits):
            raise NoOccasion(f"no hand {hand}")
        return range(inits[hand], [*inits, len(self.elements)][hand + 1])

    def last_results(self) -> list[int]:
        """Index of the last result of each hand that has one."""
        spans = map(self.span, range(len(self.inits())))
        results = [[index for index in span if self[index].name in RESULTS] for span in spans]
        return [indices[-1] for indices in results if indices]


Value: TypeAlias = Any
"""Of a word or term: mostly a number, a text or a list of numbers."""
_DRAW_TAGS, _DISCARD_TAGS = "TUVW", "DEFG"
_LISTS: Final = re.compile("ba|seed|ten|sc|chip|m|yaku|yakuman|doraHai|doraHaiUra|hai[0-3]?")
"""Attributes that are lists even where they have one number."""
TILES_OF: Final = re.compile("hai[0-3]?|doraHai|doraHaiUra|machi")
"""Attributes whose numbers are tiles."""
_KINDS: Final = {
    "result": RESULTS,
    "play": ("draw", "discard", "N", "REACH", "DORA", *RESULTS),
}
"""Kinds of elements that have a word in common."""


@cache
def kind_of(name: str) -> str:
    """``draw``, ``discard``, or the tag of an element."""
    if name[1:].isdigit():
        return "draw" if name[0] in _DRAW_TAGS else "discard"
    return name


@dataclass(frozen=True, slots=True)
class Site:
    """One element of a draft, its hand and the table, with the names that a fault gives to values."""

    draft: Draft
    element: Element
    names: Mapping[str, Value]

    @property
    def index(self) -> int:
        """Place of the element in the log as it is now."""
        return next(index for index, one in enumerate(self.draft.elements) if one is self.element)

    def beside(self, offset: int) -> Site:
        """The element so many places behind this one.

        Raises:
            NoOccasion: When the log ends before.
        """
        place = self.index + offset
        if not 0 <= place < len(self.draft.elements):
            raise NoOccasion("no such element")
        return Site(self.draft, self.draft[place], self.names)

    def over(self, indices: Iterable[int]) -> Iterator[Site]:
        """The elements at some places of the log."""
        return (Site(self.draft, self.draft[place], self.names) for place in indices)

    def init(self, offset: int) -> Site:
        """The INIT so many hands later."""
        return next(self.over(self.draft.span(self.hand + offset)))

    def of_kind(self, kind: str, within: str = "hand") -> list[Site]:
        """The elements of a kind that a part of the log has."""
        kinds, elements = _KINDS.get(kind, (kind,)), self.draft.elements
        return [*self.over(place for place in _PARTS[within](self) if kind_of(elements[place].name) in kinds)]

    def has(self, name: str) -> bool:
        """The element has an attribute."""
        return name in self.element.attributes

    def attribute(self, name: str) -> str:
        """Text of an attribute.

        Raises:
            NoOccasion: When the element has none of the name.
        """
        if not self.has(name):
            raise NoOccasion(f"no attribute {name}")
        return self.element.attributes[name]

    def __getitem__(self, name: str) -> Value:
        """An attribute as a number, a list of numbers, a list of texts, or a text."""
        text = self.attribute(name)
        if _LISTS.fullmatch(name) or "," in text:
            parts = text.split(",") if text else []
            return parts if any("." in part for part in parts) else [int(part) for part in parts]
        return int(text) if text.removeprefix("-").isdigit() else text

    @property
    def kind(self) -> str:
        """``draw``, ``discard``, or the tag."""
        return kind_of(self.element.name)

    @property
    def tile(self) -> TileId:
        """Tile that is drawn or discarded."""
        if self.kind not in ("draw", "discard"):
            raise NoOccasion("neither draw nor discard")
        return int(self.element.name[1:])

    @property
    def seat(self) -> Seat:
        """Seat that plays the element."""
        if self.kind in ("draw", "discard"):
            return (_DRAW_TAGS + _DISCARD_TAGS).index(self.element.name[0]) % 4
        return int(self["who"])

    @property
    def tsumogiri(self) -> bool:
        """The element is the discard of the tile just drawn."""
        before = self.beside(-1)
        return (before.kind, self.kind) == ("draw", "discard") and before.tile == self.tile

    @property
    def passed(self) -> bool:
        """Nobody calls or wins on the discard, and it declares no riichi."""
        return self.kind == "discard" and self.beside(1).kind in ("draw", "RYUUKYOKU")

    @property
    def seats(self) -> int:
        """3 or 4."""
        return self.draft.rules.seats

    @property
    def hand(self) -> int:
        """0-based hand that the element belongs to; -1 before the first."""
        index = self.index
        return sum(init <= index for init in self.draft.inits()) - 1

    @property
    def row(self) -> int:
        """Row of the hand, as the log was, in the review."""
        return self.draft.rows[self.hand]

    @property
    def span(self) -> range:
        """Indices of the elements of its hand."""
        return self.draft.span(self.hand)

    @property
    def is_last(self) -> bool:
        """No hand follows."""
        return self.hand == len(self.draft.inits()) - 1

    @property
    def dealer(self) -> Seat:
        """Dealer of the hand."""
        return int(self.init(0)["oya"])

    @property
    def follows(self) -> list[int]:
        """Kyoku, honba and sticks of the hand after, as the log was, if the game goes on."""
        after = self.draft.judged.next
        return [int(column[self.row]) for column in (after.kyoku, after.honba, after.kyotaku)]

    @property
    def may_end(self) -> bool:
        """The dealer may end the game after the hand, or go on."""
        return bool(self.draft.judged.endings.may_end[self.row])

    @property
    def has_wall(self) -> bool:
        """The log has the seed of its walls."""
        return bool(self.of_kind("SHUFFLE", "log"))

    def rule(self, name: str) -> Value:
        """Value of a rule."""
        return self.draft.rules.value(name)

    def following(self, seat: Seat) -> Seat:
        """Seat whose turn is next."""
        return (seat + 1) % self.seats

    def other(self, *taken: Seat) -> Seat:
        """The first seat that is none of these."""
        others = [seat for seat in range(self.seats) if seat not in taken]
        return others[0]

    @property
    def standing(self) -> list[int]:
        """Scores in hundreds as INIT or a riichi stick before the element states them."""
        before = self.over(range(self.span.start, self.index))
        return [one.element.numbers("ten") for one in before if one.has("ten")][-1]

    def tehai(self, seat: Seat) -> list[TileId]:
        """Tiles that the element shows of a seat."""
        return self.element.numbers(f"hai{seat}")

    @property
    def shown(self) -> list[Seat]:
        """Seats that show their tehai."""
        return [seat for seat in range(SEATS) if self.has(f"hai{seat}")]

    @property
    def paid(self) -> list[int]:
        """Points that a result moves, of the seats at the table."""
        return [100 * number for number in self.element.numbers("sc")[1 : 2 * self.seats : 2]]

    @property
    def scores_after(self) -> list[int]:
        """Scores after a result, of the seats at the table."""
        before = self.element.numbers("sc")[: 2 * self.seats : 2]
        return [100 * score + delta for score, delta in zip(before, self.paid, strict=True)]

    @property
    def final_scores(self) -> list[int]:
        """Scores at the end of the game if it ends with this result, by the rules."""
        after = np.array([self.scores_after], np.int32)
        sticks = np.array([self["ba"][1] if self.kind == "RYUUKYOKU" else 0], np.int32)
        return [int(score) for score in (after + leftover_points(after, sticks, self.draft.rules))[0]]

    def results_of(self, scores: Sequence[int]) -> list[int]:
        """Final results of final scores in points; what chombo took from the game's stays taken."""
        draft = self.draft
        taken = draft.judged.draws.final_points[draft.rows, : self.seats].sum(axis=0, dtype=np.int32)
        results = final_results(np.array([scores], np.int32), draft.rules, taken[None])
        return [int(points) for points in results[0]]

    def nagashi(self, seat: Seat) -> list[int]:
        """Payments if a seat had made nagashi mangan."""
        made = np.arange(self.seats)[None] == seat
        dealers = np.array([self.dealer], np.uint8)
        nothing = np.zeros(1, np.int32)
        paid = nagashi_payment(made, dealers, self.draft.rules, nothing, nothing)
        return [int(points) for points in paid[0]]

    def noten_payment(self, tenpai: list[Seat]) -> list[int]:
        """Payments if these seats are tenpai."""
        mask = np.array([[seat in tenpai for seat in range(self.seats)]])
        return [int(points) for points in noten_penalty(mask, self.draft.rules)[0]]

    def call(self) -> str:
        """``chi``, ``pon``, ``kakan``, ``ankan``, ``daiminkan`` or ``kita``."""
        kind, *_ = decode_call(self["m"][0], 0, np.zeros(4, np.uint8))
        return PlayKind(kind).name.lower()

    def held(self, seat: Seat) -> list[TileId]:
        """Concealed tiles of a seat when the hand ends, as played."""
        return self._lying(Place.CONCEALED + seat)

    def free_tiles(self) -> list[TileId]:
        """Tiles of the game that the hand does not show, as played."""
        ura = [tile for one in self.of_kind("AGARI") for tile in one.element.numbers("doraHaiUra")]
        game = layout_of(self.seats).tiles
        return [tile for tile in self._lying(Place.UNSEEN) if tile in game and tile not in ura]

    def _lying(self, place: int) -> list[TileId]:
        return [int(tile) for tile in np.flatnonzero(self.draft.judged.facts.place[self.row] == place)]

    def han_of(self, yaku: int) -> int:
        """Han of one yaku of a win; 0 where it is not among them."""
        return dict(self._yaku()).get(yaku, 0)

    def with_yaku(self, yaku: int, han: int) -> list[int]:
        """The yaku of a win, with so many han of one of them, which is put in its place; none for 0 han."""
        pairs = [pair for pair in self._yaku() if pair[0] != yaku]
        place = sum(yaku in STANDS_BEFORE.get(number, ()) for number, _ in pairs)
        pairs[place:place] = [(yaku, han)] if han else []
        return [part for pair in pairs for part in pair]

    def _yaku(self) -> list[tuple[int, int]]:
        numbers = self.element.numbers("yaku")
        return [*zip(numbers[::2], numbers[1::2], strict=True)]


_PARTS: Final[Mapping[str, Callable[[Site], range]]] = {
    "hand": lambda site: site.span,
    "next hand": lambda site: site.draft.span(site.hand + 1),
    "rest": lambda site: range(site.index + 1, site.span.stop),
    "before": lambda site: range(site.span.start, site.index),
    "after": lambda site: range(site.index + 1, len(site.draft.elements)),
    "log": lambda site: range(len(site.draft.elements)),
}
"""Indices of a part of the log: of all of it, of a hand, or of what comes before or after an element."""
