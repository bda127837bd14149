"""A reason as a record: what it says, of which seats, tiles and numbers, by which rule, from which source."""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from analyzer.explain.why import Why
from analyzer.replay.facts import FURITEN_DISCARD, FURITEN_PASSED, FURITEN_RIICHI
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.fu import FuPart
from analyzer.settlement.yaku_names import Yaku
from analyzer.tiles.counts import mask_text
from analyzer.vocabulary import LIMITS, Seat, kind_text, mpsz, points_text, tile_text

__all__ = ["Reason", "Section", "reason", "ruled"]

Fact: TypeAlias = int | str | tuple[int, ...] | tuple[str, ...]
"""What a reason speaks of: a number, a seat, a tile, a name, or several of one sort."""

_FURITEN: Final = (
    (FURITEN_DISCARD, "by its own discards"),
    (FURITEN_PASSED, "it let a wait pass"),
    (FURITEN_RIICHI, "it let a wait pass after riichi"),
)


class Reason(NamedTuple):
    """One reason why a hand is settled as it is.

    Attributes:
        why: What it says.
        facts: Names and values of what it speaks of.
        met: Whether a condition holds; None where the reason is no condition.
        field: Field of the rule set that decides it; None where none does.
        value: Of that field, as a rule set file writes it.
        source: Where that value comes from.
    """

    why: Why
    facts: tuple[tuple[str, Fact], ...] = ()
    met: bool | None = None
    field: str | None = None
    value: str | None = None
    source: str | None = None

    @property
    def text(self) -> str:
        """The reason in words."""
        wording = self.why.value
        if isinstance(wording, tuple):
            wording = wording[0 if self.met else 1]
        return _WORDING.vformat(wording, (), dict(self.facts))

    @property
    def rule(self) -> str | None:
        """Field of the rule set that decides it, with its value; None where none does."""
        return None if self.field is None else f"{self.field} = {self.value}"

    def __str__(self) -> str:
        return self.text if self.field is None else f"{self.text} [{self.rule}; {self.source}]"


class Section(NamedTuple):
    """Reasons under a heading.

    Attributes:
        heading: What they speak of.
        lines: In order.
    """

    heading: Reason
    lines: tuple[Reason, ...]

    @property
    def title(self) -> str:
        """The heading in words."""
        return self.heading.text


def reason(why: Why, *, met: bool | None = None, **facts: Fact) -> Reason:
    """A reason that no field of the rule set decides."""
    return Reason(why, tuple(facts.items()), met)


def ruled(rules: RuleSet, field: str | None, why: Why, *, met: bool | None = None, **facts: Fact) -> Reason:
    """A reason that a field of the rule set decides; none where the field is None."""
    if field is None:
        return reason(why, met=met, **facts)
    value = _value_text(rules.value(field))
    return Reason(why, tuple(facts.items()), met, field, value, rules.source(field))


def _value_text(value: object) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_value_text, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _seats_text(seats: Sequence[Seat]) -> str:
    return f"seat{'s' if len(seats) > 1 else ''} {', '.join(map(str, seats))}" if seats else "nobody"


class _Wording(string.Formatter):
    """Formats the facts of a reason; the words after a colon say what a fact is."""

    def format_field(self, value: Any, format_spec: str) -> str:  # noqa: ANN401 - as its base
        words = _WORDS.get(format_spec)
        return format(value, format_spec) if words is None else words(value)


_WORDS: Final[Mapping[str, Callable[[Any], str]]] = {
    "kind": kind_text,
    "tile": tile_text,
    "tiles": mpsz,
    "waits": lambda mask: mask_text(mask) or "nothing",
    "yaku": lambda number: Yaku(number).text,
    "fu": lambda part: FuPart(part).text,
    "limit": LIMITS.__getitem__,
    "furiten": lambda bits: ", ".join(text for bit, text in _FURITEN if bits & bit),
    "seats": _seats_text,
    "listed": lambda parts: ", ".join(parts) or "none",
    "signed": points_text,
}
_WORDING: Final = _Wording()
