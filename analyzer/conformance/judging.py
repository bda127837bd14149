"""Answers to cases compared with what is expected, part by part, as far as they go."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum, unique
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias, cast

from analyzer.conformance.adapters import NoAnswerError
from analyzer.conformance.cases import Case
from analyzer.errors import nearest
from analyzer.settlement.yaku_names import Yaku

Json: TypeAlias = Mapping[str, object]

PARTS: Final = ("wins", "draws", "flow", "ends")
_OUTCOME: Final = ("outcome", "wins", "invalid", "draw", "deltas", "final_points")
_KEYS: Final = {
    "wins": _OUTCOME,
    "draws": _OUTCOME,
    "flow": ("next_hand", "next_dealer", "kyotaku", "end"),
    "ends": ("end",),
}
"""Keys of an answer by the part that they belong to."""
_MORE: Final = ("rule_set", "hand", "scores", "results", "reasons")
"""Keys of `analyzer.settle` that are no result."""
_FLOW: Final = (
    *("dealer_stays", "dealer_moves", "honba", "sticks_stay", "next", "next_or_end"),
    *("over_bust", "over_teppen", "over_target", "over_yame", "over_limit"),
)
"""Reasons of what follows a hand."""
_UNORDERED: Final = ("tenpai", "nagashi", "chombo")
"""Lists whose order says nothing."""
_YAKU: Final = [one.text for one in Yaku]
_DORA: Final = (Yaku.DORA, Yaku.URA_DORA, Yaku.AKA_DORA)
_NOT_OF_YAKUMAN: Final = ("han", "fu", "fu_parts")
_ABOUT: Final = re.compile(r" [^.]*")
_NAMES: Final = re.compile(r"wins\.(?:yaku|fu_parts)\b")
"""Places of an answer that say what a value is made of."""


class _Found(NamedTuple):
    """What is wrong, or left out.

    Attributes:
        place: Keys, as ``wins.fu``.
        told: What is given there, and what is expected; None for what is left out.
    """

    place: str
    told: str | None


@unique
class Verdict(StrEnum):
    """What a part of an answer has come to."""

    RIGHT = "right"
    WRONG = "wrong"
    NAMED = "named otherwise"
    """Points or payments are right; yaku or parts of the fu have other names, or other han."""
    BROKEN = "no answer"
    """The adapter broke down, or its answer cannot be read."""
    UNSUPPORTED = "unsupported"
    """The adapter says that its engine does not have this."""
    LEFT_OUT = "left out"
    """No key of this part is in the answer."""
    DISPUTED = "disputed"
    """Sources differ: it does not count."""


class Judged(NamedTuple):
    """One part of an answer.

    Attributes:
        case: The case.
        part: One of `PARTS`.
        verdict: What it has come to.
        told: What is wrong, a line each: where, what was given, what is expected; or why there is nothing.
        missing: Keys that the answer leaves out.
        places: Where it is wrong, as ``wins.fu``.
        given: The answer, as far as it is of this part.
    """

    case: Case
    part: str
    verdict: Verdict
    told: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    given: Json = MappingProxyType({})

    @property
    def reasons(self) -> list[str]:
        """Why it is as expected, each with its rule and source."""
        end = self.case.expected["end"]
        if self.part == "ends" and isinstance(end, dict):
            return [_reason(one) for one in end["reasons"]]
        found = cast("list[Json]", self.case.expected["reasons"])
        return [_reason(one) for one in found if (one["why"] in _FLOW) == (self.part == "flow")]


def _reason(reason: Json) -> str:
    """A reason of the hand, or of the end of the game, whose rule has its value in it."""
    if reason["rule"] is None:
        return str(reason["text"])
    value = reason.get("value")
    text = str(value).lower() if isinstance(value, bool) else str(value).replace("'", "")
    ruling = f"{reason['rule']} = {text}" if "value" in reason else reason["rule"]
    return f"{reason['text']} [{ruling}; {reason['source']}]"


def unanswered(case: Case, verdict: Verdict, told: str) -> list[Judged]:
    """A case that has no answer, for a reason."""
    return [Judged(case, part, verdict, (told,)) for part in case.grades]


def judge(case: Case, answer: Json) -> list[Judged]:
    """The parts of an answer judged.

    Args:
        case: The case.
        answer: Any keys that `Case.expected` has; or ``unsupported`` alone, with the reason, or ``error``.

    Raises:
        NoAnswerError: When it has a key or a yaku that is not known, or a list is none.
    """
    if "unsupported" in answer:
        return unanswered(case, Verdict.UNSUPPORTED, str(answer["unsupported"]))
    if "error" in answer:
        return unanswered(case, Verdict.BROKEN, _short(answer["error"]))
    _check_keys(answer, (*_OUTCOME, *_KEYS["flow"], *_MORE), "")
    return [_judge_part(case, part, answer) for part in case.grades]


def agrees(one: Judged, other: Json) -> bool:
    """Whether a part of an answer would be right if this were expected."""
    return not any(found.told for found in _differences(one.part, other, one.given))


def _judge_part(case: Case, part: str, answer: Json) -> Judged:
    given = {key: answer[key] for key in _KEYS[part] if key in answer}
    found = _differences(part, case.expected, given)
    told = tuple(one.told for one in found if one.told is not None)
    missing = tuple(dict.fromkeys(one.place for one in found if one.told is None))
    places = tuple(one.place for one in found if one.told is not None)
    verdict = Verdict.RIGHT
    if not given:
        return Judged(case, part, Verdict.LEFT_OUT, missing=missing)
    if case.grades[part]["grade"] == "disputed":
        verdict = Verdict.DISPUTED
    elif told:
        is_named = all(map(_NAMES.match, places)) and _states_points(given)
        verdict = Verdict.NAMED if is_named else Verdict.WRONG
    return Judged(case, part, verdict, told, missing, places, given)


def _states_points(given: Json) -> bool:
    """Whether an answer says what is paid, of every win."""
    wins = cast("list[Json]", given.get("wins", ()))
    return "deltas" in given or all("points" in win or "deltas" in win for win in wins)


def _differences(part: str, expected: Json, given: Json) -> list[_Found]:
    return [*_compared({key: expected[key] for key in _KEYS[part]}, given, "")]


def _check_keys(given: Json, known: Iterable[str], place: str) -> None:
    for key in given:
        if key not in known:
            near = nearest(str(key), known, f"; known are {', '.join(known)}")
            raise NoAnswerError(f"answered with an unknown key {place}{key}{near}")


def _compared(expected: object, given: object, place: str) -> Iterator[_Found]:
    """Where two values differ, as far as the given one goes, and keys that it leaves out, as ``wins.fu``."""
    name = place.rpartition(".")[2]
    if isinstance(expected, dict) and isinstance(given, dict):
        _check_keys(given, expected, f"{place}." if place else "")
        for key in (one for one in {**given, **expected} if one not in _ignored(expected)):
            inner, due = f"{place}.{key}" if place else key, expected[key]
            if key in given:
                yield from _compared(due, _listed(key, given[key], inner), inner)
            elif place or (any(due) if isinstance(due, list) else due is not None):
                yield _Found(_without_names(inner), None)
    elif (
        isinstance(expected, list) and isinstance(given, list) and expected and isinstance(expected[0], dict)
    ):
        yield from _of_objects(expected, given, place)
    elif name in _UNORDERED and isinstance(given, list) and isinstance(expected, list):
        if sorted(map(str, expected)) != sorted(map(str, given)):
            yield _told(place, expected, given)
    elif name == "tile" and isinstance(given, str) and given.replace("0", "5") == expected:
        return  # A red five is a five.
    elif given != expected or isinstance(given, bool) != isinstance(expected, bool):
        yield _told(place, expected, given)


def _told(place: str, expected: object, given: object) -> _Found:
    return _Found(_without_names(place), f"{place}: {_short(given)}, not {_short(expected)}")


def _without_names(place: str) -> str:
    """A place without the seat, yaku or tile that it is about."""
    return _ABOUT.sub("", place)


def _short(value: object) -> str:
    if isinstance(value, dict):
        value = {key: inner for key, inner in value.items() if key != "reasons"}
    text = "null" if value is None else str(value)
    return text if len(text) <= 200 else f"{text[:200]}…"


def _ignored(expected: Json) -> tuple[str, ...]:
    """Keys that say nothing: what a yakuman would be worth without it, and reasons."""
    return (*(_NOT_OF_YAKUMAN if expected.get("yakuman") else ()), "reasons", "reason", "is_certain")


def _listed(key: str, value: object, place: str) -> object:
    """Yaku may be written by name or id alone; those of no han are none."""
    if key != "yaku" or isinstance(value, str):
        return value
    if not isinstance(value, list):
        raise NoAnswerError(f"answered with {place} {_short(value)}, which is no list")
    rows = [_yaku(one, place) for one in value]
    return [row for row in rows if not isinstance(row, dict) or row.get("han") != 0 or row.get("yakuman")]


def _yaku(given: object, place: str) -> object:
    """A yaku as an object whose name, if it has one, is ours."""
    row = {"name": given} if isinstance(given, str) else {"id": given} if isinstance(given, int) else given
    if not isinstance(row, dict) or "name" not in row:
        return row
    name = " ".join(str(row["name"]).lower().replace("_", " ").split())
    if name not in _YAKU:
        near = nearest(name, _YAKU, "; known are Tenhou's ids and our names")
        raise NoAnswerError(f"answered with an unknown yaku {_short(row['name'])!r} in {place}{near}")
    return {**row, "name": name}


def _of_objects(expected: list[Json], given: list[object], place: str) -> Iterator[_Found]:
    """Objects of two lists, matched by what tells them apart."""
    left = list(expected)
    if place.endswith(".yaku") and not any(map(_is_dora, given)):
        # Many engines have no name for dora; the han have them.
        left = [one for one in left if not _is_dora(one)]
    for one in given:
        if not isinstance(one, dict):
            raise NoAnswerError(f"answered with {place} of {_short(one)}; expected objects")
        same = next((other for other in left if _is_same(other, one)), None)
        if same is None:
            yield _Found(_without_names(place), f"{place}: {_name(one)} too many")
            continue
        left.remove(same)
        for found in _compared(same, one, f"{place} {_name(same)}"):
            # Of yaku and parts of the fu a name is enough.
            if found.told is not None or "winner" in same:
                yield found
    for one in left:
        yield _Found(_without_names(place), f"{place}: {_name(one)} is missing")


def _is_dora(yaku: object) -> bool:
    return isinstance(yaku, dict) and ("dora" in str(yaku.get("name")) or yaku.get("id") in _DORA)


def _is_same(expected: Json, given: Json) -> bool:
    """Whether two objects of a list speak of the same: a seat that wins, a yaku, a part of the fu."""
    if "winner" in expected:
        return given.get("winner") == expected["winner"]
    known = expected if "tile" in expected else ("id", "name", "seat")
    names = [key for key in known if key in given and key in expected]
    return bool(names) and all(given[key] == expected[key] for key in names)


def _name(one: Json) -> str:
    if "winner" in one:
        return f"of seat {one['winner']}"
    return " ".join(
        str(one[key]) for key in ("name", "id", "tile", "seat", "yaku") if one.get(key) is not None
    )
