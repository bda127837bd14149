"""The conformance pack: logs, the settlement expected of each, and twins with one fault each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files
from itertools import compress
from pathlib import Path
from typing import Final, TypeAlias

from analyzer import __version__
from analyzer.audit import LogName, Review, Verdict, review
from analyzer.conformance.cases import cases_text
from analyzer.conformance.elements import written
from analyzer.conformance.expected import ExpectedHand, Json, expected_games
from analyzer.conformance.pack_folder import PackFolder
from analyzer.conformance.planting import Twin
from analyzer.conformance.samples import Sample, samples
from analyzer.conformance.twins import twins_of, with_one_finding
from analyzer.errors import UserMistake
from analyzer.rules import RULES, RuleSet, load, names

__all__ = ["write_pack"]

_WHOLE: Final = ("tenhou", "tenhou-sanma")
"""Rule sets that come first, and so have every scenario; of others those that they settle otherwise."""
_COMPARED: Final = ("outcome", "wins", "draw", "deltas", "final_points")
_FOLLOWING: Final = ("next_hand", "next_dealer", "kyotaku")
_Settled: TypeAlias = list[tuple[Sample, list[ExpectedHand]]]
_Rows: TypeAlias = dict[str, list[Json]]
"""Of the index, by its key; docs/conformance.md tells what every key of a row means."""


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
        index: _Rows = {"rule_sets": [], "logs": [], "faulty": []}
        firsts: dict[int, _Settled] = {}
        for rules in sorted(chosen, key=lambda one: one.name not in _WHOLE):
            games = []
            for sample in samples(rules, seed, _alike(firsts.get(rules.seats, []), rules)):
                games.append(sample)
                played()
            settled = _write_rule_set(pack, index, rules, games, faulty=faulty)
            firsts.setdefault(rules.seats, settled)
        pack.write("README.md", _readme(faulty=faulty))
        head = {"package": f"tenhou-analyzer {__version__}", "seed": seed}
        pack.write_json("index.json", {**head, **index, "sha256": dict(sorted(pack.files.items()))})
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
            one, other = (_settlement(game, hand, with_end=with_end) for game in (before, after))
            if one != other:
                differing.add(name)
    return names - differing


def _settlement(game: Sequence[ExpectedHand], hand: int, *, with_end: bool) -> Json:
    """What a rule set makes of a hand, without the reasons; of a single one without the end of its game."""
    names = (*_COMPARED, *_FOLLOWING) if hand + 1 < len(game) else _COMPARED
    settled, end = game[hand].settled.to_dict(), game[hand].end
    compared = {name: settled[name] for name in names}
    if with_end and end is not None:
        compared["end"] = {key: value for key, value in end.items() if key != "reasons"}
    return compared


def _write_rule_set(
    pack: PackFolder, index: _Rows, rules: RuleSet, played: list[Sample], *, faulty: bool
) -> _Settled:
    """Write the files of one rule set, and add its rows to the index."""
    label, judged = _label(rules), _judged(played, rules)
    games = expected_games(judged, rules)
    row: Json = {"name": label, "title": rules.title}
    index["rule_sets"].append({**row, "players": rules.seats, "file": f"rules/{label}.json"})
    pack.write_json(f"rules/{label}.json", {**row, "rules": _rules(rules)})
    pack.write(f"cases/{label}.jsonl", cases_text(judged, rules, label, played, games))
    for sample in played:
        log = f"logs/{label}/{sample.scenario}.mjlog"
        index["logs"].append(
            {
                "scenario": sample.scenario,
                "meaning": sample.meaning,
                "rule_set": label,
                "players": rules.seats,
                "shows": sample.shows,
                "log": log,
                "hands": sample.hands,
            }
        )
        pack.write(log, sample.data)
    twins = [*twins_of(rules, judged, played)] if faulty else []
    kept = with_one_finding([twin for _, twin in twins], rules)
    for sample, twin in compress(twins, kept):
        index["faulty"].append(_write_twin(pack, label, sample, twin))
    return [*zip(played, games, strict=True)]


def _rules(rules: RuleSet) -> dict[str, Json]:
    """Every rule of a set: value, meaning and source."""
    return {
        name: {"value": rules.value(name), "meaning": rule.meaning, "source": rules.source(name)}
        for name, (_, rule) in RULES.items()
    }


def _readme(*, faulty: bool) -> bytes:
    text = (files("analyzer.conformance") / "pack_readme.md").read_text(encoding="utf-8")
    head, _, tail = text.partition("<!-- faulty -->\n")
    return (head + tail if faulty else head).encode()


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


def _write_twin(pack: PackFolder, label: str, sample: Sample, twin: Twin) -> Json:
    """Write a twin; returns its row of the index, with what to check it under."""
    log = f"faulty/{label}/{sample.scenario}--{twin.fault.name}.mjlog"
    pack.write(log, written(twin.elements))
    return {
        "scenario": sample.scenario,
        "rule_set": label,
        "fault": twin.fault.name,
        "meaning": twin.fault.meaning,
        "log": log,
        "of": f"logs/{label}/{sample.scenario}.mjlog",
        "finding": twin.finding._asdict(),
        "rules": "auto" if twin.fault.announced else label,
    }
