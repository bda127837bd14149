"""Objects that show themselves: as plain text in a terminal, as HTML in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Protocol, Self, TypeVar, overload

from analyzer.audit import Finding
from analyzer.errors import UserMistake
from analyzer.explain.settled_hand import SettledHand
from analyzer.view.as_text import PLAIN, Listing, table_text
from analyzer.view.pages import part
from analyzer.view.picture import table_html
from analyzer.view.table import Table
from analyzer.vocabulary import kyoku_text, parse_kyoku, points_text


class Findings(tuple[Finding, ...]):
    """A tuple of findings; it shows as lines, and in a notebook as a table."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "\n".join(map(str, self)) or "no findings"

    def _repr_html_(self) -> str:
        rows = [
            (
                "" if finding.kyoku is None else kyoku_text(finding.kyoku, finding.honba),
                "" if finding.element is None else f"#{finding.element}",
                "" if finding.seat is None else str(finding.seat),
                finding.check,
                finding.verdict,
                finding.claimed or "",
                finding.computed or "",
                finding.message,
            )
            for finding in self
        ]
        head = ("hand", "element", "seat", "check", "verdict", "claimed", "computed", "message")
        return part("findings", head, rows)


class _Named(Protocol):
    @property
    def kyoku(self) -> str: ...


NamedHand = TypeVar("NamedHand", bound=_Named)


class Hands(Sequence[NamedHand]):
    """The hands of a game, by index or by a name such as ``"E2.1"``; ``"E2"`` is the first hand of East 2."""

    __slots__ = ("_hands",)

    def __init__(self, hands: Iterable[NamedHand]) -> None:
        self._hands = tuple(hands)

    @overload
    def __getitem__(self, name: int | str) -> NamedHand: ...
    @overload
    def __getitem__(self, name: slice) -> tuple[NamedHand, ...]: ...
    def __getitem__(self, name: int | str | slice) -> NamedHand | tuple[NamedHand, ...]:
        return self.named(name) if isinstance(name, str) else self._hands[name]

    def __len__(self) -> int:
        return len(self._hands)

    def named(self, name: str) -> NamedHand:
        """A hand by its name.

        Raises:
            UserMistake: When the game has no such hand.
        """
        try:
            kyoku, honba = parse_kyoku(name)
        except ValueError as error:
            raise UserMistake(str(error)) from None
        wanted = kyoku_text(kyoku, honba)
        for hand in self._hands:
            if hand.kyoku == wanted or (honba is None and hand.kyoku.partition(".")[0] == wanted):
                return hand
        raise UserMistake(f"no hand {name}; the game has {self.names}")

    @property
    def names(self) -> str:
        """Names of the hands, or a note that there are none."""
        return ", ".join(hand.kyoku for hand in self._hands) or "none: the log ends before its first"

    def __repr__(self) -> str:
        return f"[{', '.join(hand.kyoku for hand in self._hands)}]"


class ShownTable(Table):
    """A table that shows as text, and in a notebook as a picture."""

    __slots__ = ()

    def __repr__(self) -> str:
        return table_text(self, PLAIN)

    def _repr_html_(self) -> str:
        return table_html(self)


class ShownSettlement(SettledHand):
    """A settled hand; it shows as text, and in a notebook as a table of reasons, rules and sources."""

    __slots__ = ()

    @classmethod
    def of(cls, settled: SettledHand) -> Self:
        """The same settlement, able to show itself."""
        return cls(**{field.name: getattr(settled, field.name) for field in fields(SettledHand)})

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        head = f"{self.hand} under {self.rule_set}: {self.outcome.replace('_', ' ')}"
        rows = [(reason.text, reason.ruling or "", reason.source or "") for reason in self.reasons]
        facts = f"payments {points_text(self.deltas)}; {self.following}; {self.kyotaku} sticks on the table"
        return part("settled", head, facts, rows)


def listing_html(game: Listing) -> str:
    """A game: its players, and its hands with their ends."""
    rows = [
        (
            str(index),
            hand.kyoku,
            hand.claimed.title,
            points_text(hand.claimed.deltas),
            str(sum(finding.leads for finding in hand.findings) or ""),
        )
        for index, hand in enumerate(game.hands)
    ]
    return part("listing", game, rows)
