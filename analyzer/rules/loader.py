"""Rule sets read from TOML, shipped by name or the user's own file, and written as a file to change.

A file states every rule, or names a base and states those that differ from it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, get_args, get_origin

from analyzer.bounded import read_bounded
from analyzer.errors import Location, UserMistake, nearest
from analyzer.rules.grades import Grade, NotenPenalty
from analyzer.rules.rule_set import RULES, Rule, RuleSet, RuleValue

UNSTATED: Final = "not stated"
"""How the source of a value begins that no source states."""

_MOST_BASES: Final = 8
"""Files that stand one on another at most; more are a circle."""

_THOUSAND: Final = 1000
_SUITS: Final = 3
"""Suits of number tiles."""

_SETS: Final = Path(__file__).with_name("sets")

_Table = Mapping[str, object]


@cache
def names() -> tuple[str, ...]:
    """Names of the rule sets that ship with the package, sorted."""
    return tuple(sorted(file.stem for file in _SETS.glob("*.toml")))


@cache
def distinct_names() -> tuple[str, ...]:
    """Names of the shipped sets without those that differ from another in nothing but their length."""
    found: dict[tuple[RuleValue, ...], str] = {}
    for name in sorted(names(), key=lambda name: (name.endswith("-tonpuu"), name)):
        rules = _load_shipped(name)
        found.setdefault(tuple(rules.value(rule) for rule in RULES if rule != "winds"), name)
    return tuple(sorted(found.values()))


def load(name_or_path: str | Path) -> RuleSet:
    """The rule set of a shipped name or of a TOML file.

    A file may name another as its ``base``, shipped or beside it, and then lacks the rules of that one.

    Raises:
        UserMistake: When there is no such set or file, or when the file is not TOML, lacks a rule, has one
            that does not exist, or a value that the rule cannot have; names file, rule and what is accepted.

    Examples:
        >>> load("tenhou").noten_penalty_points
        3000
    """
    return _load(name_or_path, _MOST_BASES)


def _load(name_or_path: str | Path, bases_left: int) -> RuleSet:
    text = str(name_or_path)
    if isinstance(name_or_path, str) and text in names():
        return _load_shipped(text)
    path = Path(name_or_path)
    if not path.is_file():
        raise UserMistake(
            f"no rule set {text!r}{nearest(text, names())}; accepted: {', '.join(names())}, or a TOML file"
        )
    try:
        content = read_bounded(path).decode("utf-8")
    except (OSError, ValueError) as error:
        raise UserMistake(f"{text}: cannot be read as UTF-8 text: {error}") from error
    return parse(content, text, bases_left=bases_left)


@cache
def _load_shipped(name: str) -> RuleSet:
    return parse((_SETS / f"{name}.toml").read_text(encoding="utf-8"), name)


def parse(content: str, name: str, *, bases_left: int = _MOST_BASES) -> RuleSet:
    """The rule set that a TOML text states; ``name`` is what it is called, in messages too.

    Args:
        content: The text.
        name: A shipped name, or the path of the file, beside which its base lies.
        bases_left: How many files may yet stand one on another.

    Raises:
        UserMistake: As `load`.
    """
    try:
        tables: dict[str, object] = tomllib.loads(content)
    except (ValueError, RecursionError) as error:
        raise UserMistake(f"not TOML: {error}", Location(name)) from error
    base = _base(tables, name, bases_left)
    try:
        return _rule_set(tables, name, base)
    except UserMistake as error:
        raise UserMistake(error.message, Location(name)) from None


def _base(tables: _Table, name: str, bases_left: int) -> RuleSet | None:
    """The rule set that has what the file leaves out; None where it names none."""
    base = tables.get("base")
    if base is None:
        return None
    if not isinstance(base, str):
        raise UserMistake(f"base: expected the name of a rule set or a file, found {base!r}", Location(name))
    if bases_left == 0:
        raise UserMistake(f"base: more than {_MOST_BASES} files stand one on another", Location(name))
    return _load(base if base in names() else Path(name).parent / base, bases_left - 1)


def _rule_set(tables: _Table, name: str, base: RuleSet | None) -> RuleSet:
    """The rule set of a file; what is wrong in it has no place yet."""
    _refuse_unknown(tables)
    titles = _source_titles(tables)
    values: dict[str, RuleValue] = {}
    sources: dict[str, str] = {}
    for rule_name, (_, rule) in RULES.items():
        entry = _entry(tables, rule_name, rule)
        if entry is not None:
            values[rule_name] = value_of(rule_name, entry["value"])
            sources[rule_name] = _source(rule_name, entry.get("source"), titles)
        elif base is not None:
            values[rule_name], sources[rule_name] = base.value(rule_name), base.source(rule_name)
        elif rule.before is not None:
            values[rule_name] = value_of(rule_name, rule.before)
            sources[rule_name] = f"{UNSTATED}; the file is older than the rule"
        else:
            raise UserMistake(
                f"rule {rule_name!r} is missing in [{rule.area}] ({rule.meaning}); state every rule, or a "
                'base, as base = "tenhou", which has the rest'
            )
    title = tables.get("title")
    if not isinstance(title, str) or not title.strip():
        raise UserMistake("'title' is missing; expected one line of text")
    # The types were checked one by one against those of the fields.
    rules = RuleSet(name=name, title=title, sources=tuple(sources.items()), **values)  # type: ignore[arg-type]
    for complaint in _contradictions(rules):
        raise UserMistake(complaint)
    return rules


def _refuse_unknown(tables: _Table) -> None:
    """Every section and key must be one of ours, in its place."""
    areas = {rule.area.value for _, rule in RULES.values()}
    accepted = ["title", "base", "sources", *sorted(areas)]
    for section, entries in tables.items():
        if section not in accepted:
            raise UserMistake(f"unknown section {section!r}{nearest(section, accepted)}")
        if section in ("title", "base", "sources"):
            continue
        if not isinstance(entries, dict):
            raise UserMistake(f"[{section}] must be a section, not {entries!r}")
        for key in entries:
            if key not in RULES:
                raise UserMistake(f"unknown rule {key!r} in [{section}]{nearest(key, RULES)}")
            area = RULES[key][1].area
            if area != section:
                raise UserMistake(f"rule {key!r} stands in [{section}], it belongs in [{area}]")


def _source_titles(tables: _Table) -> dict[str, str]:
    """Key of each source to its title and date."""
    found = tables.get("sources", {})
    if not isinstance(found, dict):
        raise UserMistake("[sources] must be a section")
    for key, entry in found.items():
        if not isinstance(entry, dict) or set(entry) != {"title", "date"}:
            raise UserMistake(f"source {key!r} must have a title and a date, nothing else")
    return {key: f"{entry['title']} ({entry['date']})" for key, entry in found.items()}


def _entry(tables: _Table, rule_name: str, rule: Rule) -> dict[str, object] | None:
    """What the file says of a rule: its value, and the source if it names one; None for nothing."""
    section = tables.get(rule.area.value)
    entry = section.get(rule_name) if isinstance(section, dict) else None
    if entry is None:
        return None
    if not isinstance(entry, dict):
        return {"value": entry}
    if "value" not in entry or not set(entry) <= {"value", "source"}:
        raise UserMistake(
            f'rule {rule_name!r} must be a value or {{ value = …, source = "…" }}, found {entry!r}'
        )
    return entry


def _source(rule_name: str, text: object, titles: Mapping[str, str]) -> str:
    """Title and date of the source named before the first comma, and the place in it."""
    if text is None:
        return f"{UNSTATED}; the file names no source"
    if not isinstance(text, str):
        raise UserMistake(f"{rule_name}: the source must be text, found {text!r}")
    if text.startswith(UNSTATED):
        return text
    key, comma, rest = text.partition(",")
    if key not in titles:
        accepted = ", ".join([*sorted(titles), f"{UNSTATED!r}"])
        raise UserMistake(f"{rule_name}: source {text!r} must begin with one of {accepted}, then a comma")
    return f"{titles[key]}{comma}{rest}"


def value_of(name: str, value: object) -> RuleValue:
    """A value as the type of its rule.

    Raises:
        UserMistake: When the rule cannot have it; names the rule and what is accepted.
    """
    kind, rule = RULES[name]
    if isinstance(value, bool) and rule.no_and_yes is not None:
        value = rule.no_and_yes[value]
    if get_origin(kind) is not tuple:
        return _one(value, kind, name)
    if not isinstance(value, list):
        raise UserMistake(f"{name}: expected a list in brackets, found {value!r}")
    return tuple(_one(item, get_args(kind)[0], name) for item in value)  # type: ignore[return-value]


def _one(value: object, kind: type, name: str) -> bool | int | str:
    if kind is bool:
        if not isinstance(value, bool):
            raise UserMistake(f"{name}: expected true or false, found {value!r}")
        return value
    if kind is int:
        lowest, highest = RULES[name][1].lowest, RULES[name][1].highest
        if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
            raise UserMistake(f"{name}: expected a whole number from {lowest} to {highest}, found {value!r}")
        return value
    grades = {grade.value: grade for grade in accepted_grades(kind)}
    if not isinstance(value, str) or value not in grades:
        accepted = ", ".join(map(repr, grades))
        near = nearest(value, grades) if isinstance(value, str) else ""
        raise UserMistake(f"{name}: expected one of {accepted}, found {value!r}{near}")
    return grades[value]


def _too_small(rules: RuleSet) -> Iterator[str]:
    """Amounts that look like thousands or hundreds, as other programs write them."""
    for key in ("start_points", "target_points", "return_points"):
        points = rules.value(key)
        if isinstance(points, int) and 0 < points < _THOUSAND:
            yield f"{key}: expected points, as 25000, found {points}"
    by_rank = {"uma": rules.uma, "uma_tonpuu": rules.uma_tonpuu, "uma_by_below": rules.uma_by_below}
    for key, ranks in by_rank.items():
        if 0 < max(map(abs, ranks), default=0) < _THOUSAND:
            meant = [points * _THOUSAND for points in ranks]
            yield f"{key}: expected points, found {[*ranks]}; did you mean {meant}?"


def _contradictions(rules: RuleSet) -> Iterator[str]:
    """What no single value can show."""
    seats = rules.seats
    yield from _too_small(rules)
    for key, ranks in (("uma", rules.uma), ("uma_tonpuu", rules.uma_tonpuu)):
        if len(ranks) != seats or sum(ranks) != 0:
            yield f"{key}: expected {seats} numbers that add up to 0, found {ranks!r}"
    if len(rules.uma_by_below) not in (0, (seats + 1) * (seats - 1)):
        accepted = f"0 or {(seats + 1) * (seats - 1)}"
        yield f"uma_by_below: expected {accepted} numbers, found {rules.uma_by_below!r}"
    if len(rules.noten_payments) != seats - 1:
        yield f"noten_payments: expected {seats - 1} numbers, found {rules.noten_payments!r}"
    for tenpai, paid in enumerate(rules.noten_payments, 1):
        noten = seats - tenpai
        if rules.noten_penalty == NotenPenalty.BY_TENPAI and paid * noten % (100 * tenpai):
            yield f"noten_payments: {paid} from each of {noten} seats cannot be shared evenly among {tenpai}"
    points = rules.noten_penalty_points
    if rules.noten_penalty == NotenPenalty.SHARED and any(points % share for share in range(1, seats)):
        yield f"noten_penalty_points: {points} cannot be shared evenly among 1 to {seats - 1} seats"
    if len(rules.red_fives) != _SUITS:
        yield f"red_fives: expected 3 numbers, of man, pin and sou, found {rules.red_fives!r}"
    if rules.return_points < rules.start_points:
        yield f"return_points: expected at least start_points, found {rules.return_points}"


def value_text(value: RuleValue) -> str:
    """A value as a rule set file writes it.

    Examples:
        >>> value_text((1000, 1500)), value_text(True), value_text("off")
        ('[1000, 1500]', 'true', '"off"')
    """
    if isinstance(value, tuple):
        return "[" + ", ".join(map(value_text, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str):
        return str(value)
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def rule_file(rules: RuleSet) -> str:
    """A complete TOML file with these values; comments say what each means, can be, and rests on."""
    lines = [
        "# Every rule with its value.  A file may state only what differs from a set, which it then names:",
        '# base = "tenhou"',
        f"title = {value_text(rules.title)}",
    ]
    area = None
    for name, (kind, rule) in RULES.items():
        if rule.area != area:
            area = rule.area
            lines += ["", f"# {area.meaning}", f"[{area.value}]"]
        accepted = [f"#   {one.value}: {one.meaning}" for one in accepted_grades(kind)]
        lines += [f"# {rule.meaning}", *accepted, f"#   source: {rules.source(name)}"]
        lines.append(f"{name} = {value_text(rules.value(name))}")
    return "\n".join(lines) + "\n"


def accepted_grades(kind: type) -> tuple[Grade, ...]:
    """The grades that a rule of a type can have; none where it is a number, or yes or no."""
    grade = next((part for part in (kind, *get_args(kind)) if isinstance(part, type)), None)
    return tuple(grade) if grade is not None and issubclass(grade, Grade) else ()
