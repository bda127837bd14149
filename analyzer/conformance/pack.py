"""The conformance pack: logs, the settlement expected of each, and twins with one fault each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from analyzer.audit import LogName, Review, Verdict, review
from analyzer.conformance.cases import cases_text
from analyzer.conformance.expected import ExpectedGame, Json, expected_games
from analyzer.conformance.records import (
    FaultyRow,
    Index,
    LogRow,
    PackFolder,
    RuleSetRow,
    expected_text,
    index_text,
    readme_text,
    rule_set_text,
)
from analyzer.conformance.samples import Sample, samples
from analyzer.conformance.twins import Twin, TwinMaker, with_one_finding
from analyzer.errors import UserMistake
from analyzer.rules import RuleSet, load, names

__all__ = ["write_pack"]

_WHOLE: Final = ("tenhou", "tenhou-sanma")
"""Rule sets that come first, and so have every scenario; of others those that they settle otherwise."""
_COMPARED: Final = ("outcome", "wins", "draw", "deltas", "final_points")
_FOLLOWING: Final = ("next_hand", "next_dealer", "kyotaku")
_Settled: TypeAlias = list[tuple[Sample, ExpectedGame]]


def write_pack(
    folder: Path,
    *,
    seed: str = "1",
    faulty: bool = False,
    rule_sets: Sequence[str] | None = None,
    played: Callable[[], object] = lambda: None,
) -> int:
    """Write the pack: every scenario under every rule set in which it can happen, with its settlement.

    Rule sets differ in few rules: what one settles as the first with as many players did is not repeated.
    The same arguments give the same bytes on every platform.

    Args:
        folder: New, empty, or an unchanged pack, which is replaced.
        seed: Any text.
        faulty: Also write twins of the logs with one fault each.
        rule_sets: Names of shipped rule sets, or files; None for all that are shipped.
        played: Is called after each game.

    Returns:
        How many files the pack has.

    Raises:
        UserMistake: When the folder holds anything else, or there is no such rule set, or two of one name.
    """
    chosen = [load(name) for name in (names() if rule_sets is None else rule_sets)]
    if len({_label(rules) for rules in chosen}) < len(chosen):
        raise UserMistake("two rule sets of a pack have one name; expected different ones")
    with PackFolder(folder) as pack:
        index = Index(seed=seed)
        firsts: dict[int, _Settled] = {}
        for rules in sorted(chosen, key=lambda one: one.name not in _WHOLE):
            games = []
            for sample in samples(rules, seed, _alike(firsts.get(rules.seats, []), rules)):
                games.append(sample)
                played()
            settled = _write_rule_set(pack, index, rules, games, faulty=faulty)
            firsts.setdefault(rules.seats, settled)
        pack.write("README.md", readme_text(faulty=faulty))
        pack.write("index.json", index_text(index, pack.files))
    return len(pack.files)


def _label(rules: RuleSet) -> str:
    """Name of a rule set in the pack; a user's own has the name of its file."""
    return Path(rules.name).stem if rules.name.endswith(".toml") else rules.name


def _alike(first: _Settled, rules: RuleSet) -> set[str]:
    """Scenarios and single hands that a rule set settles as the one did under which they were played."""
    if not first:
        return set()
    judged = _judged([sample for sample, _ in first], rules)
    names: set[str] = set()
    differing: set[str] = set()
    for (sample, before), after in zip(first, expected_games(judged, rules), strict=True):
        for hand in sample.shows:
            name = sample.hands[hand] if sample.hands else sample.scenario
            names.add(name)
            with_end = not sample.hands
            if _settlement(before, hand, with_end=with_end) != _settlement(after, hand, with_end=with_end):
                differing.add(name)
    return names - differing


def _settlement(game: ExpectedGame, hand: int, *, with_end: bool) -> Json:
    """What a rule set makes of a hand, without the reasons; of a single one without the end of its game."""
    names = (*_COMPARED, *_FOLLOWING) if hand + 1 < len(game.hands) else _COMPARED
    settled = {name: game.hands[hand][name] for name in names}
    if with_end and hand + 1 == len(game.hands) and game.end is not None:
        settled["end"] = {key: value for key, value in game.end.items() if key != "reasons"}
    return settled


def _write_rule_set(
    pack: PackFolder, index: Index, rules: RuleSet, played: list[Sample], *, faulty: bool
) -> _Settled:
    """Write the files of one rule set, and add its rows to the index."""
    label = _label(rules)
    file = f"rules/{label}.json"
    pack.write(file, rule_set_text(label, rules))
    index.rule_sets.append(RuleSetRow(label, rules.title, rules.seats, file))
    judged = _judged(played, rules)
    maker = TwinMaker(rules, judged)
    games = expected_games(judged, rules)
    pack.write(f"cases/{label}.jsonl", cases_text(judged, rules, label, played, games))
    twins: list[tuple[LogRow, Twin]] = []
    for place, (sample, game) in enumerate(zip(played, games, strict=True)):
        log = f"logs/{label}/{sample.scenario}.mjlog"
        expected = f"expected/{label}/{sample.scenario}.json"
        row = LogRow(
            sample.scenario, sample.meaning, label, rules.seats, sample.shows, log, expected, sample.hands
        )
        pack.write(log, sample.data)
        pack.write(expected, expected_text(row, game))
        index.logs.append(row)
        twins += [(row, twin) for twin in (maker.twins(place, sample.data, sample.shows) if faulty else ())]
    kept = with_one_finding([twin for _, twin in twins], rules)
    index.faulty += [_write_twin(pack, *one) for one, is_kept in zip(twins, kept, strict=True) if is_kept]
    return [*zip(played, games, strict=True)]


def _judged(played: list[Sample], rules: RuleSet) -> Review:
    """The logs of one rule set, reviewed.

    Raises:
        RuntimeError: When one cannot be settled: a mistake of this package.
    """
    judged = review([(LogName(one.scenario, one.scenario), one.data) for one in played], rules.name)
    if judged.unreadable or not judged.events.hands.readable.all():
        broken = [str(finding) for finding in judged.findings if finding.verdict == Verdict.MALFORMED]
        raise RuntimeError(f"a simulated log cannot be settled under {rules.name}: {broken}")
    return judged


def _write_twin(pack: PackFolder, row: LogRow, twin: Twin) -> FaultyRow:
    log = f"faulty/{row.rule_set}/{row.scenario}--{twin.fault.name}.mjlog"
    pack.write(log, twin.data)
    fault, meaning = twin.fault.name, twin.fault.meaning
    rules = "auto" if twin.fault.announced else row.rule_set
    return FaultyRow(row.scenario, row.rule_set, fault, meaning, log, row.log, twin.finding, rules)
