"""``python -m benchmarks.grades SOURCE...``: counts the real hands behind the grades of cases."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click
import numpy as np

from analyzer.audit import review
from analyzer.batch.reviews import name_log
from analyzer.conformance.cases import elements_of, houses
from analyzer.conformance.samples import expected_games
from analyzer.rules import load
from analyzer.sources import iter_logs

TARGET: Final = Path(__file__).parents[1] / "analyzer" / "conformance" / "measured.toml"
_HEAD: Final = (
    "# Real hands that agree with what we compute, by what they use: python -m benchmarks.grades SOURCE...\n"
)


def counts_of(sources: Sequence[str]) -> dict[str, Counter[str]]:
    """By house: how many real hands use each element and give no finding."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    house_of = {name: house for house, names in houses().items() for name in names}
    seen = set()
    for log in iter_logs(sources):
        data = getattr(log, "data", None)
        if data is None or data in seen:
            continue
        seen.add(data)
        for rule_set, elements in _of_log(log.source, data):
            if rule_set in house_of:
                found[house_of[rule_set]].update(elements | {"hands"})
    return found


def _of_log(source: str, data: bytes) -> Iterator[tuple[str, set[str]]]:
    """Rule set and elements of each hand that agrees; games are judged by rules that the log names."""
    judged = review([(name_log(source), data)], "auto")
    if len(judged.logs) != 1 or not judged.rule_sets[0] or judged.headers.announcements:
        return
    hands = judged.events.hands
    # A log that breaks off claims nothing of its last hand.
    if not hands.readable.all() or not np.diff(hands.result_offsets).all():
        return
    rules = load(judged.rule_sets[0])
    wrong = {one.hand for one in judged.findings if one.verdict != "undecided"}
    (game,) = expected_games(judged, rules)
    for row, hand in enumerate(game):
        settled = hand.settled
        if row in wrong or settled.outcome == "none":
            continue
        end = None if None in wrong else hand.end
        parts = elements_of(hand._replace(end=end))
        if row == len(game) - 1 and end is None:
            parts.pop("flow")
        yield rules.name, {element for part in parts.values() for element in part}


@click.command(epilog="Example: python -m benchmarks.grades corpus/phoenix corpus/years")
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
def main(sources: Sequence[str]) -> None:
    """Count the real hands of the sources, and write analyzer/conformance/measured.toml."""
    lines = [_HEAD]
    for house, counts in sorted(counts_of(sources).items()):
        lines.append(f"\n[{house}]\n")
        lines += [f'"{element}" = {count}\n' for element, count in sorted(counts.items())]
    TARGET.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
