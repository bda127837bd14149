"""Hands settled, however they are given: of a game, noted, as a mapping, in a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from analyzer.errors import Location, UserMistake
from analyzer.explain.settled_hand import SettledHand, settle_note
from analyzer.replay.notation import HandNote, hand_of, hands_in
from analyzer.rules import RuleSet, load
from analyzer.view.game import AUTO, Hand, Rules
from analyzer.vocabulary import SEATS

__all__ = ["OneOrMore", "Written", "settle_one_or_more"]

Written: TypeAlias = Hand | HandNote | Mapping[str, object]
"""A hand of a game, a note, or the keys of one."""
OneOrMore: TypeAlias = Written | str | Path | Iterable[Written]
"""The same, a file of one, or several."""


def settle_one_or_more(hands: OneOrMore, rules: Rules) -> SettledHand | list[SettledHand]:
    """One hand settled, or a list for several; as `analyzer.settle`."""
    chosen = rules if isinstance(rules, RuleSet) or rules == AUTO else load(rules)
    if isinstance(hands, str | Path):
        return _settle_file(Path(hands), chosen)
    if isinstance(hands, Hand | HandNote | Mapping):
        return _settle(hands, chosen, "facts")
    return [_settle(hand, chosen, f"facts[{place}]") for place, hand in enumerate(hands)]


def _settle(hand: Written, rules: Rules, name: str) -> SettledHand:
    """A hand under a rule set; by default under that of its log, or Tenhou's."""
    if isinstance(hand, Hand):
        return hand.settlement(rules)
    note = hand if isinstance(hand, HandNote) else hand_of(hand, name)
    tenhou = "tenhou" if note.players == SEATS else "tenhou-sanma"
    return settle_note(note, rules if isinstance(rules, RuleSet) else load(tenhou), name)


def _settle_file(path: Path, rules: Rules) -> SettledHand:
    place = Location(str(path))
    try:
        with path.open("rb") as file:
            hands = list(islice(hands_in(file, str(path)), 2))
    except OSError as error:
        raise UserMistake(f"cannot be read: {error.strerror}", place) from None
    if len(hands) != 1:
        found = "2 or more" if hands else "0"
        raise UserMistake(f"expected one hand, found {found}; settle a list of them", place)
    return _settle(hands[0][0], rules, str(path))
