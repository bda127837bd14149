"""Counts riichi of logs by turn, outcome and balance, by regular expressions, without the package."""

from __future__ import annotations

import re
from collections import Counter

_ELEMENT = re.compile(r"<([A-Z]+)(\d*)([^>]*?)/>")
_ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')


class Deal:
    """One hand: who deals, scores before and after, discards, declarations in order, wins."""

    def __init__(self, start: dict[str, str]) -> None:
        self.dealer = int(start["oya"])
        self.before = [int(score) for score in start["ten"].split(",")]
        self.after: list[int] = []
        self.discards = Counter()
        self.declared: list[tuple[int, int]] = []
        self.wins: dict[int, int] = {}

    def read(self, tag: str, digits: str, values: dict[str, str]) -> None:
        if digits and tag in ("D", "E", "F", "G"):
            self.discards["DEFG".index(tag)] += 1
        elif tag == "REACH" and values["step"] == "1":
            seat = int(values["who"])
            self.declared.append((seat, self.discards[seat] + 1))
        elif tag in ("AGARI", "RYUUKYOKU"):
            scores = [int(score) for score in values["sc"].split(",")]
            self.after = [scores[at] + scores[at + 1] for at in range(0, 8, 2)]
        if tag == "AGARI":
            self.wins[int(values["who"])] = int(values["fromWho"])

    def outcome(self, seat: int) -> str:
        if not self.wins:
            return "draw"
        if seat in self.wins:
            return "tsumo" if self.wins[seat] == seat else "ron"
        if seat in self.wins.values():
            return "deal_in"
        is_tsumo = any(winner == loser for winner, loser in self.wins.items())
        return "tsumo_against" if is_tsumo else "lateral"

    def populations(self, place: int) -> list[str]:
        """Populations of the declaration at this position in the hand."""
        names = ["riichi", "first_riichi" if place == 0 else "chasing_riichi"]
        names.append("dealer_riichi" if self.declared[place][0] == self.dealer else "nondealer_riichi")
        return names + ["chased_riichi"] * (place + 1 < len(self.declared))


def deals(text: str) -> list[Deal]:
    """Hands of a log that have a result."""
    found: list[Deal] = []
    for tag, digits, rest in _ELEMENT.findall(text):
        values = dict(_ATTRIBUTE.findall(rest))
        if tag == "INIT":
            found.append(Deal(values))
        elif found:
            found[-1].read(tag, digits, values)
    return [deal for deal in found if deal.after]


def count(texts: list[str]) -> tuple[Counter, Counter]:
    """Number and points of riichi by population, outcome and turn; outcome None for all."""
    many: Counter = Counter()
    points: Counter = Counter()
    for deal in (deal for text in texts for deal in deals(text)):
        for place, (seat, turn) in enumerate(deal.declared):
            gain = 100 * (deal.after[seat] - deal.before[seat])
            for population in deal.populations(place):
                for outcome in (None, deal.outcome(seat)):
                    many[population, outcome, turn] += 1
                    points[population, outcome, turn] += gain
    return many, points
