"""A reason as a record: what it says, of which seats, tiles and numbers, by which rule, from which source."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from analyzer.explain.win import plain
from analyzer.replay.facts import FURITEN_DISCARD, FURITEN_PASSED, FURITEN_RIICHI
from analyzer.rules.rule_set import RuleSet, RuleValue
from analyzer.settlement.yaku_names import Yaku
from analyzer.tiles.counts import mask_text
from analyzer.vocabulary import LIMITS, Seat, kind_text, mpsz, points_text, tile_text

_WORDINGS: Final[Mapping[str, str | list[str]]] = tomllib.loads(
    Path(__file__).with_name("reasons.toml").read_text(encoding="utf-8")
)
"""The wording of each reason; of a step that can fail, for one that is met and for one that is not."""

Fact: TypeAlias = int | str | tuple[int, ...] | tuple[str, ...]
"""What a reason speaks of: a number, a seat, a tile, a name, or several of one sort."""

_FURITEN: Final = (
    (FURITEN_DISCARD, "by its own discards"),
    (FURITEN_PASSED, "it let a wait pass"),
    (FURITEN_RIICHI, "it let a wait pass after riichi"),
)


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason why a hand is settled as it is.

    Attributes:
        why: What it says: an id of ``reasons.toml``.
        facts: Names and values of what it speaks of.
        met: Whether a condition holds; None where the reason is no condition.
        rule: Field of the rule set that decides it; None where none does.
        value: Of that rule: a number, a text, true or false, or several of one sort.
        source: Where that value comes from.
    """

    why: str
    facts: tuple[tuple[str, Fact], ...] = ()
    met: bool | None = None
    rule: str | None = None
    value: RuleValue | None = None
    source: str | None = None

    @property
    def text(self) -> str:
        """The reason in words."""
        return _WORDING.vformat(self._wording, (), dict(self.facts))

    @property
    def _wording(self) -> str:
        wording = _WORDINGS[self.why]
        return wording if isinstance(wording, str) else wording[0 if self.met else 1]

    @property
    def ruling(self) -> str | None:
        """The rule that decides it with its value, as a rule set file writes it; None where none does."""
        return None if self.rule is None else f"{self.rule} = {_value_text(self.value)}"

    def to_dict(self) -> dict[str, object]:
        """The record in plain values; tiles, yaku and limits by name."""
        forms = {name: form for _, name, form, _ in _WORDING.parse(self._wording)}
        return {
            "why": self.why,
            "text": self.text,
            "met": self.met,
            "rule": self.rule,
            "value": plain(self.value),
            "source": self.source,
            "facts": {name: _named(fact, forms.get(name)) for name, fact in self.facts},
        }

    def __str__(self) -> str:
        return self.text if self.rule is None else f"{self.text} [{self.ruling}; {self.source}]"


@dataclass(frozen=True, slots=True)
class Section:
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


def reason(why: str, *, met: bool | None = None, **facts: Fact) -> Reason:
    """A reason that no field of the rule set decides."""
    return Reason(why, tuple(facts.items()), met)


def ruled(rules: RuleSet, rule: str | None, why: str, *, met: bool | None = None, **facts: Fact) -> Reason:
    """A reason that a field of the rule set decides; none where the field is None."""
    if rule is None:
        return reason(why, met=met, **facts)
    return Reason(why, tuple(facts.items()), met, rule, _bare(rules.value(rule)), rules.source(rule))


def _bare(value: RuleValue) -> RuleValue:
    """The value as text where it is a grade."""
    if isinstance(value, tuple):
        return tuple(str(part) for part in value if isinstance(part, str)) or value
    return str(value) if isinstance(value, str) else value


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
    "limit": LIMITS.__getitem__,
    "furiten": lambda bits: ", ".join(text for bit, text in _FURITEN if bits & bit),
    "seats": _seats_text,
    "listed": lambda parts: ", ".join(parts) or "none",
    "signed": points_text,
}
_WORDING: Final = _Wording()
_NAMES: Final = ("kind", "tile", "tiles", "waits", "yaku", "limit", "furiten")
"""Words for what is a number here and has a name outside."""


def _named(fact: Fact, form: str | None) -> object:
    return _WORDS[form](fact) if form in _NAMES else plain(fact)
