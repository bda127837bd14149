"""A rule set as a TOML file that people can change."""

from __future__ import annotations

from typing import get_args

from analyzer.rules.grades import Grade
from analyzer.rules.rule_set import RULES, RuleSet, RuleValue


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
