"""The list of all rules, made from RULES and the shipped sets: what each decides, can be, and is.

Run as ``python -m analyzer.rules.rules_page``; docs/rules.md holds what it prints.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain, groupby

from analyzer.rules.loader import accepted_grades, distinct_names, load, value_text
from analyzer.rules.rule_set import RULES


def rules_table() -> str:
    """Markdown: a section for each area, a line for each rule, with what its words mean in the next."""
    parts = [
        "\n".join([f"### `[{area.value}]`: {area.meaning}", "", *chain.from_iterable(map(_lines, rules))])
        for area, rules in groupby(RULES, key=lambda name: RULES[name][1].area)
    ]
    return "\n\n".join(parts) + "\n"


def _lines(name: str) -> Iterator[str]:
    kind, rule = RULES[name]
    yield f"- `{name}`, {rule.meaning}: {_values(name)}"
    if grades := accepted_grades(kind):
        yield "  " + "; ".join(f"`{one.value}` {one.meaning}" for one in grades)


def _values(rule: str) -> str:
    """The value that most sets have, then every other with its sets."""
    by_name = {name: value_text(load(name).value(rule)) for name in distinct_names()}
    counted = [value for value, _ in Counter(by_name.values()).most_common()]
    listed = [f"`{counted[0]}`"]
    for value in counted[1:]:
        sets = [name for name, found in by_name.items() if found == value]
        listed.append(f"`{value}` {', '.join(dict.fromkeys(_widest(name, sets) for name in sets))}")
    return "; ".join(listed)


def _widest(name: str, sets: list[str]) -> str:
    """A set, or one word for all that begin alike where none of the tables' is missing among these sets."""
    words = name.split("-")
    starts = ["-".join(words[:length]) for length in range(1, len(words) + 1)]
    families = {
        start: [one for one in distinct_names() if f"{one}-".startswith(f"{start}-")] for start in starts
    }
    whole = [start for start, family in families.items() if len(family) > 1 and {*family} <= {*sets}]
    return f"`{max(whole, key=lambda start: (len(families[start]), len(start)))}*`" if whole else name


if __name__ == "__main__":
    sys.stdout.write(rules_table())
