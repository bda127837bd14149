"""Other forms of logs, as they are found in old or stripped archives.

A form changes how a log is written, not what was played, so it can be put on any log of ours.  Three need
games with walls from seeds of their time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from typing import Final, NamedTuple

from analyzer.rules import RuleSet
from analyzer.wall import SeedForm

__all__ = ["FORMS", "Form"]


def _same(data: bytes) -> bytes:
    return data


class Form(NamedTuple):
    """One way of writing a log.

    Attributes:
        name: As users ask for it.
        meaning: One line.
        write: The log in this form, from one in Tenhou's form of today; both XML.
        players: Numbers of players it was seen or is possible with.
        seeds: The seeds that its walls come from.
        times: Names of the rule sets that it belongs to, each with the date that the log id has to have for
            the rule set to be chosen by it; empty for any of both.
    """

    name: str
    meaning: str
    write: Callable[[bytes], bytes] = _same
    players: tuple[int, ...] = (3, 4)
    seeds: SeedForm = SeedForm.BASE64
    times: tuple[tuple[str, date], ...] = ()

    def makes_sense(self, rules: RuleSet) -> bool:
        """Whether games by the rule set may be written so."""
        return rules.seats in self.players and (not self.times or rules.name in dict(self.times))

    def log_id(self, log_id: str, rules: RuleSet) -> str:
        """The log id of a game by the rule set, with the date that the form needs."""
        day = dict(self.times).get(rules.name)
        return log_id if day is None else f"{day:%Y%m%d}{log_id[8:]}"


_ELEMENT: Final = re.compile(rb"<[^>]*>")


def _without(element: bytes, *names: bytes) -> Callable[[bytes], bytes]:
    """Drop attributes of the elements of a name."""
    attributes = re.compile(rb' (?:%s)="[^"]*"' % b"|".join(names))

    def write(data: bytes) -> bytes:
        pattern = re.compile(rb"<%s\b[^>]*>" % element)
        return pattern.sub(lambda found: attributes.sub(b"", found[0]), data)

    return write


def _within(attribute: bytes, change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    """Change the value of an attribute wherever it stands."""
    pattern = re.compile(rb'(?<= %s=")[^"]*' % attribute)
    return lambda data: pattern.sub(lambda found: change(found[0]), data)


def _all_of(*steps: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    def write(data: bytes) -> bytes:
        for step in steps:
            data = step(data)
        return data

    return write


def _whole_results(owari: bytes) -> bytes:
    """Final results, all rounded, without decimals."""
    return owari.replace(b".0", b"")


def _with_tails(seed: bytes) -> bytes:
    """A tail behind each hexadecimal word."""
    generator, *words = seed.split(b",")
    return b",".join([generator, *(word + b".%03x" % place for place, word in enumerate(words))])


def _without_seed(data: bytes) -> bytes:
    return re.sub(rb"<SHUFFLE\b[^>]*>", b"", data)


def _with_plain_names(data: bytes) -> bytes:
    return re.sub(rb' n([0-3])="[^"]+"', rb' n\1="player\1"', data)


def _indented(data: bytes) -> bytes:
    """Each element in a line of its own."""
    first, *children, last = _ELEMENT.findall(data)
    return b"".join([first, *(b"\n  " + child for child in children), b"\n", last, b"\n"])


def _with_duplicates(data: bytes) -> bytes:
    """The first attribute of every call and result given twice."""
    return re.sub(rb'<(?:N|AGARI|RYUUKYOKU)( \w+="[^"]*")', rb"\g<0>\1", data)


def _with_leaving_and_return(data: bytes) -> bytes:
    """Players leave, and some come back, before, during and after every hand."""
    elements = _ELEMENT.findall(data)
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


_WITHOUT_LOBBY: Final = _without(b"GO", b"lobby")
_WITHOUT_DEPOSIT_SCORES: Final = _without(b"REACH", b"ten")
_WHOLE_RATES: Final = _within(b"rate", lambda rates: re.sub(rb"\.\d\d", b"", rates))
_WHOLE_RESULTS: Final = _within(b"owari", _whole_results)
_AS_IN_2009: Final = _all_of(_WITHOUT_LOBBY, _WITHOUT_DEPOSIT_SCORES, _WHOLE_RATES, _WHOLE_RESULTS)

_EARLY_2009: Final = ("tenhou-2009", date(2009, 2, 20))
_EARLY_2010: Final = ("tenhou-2010", date(2010, 1, 20))
_ROUNDED: Final = (_EARLY_2009, ("tenhou-sanma-2010", date(2010, 1, 20)), _EARLY_2010)

FORMS: Final = (
    Form(
        "seeds_of_hands",
        "Early 2009: INIT has a seed of each hand, nothing has a lobby, REACH no scores",
        _AS_IN_2009,
        players=(4,),
        seeds=SeedForm.PER_HAND,
        times=(_EARLY_2009,),
    ),
    Form(
        "hex_key",
        "From August 2009 to January 2010: SHUFFLE has a key of 32 hexadecimal words",
        _AS_IN_2009,
        players=(4,),
        seeds=SeedForm.HEX,
        times=(_EARLY_2010,),
    ),
    Form(
        "hex_key_with_tails",
        "The words of a hexadecimal key have tails behind a point, which do not count",
        _within(b"seed", lambda seed: _with_tails(seed) if seed.startswith(b"mt") else seed),
        players=(4,),
        seeds=SeedForm.HEX,
    ),
    Form("no_seed", "SHUFFLE is missing, as where seeds were stripped", _without_seed),
    Form("no_ref", "SHUFFLE has no ref", _without(b"SHUFFLE", b"ref")),
    Form("no_lobby", "GO has no lobby, as until 2010", _WITHOUT_LOBBY),
    Form(
        "no_deposit_scores", "REACH does not state the scores when the stick is paid", _WITHOUT_DEPOSIT_SCORES
    ),
    Form("no_grades", "UN states neither dan, rate nor sex", _without(b"UN", b"dan", b"rate", b"sx")),
    Form("no_dan", "UN states no dan, as at tables for money", _without(b"UN", b"dan")),
    Form("whole_rates", "Rates without decimals, as until 2010", _WHOLE_RATES),
    Form("whole_results", "Final results without decimals, as in 2009", _WHOLE_RESULTS, times=_ROUNDED),
    Form("plain_names", "Names that are not encoded, as where they were replaced", _with_plain_names),
    Form("leaving_and_return", "BYE and UN before, within and behind hands", _with_leaving_and_return),
    Form(
        "duplicate_attributes",
        "Attributes given twice, as on 2010-05-10: not well-formed XML",
        _with_duplicates,
    ),
    Form("indented", "An element a line, with line ends and blanks between them", _indented),
)
"""Every form, in the order in which they are listed.

Source: logs of 2009 to 2023; attributes given twice and tails by reports on public projects.
"""
