"""The rules that the host of a room of Mahjong Soul sets, as ``detail_rule`` of its record states them.

Knows the fields as names and numbers, nothing of the format they come in.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from analyzer.rules.announced import ALL_AREAS, Announced, Gathered, Stated, can_be_shared
from analyzer.rules.grades import NotenPenalty
from analyzer.rules.loader import value_of
from analyzer.rules.rule_set import RULES, RuleValue

OTHER_FIELDS: Final = "other_fields"
"""Stands for all fields that are not known."""
_KEPT: Final = 256
_MOST_NAMED: Final = 4
_UNIT: Final = 1000
"""Points of one in the uma."""


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


@lru_cache(_KEPT)
def set_by_host(detail_rule: str, seats: int) -> Announced:
    """What the host of a room has set.

    Args:
        detail_rule: Fields that the record states: ``name number`` with commas between.
        seats: 3 or 4.

    Returns:
        No rule for a field that is left out or whose value is not understood: its area is unknown then,
        with a reason that names the field.
    """
    pairs = [entry.split(" ") for entry in detail_rule.split(",") if entry]
    host = _Host({name: int(value) for name, value in pairs}, seats)
    for rule, fields, values, *only in _table()["choices"]:
        if not only or seats in only:
            host.choose(rule, fields, values)
    for rule, field in _table()["numbers"]:
        host.number(rule, field)
    host.noten()
    host.honba()
    host.uma()
    if host.left_out:
        named, more = [*host.left_out][:_MOST_NAMED], len(host.left_out) - _MOST_NAMED
        host.reasons.insert(
            0, f"detail_rule leaves out {', '.join(named)}" + f" and {more} more" * (more > 0)
        )
    return host.announced()


class _Host(Gathered):
    """Fields of one ``detail_rule``, and what is found in them."""

    def __init__(self, fields: dict[str, int], seats: int) -> None:
        super().__init__(seats)
        has_zeros = bool(fields.get(_table()["sent_with_zeros"]))
        self.fields = {name: value for name, value in fields.items() if value or has_zeros}
        self.left_out: dict[str, None] = {}
        if OTHER_FIELDS in fields:
            self.unknown |= ALL_AREAS
            self.reasons.append("detail_rule has fields that are not known")

    def values(self, rule: str, fields: Sequence[str]) -> list[int] | None:
        """Values of the fields that decide a rule; None where one is left out."""
        absent = [name for name in fields if name not in self.fields]
        self.left_out |= dict.fromkeys(absent)
        if absent:
            self.unknown.add(RULES[rule][1].area)
            return None
        return [self.fields[name] for name in fields]

    def state(self, rule: str, value: RuleValue, fields: Sequence[str]) -> None:
        """Add a rule that fields decide."""
        self.stated.append(Stated(rule, value, f"detail_rule of the record, {', '.join(fields)}"))

    def give_up(self, rule: str, fields: Sequence[str]) -> None:
        """Leave the area of a rule undecided for what fields say."""
        self.unknown.add(RULES[rule][1].area)
        said = ", ".join(f"{name} {self.fields[name]}" for name in fields)
        self.reasons.append(f"detail_rule has {said}, and what {rule} is then is not known")

    def choose(self, rule: str, fields: Sequence[str], values: dict[str, object]) -> None:
        """A rule that the values of fields name."""
        stated = self.values(rule, fields)
        if stated is None:
            return
        key = ",".join(map(str, stated))
        if key in values:
            self.state(rule, value_of(rule, values[key]), fields)
        else:
            self.give_up(rule, fields)

    def number(self, rule: str, field: str) -> None:
        """A rule that is the points in a field."""
        stated, (_, about) = self.values(rule, [field]), RULES[rule]
        if stated is not None and about.lowest <= stated[0] <= about.highest:
            self.state(rule, stated[0], [field])
        elif stated is not None:
            self.give_up(rule, [field])

    def noten(self) -> None:
        """What each noten seat pays with one tenpai seat, two, three."""
        fields = [f"noting_fafu_{tenpai}" for tenpai in range(1, self.seats)]
        paid = self.values("noten_payments", fields)
        if paid is None:
            return
        most = RULES["noten_payments"][1].highest
        fit = [
            0 <= points <= most and can_be_shared(points, self.seats, of) for of, points in enumerate(paid, 1)
        ]
        if not all(fit):
            self.give_up("noten_payments", fields)
            return
        self.state("noten_penalty", NotenPenalty.BY_TENPAI, fields)
        self.state("noten_payments", tuple(paid), fields)

    def honba(self) -> None:
        """What a ron pays for each honba, and in equal parts the payers of a tsumo."""
        fields, payers = ["changbang_value"], self.seats - 1
        stated = self.values("honba_ron", fields)
        if stated is None:
            return
        if stated[0] % (100 * payers) or not 0 <= stated[0] <= RULES["honba_ron"][1].highest:
            self.give_up("honba_ron", fields)
        else:
            self.state("honba_ron", stated[0], fields)
            self.state("honba_tsumo", stated[0] // payers, fields)

    def uma(self) -> None:
        """Uma of rank 2 to the last, in thousands; the top has what the others lose."""
        places = [f"shunweima_{rank}" for rank in range(2, self.seats + 1)]
        fields = ["init_point", "jingsuanyuandian", *places]
        stated = self.values("uma", fields)
        if stated is None:
            return
        start, counted_from, *others = stated
        uma = tuple(_UNIT * points for points in (-sum(others), *others))
        about = RULES["uma"][1]
        # Who gets an excess over the start is not documented.
        if start != counted_from or not all(about.lowest <= points <= about.highest for points in uma):
            self.give_up("uma", fields)
            return
        self.state("return_points", counted_from, fields[1:2])
        for rule in ("uma", "uma_tonpuu"):
            self.state(rule, uma, places)
