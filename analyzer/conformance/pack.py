"""The conformance pack: logs, the settlement expected of each, and twins with one fault each."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

from analyzer import __version__
from analyzer.audit import LogName, Review, Verdict, review
from analyzer.conformance.cases import cases_text
from analyzer.conformance.planting import FORMS, Twin, twins_in, twins_of
from analyzer.conformance.samples import ExpectedHand, Json, Sample, expected_games, samples
from analyzer.errors import UserMistake
from analyzer.rules import RULES, RuleSet, load, names

_NAME: Final = "tenhou-analyzer-conformance "
_SCHEMA: Final = f"{_NAME}4"
"""The number is raised whenever a field of any file is renamed, removed, or changes its meaning."""
_INDEX: Final = "index.json"
_NUMBERS: Final = re.compile(r"\[\n([-0-9,\s]*)\]")
"""A list of numbers over several lines; texts have no line breaks, so they cannot match."""
_WHOLE: Final = ("tenhou", "tenhou-sanma")
"""Rule sets that come first, and so have every scenario; of others those that they settle otherwise."""
_COMPARED: Final = ("outcome", "wins", "draw", "deltas", "final_points")
_FOLLOWING: Final = ("next_hand", "next_dealer", "kyotaku")
_Settled: TypeAlias = list[tuple[Sample, list[ExpectedHand]]]
_Rows: TypeAlias = dict[str, list[Json]]
"""Of the index, by its key; pack_readme.md says what the keys mean."""


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
    _refuse_other_files(folder)
    pack: dict[str, bytes] = {}
    index: _Rows = {"rule_sets": [], "logs": [], "faulty": []}
    firsts: dict[int, _Settled] = {}
    for rules in sorted(chosen, key=lambda one: one.name not in _WHOLE):
        games = []
        for sample in samples(rules, seed, _alike(firsts.get(rules.seats, []), rules)):
            games.append(sample)
            played()
        firsts.setdefault(rules.seats, _add_rule_set(pack, index, rules, games, faulty=faulty))
    pack["README.md"] = _readme(faulty=faulty)
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(pack.items())}
    head = {"package": f"tenhou-analyzer {__version__}", "seed": seed}
    pack["index.json"] = _json({**head, **index, "sha256": digests})
    _write(folder, pack)
    return len(pack)


def _label(rules: RuleSet) -> str:
    """Name of a rule set in the pack; a user's own has the name of its file."""
    return Path(rules.name).stem if rules.name.endswith(".toml") else rules.name


def _alike(first: _Settled, rules: RuleSet) -> set[str]:
    """Scenarios and single hands that a rule set settles as the one did under which they were played."""
    if not first:
        return set()
    played = [sample for sample, _ in first]
    others = _settlements([*zip(played, expected_games(_judged(played, rules), rules), strict=True)])
    return {name for name, settled in _settlements(first).items() if settled == others[name]}


def _settlements(games: _Settled) -> dict[str, list[object]]:
    """What becomes of hands by name, without reasons; of single ones without the end of the game."""
    found: dict[str, list[object]] = defaultdict(list)
    for sample, game in games:
        for number in sample.shows:
            keys = (*_COMPARED, *_FOLLOWING) if number + 1 < len(game) else _COMPARED
            settled, end = game[number].settled.to_dict(), None if sample.hands else game[number].end
            over = end and {key: value for key, value in end.items() if key != "reasons"}
            name = sample.hands[number] if sample.hands else sample.scenario
            found[name].append([[settled[key] for key in keys], over])
    return found


def _add_rule_set(
    pack: dict[str, bytes], index: _Rows, rules: RuleSet, played: list[Sample], *, faulty: bool
) -> _Settled:
    """Add the files of one rule set, and its rows to the index."""
    label, judged = _label(rules), _judged(played, rules)
    games = [*zip(played, expected_games(judged, rules), strict=True)]
    row: Json = {"name": label, "title": rules.title}
    index["rule_sets"].append({**row, "players": rules.seats, "file": f"rules/{label}.json"})
    pack[f"rules/{label}.json"] = _json({**row, "rules": _rules(rules)})
    pack[f"cases/{label}.jsonl"] = cases_text(judged, rules, label, games)
    for sample in played:
        log = f"logs/{label}/{sample.scenario}.mjlog"
        row = {
            "scenario": sample.scenario,
            "meaning": sample.meaning,
            "rule_set": label,
            "players": rules.seats,
            "shows": sample.shows,
            "log": log,
            "hands": sample.hands,
        }
        index["logs"].append(row)
        pack[log] = sample.data
    if faulty:
        _add_twins(pack, index, label, [*twins_of(rules, judged, played)], rules)
    return games


def _add_twins(
    pack: dict[str, bytes], index: _Rows, label: str, twins: list[tuple[Sample, Twin]], rules: RuleSet
) -> None:
    """Add the twins that give one finding, in every form that has it, with what to check them under."""
    for form, end in FORMS.items():
        found = twins_in(form, [twin for _, twin in twins], rules)
        for (sample, twin), shown in zip(twins, found, strict=True):
            if shown is None:
                continue
            log = f"faulty/{label}/{sample.scenario}--{twin.fault.name}{end}"
            pack[log], finding = shown
            row: Json = {
                "scenario": sample.scenario,
                "rule_set": label,
                "fault": twin.fault.name,
                "meaning": twin.fault.meaning,
                "form": form,
                "log": log,
                "of": f"logs/{label}/{sample.scenario}.mjlog",
                "finding": finding._asdict(),
                "rules": "auto" if twin.fault.announced else label,
            }
            index["faulty"].append(row)


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


def _json(content: Mapping[str, object]) -> bytes:
    """A file of JSON with the version of the pack; a list of numbers is one line."""
    text = json.dumps({"schema": _SCHEMA, **content}, ensure_ascii=False, indent=1)
    text = _NUMBERS.sub(lambda found: f"[{', '.join(found[1].replace(',', ' ').split())}]", text)
    return f"{text}\n".encode()


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files, by their path in the folder with ``/``, and let them replace an old pack at once."""
    beside = folder.absolute().parent
    beside.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".pack.", dir=beside) as unfinished:
        for path, content in files.items():
            file = Path(unfinished, "pack", path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        if folder.exists():
            shutil.rmtree(folder)
        Path(unfinished, "pack").rename(folder)


def _refuse_other_files(folder: Path) -> None:
    """See that there is nothing but a pack.

    Raises:
        UserMistake: When there is anything else.
    """
    if folder.exists() and not folder.is_dir():
        raise UserMistake(f"{folder.name} is a file, expected a folder for the pack")
    there = {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}
    other = sorted(there - _files_of_pack(folder))
    if other:
        raise UserMistake(
            f"the folder {folder.name} holds {other[0]}, which is no file of a pack; "
            "expected a new or empty folder, or a pack as it was written"
        )


def _files_of_pack(folder: Path) -> set[str]:
    try:
        old = json.loads((folder / _INDEX).read_text(encoding="utf-8"))
        return {_INDEX, *old["sha256"]} if old["schema"].startswith(_NAME) else set()
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return set()
