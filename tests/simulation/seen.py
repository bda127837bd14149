"""What a log shows to a regular expression and the format description; nothing of the package is used."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tests.simulation.tiles import KANS, YAOCHU, Call, call_of, waits_of

Attributes = dict[str, str]


class Element(NamedTuple):
    """One element; the first value where an attribute is given twice."""

    tag: str
    attributes: Attributes


def elements(data: bytes) -> Iterator[Element]:
    for tag, inside in re.findall(r"<(\w+)([^>]*?)/?>", data.decode()):
        attributes: Attributes = {}
        for name, value in re.findall(r'(\w+)="([^"]*)"', inside):
            attributes.setdefault(name, value)
        yield Element(tag, attributes)


def numbers(attributes: Attributes, name: str) -> list[int]:
    """A list of integers; empty where there is none."""
    return [int(part) for part in attributes.get(name, "").split(",") if part]


class Discard(NamedTuple):
    seat: int
    tile: int
    draws: int
    """How many tiles had been drawn by all."""
    riichi: bool


class Win(NamedTuple):
    """An AGARI; points and deltas in hundreds, as logged but for ``points``."""

    attributes: Attributes

    @property
    def seat(self) -> int:
        return int(self.attributes["who"])

    @property
    def loser(self) -> int:
        return int(self.attributes["fromWho"])

    @property
    def tsumo(self) -> bool:
        return self.seat == self.loser

    @property
    def han(self) -> Counter[int]:
        """Han by yaku id, dora among them (52 dora, 53 ura, 54 red)."""
        listed = numbers(self.attributes, "yaku")
        return Counter(dict(zip(listed[::2], listed[1::2], strict=True)))

    @property
    def yaku(self) -> set[int]:
        """Ids of yaku and yakuman."""
        return set(self.han) | set(numbers(self.attributes, "yakuman"))

    @property
    def fu(self) -> int:
        return numbers(self.attributes, "ten")[0]

    @property
    def points(self) -> int:
        return numbers(self.attributes, "ten")[1]

    @property
    def limit(self) -> int:
        return numbers(self.attributes, "ten")[2]

    @property
    def concealed(self) -> list[int]:
        """Ids with the winning tile."""
        return numbers(self.attributes, "hai")

    @property
    def machi(self) -> int:
        return numbers(self.attributes, "machi")[0]

    @property
    def melds(self) -> list[Call]:
        """Without kita, latest first."""
        return [call for call in map(call_of, numbers(self.attributes, "m")) if call.kind != "kita"]

    @property
    def kita(self) -> int:
        return sum(call_of(code).kind == "kita" for code in numbers(self.attributes, "m"))

    @property
    def tiles(self) -> list[int]:
        """All ids of the hand, those of melds too."""
        return [*self.concealed, *(tile for call in self.melds for tile in call.tiles)]

    @property
    def kinds(self) -> Counter[int]:
        return Counter(tile // 4 for tile in self.tiles)

    @property
    def closed(self) -> bool:
        return all(call.kind == "ankan" for call in self.melds)

    @property
    def before(self) -> list[int]:
        """Concealed kinds before the winning tile."""
        kinds = [tile // 4 for tile in self.concealed]
        kinds.remove(self.machi // 4)
        return kinds

    @property
    def deltas(self) -> list[int]:
        return numbers(self.attributes, "sc")[1:8:2]

    @property
    def scores(self) -> list[int]:
        """Before it."""
        return numbers(self.attributes, "sc")[0:8:2]

    @property
    def after(self) -> list[int]:
        return [before + delta for before, delta in zip(self.scores, self.deltas, strict=True)]

    @property
    def ba(self) -> list[int]:
        """Honba and sticks."""
        return numbers(self.attributes, "ba")


class Hand:
    """One hand, followed tile by tile."""

    def __init__(self, init: Attributes, follows: Iterable[Element], players: int) -> None:
        seed = numbers(init, "seed")
        self.init, self.players, self.elements = init, players, list(follows)
        self.kyoku, self.honba, self.sticks, self.indicators = seed[0], seed[1], seed[2], [seed[5]]
        self.dealer = int(init["oya"])
        self.scores = numbers(init, "ten")[:players]
        self.concealed = [numbers(init, f"hai{seat}") for seat in range(players)]
        self.calls: list[tuple[int, Call]] = []
        self.rivers: list[list[Discard]] = [[] for _ in range(players)]
        self.called: list[Discard] = []
        self.declared: list[int] = []
        self.accepted: list[int] = []
        self.draws = 0
        self.plays: list[tuple[str, int, int]] = []
        """What was done, by whom, with which tile: draw, discard, or the kind of a call."""
        self.wins = [Win(one.attributes) for one in self.elements if one.tag == "AGARI"]
        self.draw = next((one.attributes for one in self.elements if one.tag == "RYUUKYOKU"), None)
        for one in self.elements:
            self._follow(one)

    def _follow(self, one: Element) -> None:
        move = re.fullmatch(r"([T-WD-G])(\d+)", one.tag)
        if move and move[1] in "TUVW":
            self._drawn("TUVW".index(move[1]), int(move[2]))
        elif move:
            self._discarded("DEFG".index(move[1]), int(move[2]))
        elif one.tag == "N":
            self._called(int(one.attributes["who"]), call_of(int(one.attributes["m"])))
        elif one.tag == "REACH":
            stage = self.declared if one.attributes["step"] == "1" else self.accepted
            stage.append(int(one.attributes["who"]))
        elif one.tag == "DORA":
            self.indicators.append(int(one.attributes["hai"]))

    def _drawn(self, seat: int, tile: int) -> None:
        self.draws += 1
        self.concealed[seat].append(tile)
        self.plays.append(("draw", seat, tile))

    def _discarded(self, seat: int, tile: int) -> None:
        riichi = seat in self.declared and not any(each.riichi for each in self.rivers[seat])
        self.concealed[seat].remove(tile)
        self.rivers[seat].append(Discard(seat, tile, self.draws, riichi))
        self.plays.append(("discard", seat, tile))

    def _called(self, seat: int, call: Call) -> None:
        if call.kind in ("chi", "pon", "daiminkan"):
            self.called.append(self.rivers[self.plays[-1][1]][-1])
        given = [tile for tile in call.tiles if tile in self.concealed[seat]]
        for tile in given:
            self.concealed[seat].remove(tile)
        self.calls.append((seat, call))
        self.plays.append((call.kind, seat, given[0]))

    @property
    def draw_type(self) -> str | None:
        """Of a hand without a winner: ``type``, or ``""`` for an exhaustive draw."""
        return None if self.draw is None else self.draw.get("type", "")

    @property
    def shown(self) -> list[int]:
        """Seats whose tiles a draw shows."""
        return [seat for seat in range(4) if self.draw is not None and self.draw.get(f"hai{seat}")]

    @property
    def deltas(self) -> list[int]:
        """Of all results together, hundreds."""
        results = [one.deltas for one in self.wins] or [numbers(self.draw or {}, "sc")[1:8:2]]
        return [sum(each) for each in zip(*results, strict=True)][: self.players]

    @property
    def after(self) -> list[int]:
        """Scores after the last result, hundreds."""
        last = self.wins[-1].attributes if self.wins else self.draw or {}
        sc = numbers(last, "sc")
        return [before + delta for before, delta in zip(sc[0:8:2], sc[1:8:2], strict=True)][: self.players]

    @property
    def live_left(self) -> int:
        """Tiles left to draw: all but the deal, the draws and the 14 of the dead wall."""
        return (136 if self.players == 4 else 108) - 14 - 13 * self.players - self.draws

    def kans(self) -> list[int]:
        """How many each seat with any has made, in rising order."""
        return sorted(Counter(seat for seat, call in self.calls if call.kind in KANS).values())

    def waits(self, seat: int) -> set[int]:
        return waits_of([tile // 4 for tile in self.concealed[seat]])

    def nagashi(self) -> list[int]:
        """Seats all of whose discards are terminals and honours and none was called."""
        taken = {each.tile for each in self.called}
        return [
            seat
            for seat, river in enumerate(self.rivers)
            if all(each.tile // 4 in YAOCHU and each.tile not in taken for each in river)
        ]


class Game:
    """One log."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.head: dict[str, Attributes] = {}
        hands: list[tuple[Attributes, list[Element]]] = []
        for one in elements(data):
            if one.tag == "INIT":
                hands.append((one.attributes, []))
            elif hands:
                hands[-1][1].append(one)
            else:
                self.head.setdefault(one.tag, one.attributes)
        self.players = 3 if int(self.head["GO"]["type"]) & 0x10 else 4
        self.hands = [Hand(init, follows, self.players) for init, follows in hands]

    @property
    def owari(self) -> list[float] | None:
        """Final scores in hundreds and results, in pairs; None for a game that is not over."""
        last = self.hands[-1]
        said = (last.wins[-1].attributes if last.wins else last.draw or {}).get("owari")
        return [float(part) for part in said.split(",")] if said else None

    @property
    def final_scores(self) -> list[int]:
        return [int(score) for score in (self.owari or [])[0::2]][: self.players]

    def is_last(self, hand: Hand) -> bool:
        return hand is self.hands[-1]

    def next_of(self, hand: Hand) -> Hand:
        return self.hands[self.hands.index(hand) + 1]
