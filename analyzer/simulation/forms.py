"""Other forms of logs: the file ``analyzer/scenarios/forms.toml``.

A form changes how a log is written, not what was played, so it can be put on any log of ours; some need
games with walls from seeds, of their time or of today.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any, Final, NamedTuple, TypeAlias

from analyzer.rules import RuleSet
from analyzer.wall import SeedForm

__all__ = ["Form", "form_of"]

_Row: TypeAlias = Mapping[str, Any]


class Form(NamedTuple):
    """One way of writing a log."""

    write: Callable[[bytes], bytes]
    """The log in this form, from one in Tenhou's form of today; both XML."""
    seeds: SeedForm | None
    """The seeds that its walls come from; None where any game will do."""
    times: Mapping[str, date]
    """Names of the rule sets that it belongs to, each with the date that the log id has to have for the rule
    set to be chosen by it; empty for any of both."""

    def fits(self, rules: RuleSet) -> bool:
        """Whether games by the rule set may be written so."""
        return not self.times or rules.name in self.times

    def log_id(self, log_id: str, rules: RuleSet) -> str:
        """The log id of a game by the rule set, with the date that the form needs."""
        day = self.times.get(rules.name)
        return log_id if day is None else f"{day:%Y%m%d}{log_id[8:]}"


def form_of(row: _Row, rows: Mapping[str, _Row]) -> Form:
    """The form of a row of the file, where others may be named by ``like``."""
    steps = [step for name in (*row.get("like", ()), row["name"]) for step in rows[name].get("replace", ())]
    patterns = [(re.compile(pattern.encode()), new.encode()) for pattern, new in steps]
    also = _ALSO.get(row.get("also", ""), bytes)

    def write(data: bytes) -> bytes:
        for pattern, new in patterns:
            data = pattern.sub(new, data)
        return also(data)

    seeds = SeedForm[row["seeds"].upper()] if "seeds" in row else None
    return Form(write, seeds, row.get("times", {}))


def _tails(data: bytes) -> bytes:
    """A tail behind each hexadecimal word of a key."""
    places = iter(range(data.count(b",")))

    def with_tails(seed: re.Match[bytes]) -> bytes:
        return re.sub(rb"(?<=,)[0-9A-F]+", lambda word: word[0] + b".%03x" % next(places), seed[0])

    return re.sub(rb'(?<= seed=")mt[^"]*', with_tails, data)


def _absences(data: bytes) -> bytes:
    """Players leave, and some come back, before, during and after every hand."""
    elements = re.findall(rb"<[^>]*>", data)
    names = dict(re.findall(rb' n([0-3])="([^"]+)"', data))
    pieces: list[bytes] = []
    turn = 0
    for element in elements[:-1]:
        if element.startswith((b"<INIT", b"<AGARI", b"<RYUUKYOKU")):
            pieces += _absence(turn, names)
            turn += 1
        pieces.append(element)
        if element.startswith((b"<INIT", b"<N", b"<REACH", b"<AGARI", b"<RYUUKYOKU")):
            pieces += _absence(turn, names)
            turn += 1
    return b"".join([*pieces, elements[-1]])


def _absence(turn: int, names: dict[bytes, bytes]) -> Iterator[bytes]:
    """Somebody leaves; every second time it is to come back at once."""
    who = b"%d" % (turn % len(names))
    yield b'<BYE who="%s" />' % who
    if turn % 2:
        yield b'<UN n%s="%s" />' % (who, names[who])


_ALSO: Final = {"tails": _tails, "absences": _absences}
