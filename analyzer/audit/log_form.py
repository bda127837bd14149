"""Checks of the log as a text: is it well-formed, is all of it known, is it whole?"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case
from analyzer.audit.findings import Verdict
from analyzer.audit.ruling import Otherwise
from analyzer.audit.settled_hands import last_results
from analyzer.audit.verdicts import FORMAT, Check, Detail, State, Verdicts, excerpt_text, is_excerpt
from analyzer.formats.claims import Contradiction
from analyzer.formats.element_names import ATTRIBUTES
from analyzer.formats.events import Oddity
from analyzer.formats.log_id import parse_log_id
from analyzer.replay.facts import is_one_of
from analyzer.vocabulary import ABSENT

__all__ = ["CHECKS"]

_MALFORMED = (
    Oddity.MISSING_ATTRIBUTE,
    Oddity.BAD_VALUE,
    Oddity.BAD_MELD,
    Oddity.BAD_TILE,
    Oddity.BAD_SEAT,
    Oddity.OUT_OF_PLACE,
    Oddity.DUPLICATE_ATTRIBUTE,
    Oddity.CONTRADICTION,
)
_UNKNOWN = (Oddity.UNKNOWN_TAG, Oddity.UNKNOWN_ATTRIBUTE)
_CONTRADICTIONS: Final = {
    Contradiction.TSUMOGIRI: "tsumogiri is true, and the discard is not the tile just drawn",
    Contradiction.TEDASHI: "tsumogiri is false, and the tile just drawn is the only one of its kind held",
    Contradiction.RULE: "the words of rule name another type of game than ref or the tiles dealt",
    Contradiction.SIXTY: "the tile just drawn, the only one of its kind, is discarded by number: read as 60",
    Contradiction.HAN: "the han before the points are not those of the yaku",
    Contradiction.HELD: "a kan or a hand that is shown has other calls, or another riichi, than play gives",
    Contradiction.RANK: "the ranks are not in the order of the scores",
    Contradiction.SUM: "fanshu or damanguan of the win is not the sum of its yaku",
    Contradiction.STICKS: "the sticks after the riichi are not one more than before",
    Contradiction.LEFT_TILES: "the tiles left are not one fewer than before",
}
_CUT = (Oddity.NO_RESULT, Oddity.CUT, Oddity.NO_OWARI)


def _sentence(code: int, detail: int) -> str:
    """What an oddity is, in words."""
    match Oddity(code):
        case Oddity.MISSING_ATTRIBUTE:
            return f"attribute {ATTRIBUTES[detail]} is missing"
        case Oddity.BAD_VALUE:
            return f"attribute {ATTRIBUTES[detail]} does not have the form it must have"
        case Oddity.BAD_MELD:
            return f"m={detail} is not the code of any call"
        case Oddity.BAD_TILE:
            return f"{detail} is not a tile id, expected 0 to 135"
        case Oddity.BAD_SEAT:
            return f"{detail} is not a seat of this game"
        case Oddity.OUT_OF_PLACE:
            return "this element is outside any hand, after its result, or a second one of its kind"
        case Oddity.DUPLICATE_ATTRIBUTE:
            return "an attribute is given twice in one element; the first is used"
        case Oddity.CONTRADICTION:
            return _CONTRADICTIONS[Contradiction(detail)]
        case Oddity.UNKNOWN_TAG:
            return "this tag is not known and is ignored"
        case Oddity.UNKNOWN_ATTRIBUTE:
            return "an attribute of this element is not known and is ignored"
        case Oddity.NO_RESULT:
            return "the hand has no result"
        case _:
            return "the log ends before its game does"


def _is_cut(case: Case) -> NDArray[np.bool_]:
    """Shape (oddities,): the log stops here; a hand without result before another hand is no cut.

    JSON may leave out the final scores of an excerpt or of a whole game, and that of tenhou.net/6 the result
    of any hand; but a game without any hand is cut.
    """
    oddities, offsets = case.events.oddities, case.events.games.hand_offsets
    from_json = case.from_json[oddities.game]
    last = offsets[oddities.game + 1] - 1
    goes_on = from_json & (last >= offsets[oddities.game])
    open_ended = case.from_tenhou6[oddities.game] | (oddities.hand == last)
    stops = np.where(oddities.code == Oddity.NO_RESULT, open_ended, ~goes_on)
    cut: NDArray[np.bool_] = is_one_of(oddities.code, _CUT) & stops
    return cut


def _oddities(case: Case, of_interest: NDArray[np.bool_], state: State, *, once: bool) -> Verdicts:
    """One item of this state per oddity of interest (or the first per game), one passing per game without."""
    oddities = case.events.oddities
    found = np.flatnonzero(of_interest)
    if once:
        _, first = np.unique(oddities.game[found], return_index=True)
        found = found[np.sort(first)]
    elif len(found):
        # One finding per hand: the elements after a broken one are often broken by the same cause.
        keys = np.stack([oddities.game[found], oddities.hand[found]], axis=1)
        _, first = np.unique(keys, axis=0, return_index=True)
        found = found[np.sort(first)]
    clean = np.flatnonzero(np.bincount(oddities.game[found], minlength=len(case.logs)) == 0)

    def detail(item: int) -> Detail:
        row = int(found[item])
        message = _sentence(int(oddities.code[row]), int(oddities.detail[row]))
        verdict = Verdict.MALFORMED if state == State.FAILED else None
        return Detail(None, None, message, element=int(oddities.element[row]), verdict=verdict)

    return Verdicts(
        game=np.concatenate([oddities.game[found], clean]).astype(np.int32),
        hand=np.concatenate([oddities.hand[found], np.full(len(clean), ABSENT)]).astype(np.int32),
        state=np.repeat([state, State.PASSED], [len(found), len(clean)]).astype(np.uint8),
        detail=detail,
        why=detail,
    )


def well_formed(case: Case) -> Verdicts:
    """Every element has the attributes and values it must have; one item per log."""
    code = case.events.oddities.code
    no_result = (code == Oddity.NO_RESULT) & ~_is_cut(case)
    malformed = is_one_of(code, _MALFORMED) & ~_is_sixty(case)
    return _oddities(case, malformed | no_result, State.FAILED, once=False)


def _is_sixty(case: Case) -> NDArray[np.bool_]:
    """Shape (oddities,): a number stands for 60 where nothing else can be meant, as in logs by hand."""
    oddities = case.events.oddities
    found = (oddities.code == Oddity.CONTRADICTION) & (oddities.detail == Contradiction.SIXTY)
    return np.asarray(found)


def known_vocabulary(case: Case) -> Verdicts:
    """No tag, attribute or way to write a discard is unknown; one item per log."""
    unknown = is_one_of(case.events.oddities.code, _UNKNOWN) | _is_sixty(case)
    return _oddities(case, unknown, State.UNDECIDED, once=True)


def _lacks_head(case: Case) -> NDArray[np.bool_]:
    """Shape (games,): an mjlog that states the type of its game, as Tenhou's do, without UN or TAIKYOKU.

    Source: Tenhou: 681 of 681 real logs have both.
    """
    games = case.events.games
    lacks = (games.taikyoku == ABSENT) | ~case.headers.have_people
    return np.asarray(lacks & (games.go_type != ABSENT) & ~case.from_json)


def _why_headless(case: Case, game: int) -> Detail:
    missing = "UN does not say who plays"
    if case.headers.have_people[game]:
        missing = "TAIKYOKU does not say who deals first"
    return Detail(None, None, f"the head of the log is not whole: {missing}")


def whole_log(case: Case) -> Verdicts:
    """The log goes from the start of its game on to the end; one item per log.

    That only owari is missing at the end of a game, or stands in another result of the last hand, is said by
    the checks of that end.
    """
    verdicts = _oddities(case, _is_cut(case), State.UNDECIDED, once=True)
    headless = _lacks_head(case)[verdicts.game] & (verdicts.state == State.PASSED)
    verdicts = verdicts.undecided_where(headless, lambda item: _why_headless(case, int(verdicts.game[item])))
    parts = is_excerpt(case)[verdicts.game] & (verdicts.state == State.PASSED)
    if not parts.any():
        return verdicts
    last = case.events.games.hand_offsets[verdicts.game + 1] - 1

    def why(item: int) -> Detail:
        if not parts[item]:
            return verdicts.why(item)
        message = excerpt_text(case, int(verdicts.game[item]))
        return Detail(
            None, None, message, int(case.events.results.element[last_results(case.events)[last[item]]])
        )

    hand = np.where(parts, last, verdicts.hand).astype(np.int32)
    state = np.where(parts, State.UNDECIDED, verdicts.state).astype(np.uint8)
    return Verdicts(verdicts.game, hand, state, verdicts.detail, why)


def rule_set_known(case: Case) -> Verdicts:
    """The rules of the game are known, and GO and the log id agree about them; one item per log."""
    reasons, stated, otherwise = case.ruling.reasons, case.events.games.go_type, case.ruling.otherwise
    unknown = np.array([reason is not None for reason in reasons], np.bool_)
    log_ids = [parse_log_id(name.log_id) for name in case.logs]
    named = np.array([ABSENT if log_id is None else log_id.go_type for log_id in log_ids], np.int64)
    differs = (stated != named) & (stated != ABSENT) & (named != ABSENT)

    def detail(item: int) -> Detail:
        found = list(otherwise[item])
        if differs[item]:
            claimed, computed = f"type {stated[item]}", f"type {named[item]}"
            message = f"GO says {claimed}, the log id {computed} ({named[item]:04x})"
            found.insert(0, Otherwise(claimed, computed, message))
        claimed, computed, message = ("; ".join(texts) for texts in zip(*found, strict=True))
        return Detail(claimed, computed, message)

    def why(item: int) -> Detail:
        rules, other = case.rule_set(item), case.ruling.others[item]
        if rules is not None and other is not None:
            both = f"{rules.name} and {other.name}"
            return Detail(None, None, f"unknown rule: {reasons[item]} (undecided where {both} differ)")
        areas = ", ".join(sorted(case.ruling.unknown_areas[item])) or "all"
        return Detail(None, None, f"unknown rule: {reasons[item]} (undecided: {areas})")

    games = np.arange(len(reasons), dtype=np.int32)
    failed = differs | np.array([len(found) > 0 for found in otherwise], np.bool_)
    state = np.select([failed, unknown], [State.FAILED, State.UNDECIDED], State.PASSED).astype(np.uint8)
    return Verdicts(games, np.full(len(games), ABSENT, np.int32), state, detail, why)


CHECKS: Final = (
    Check(
        "well-formed",
        "elements and attributes",
        "Every element has the attributes its tag needs, with values of the right form and range",
        FORMAT,
        well_formed,
    ),
    Check(
        "known-vocabulary",
        "tags and attributes",
        "Every tag and attribute is known to this program",
        FORMAT,
        known_vocabulary,
    ),
    Check(
        "whole-log",
        "end of the log",
        "The log has UN and TAIKYOKU before its first hand, and goes on to the last result, which has owari",
        FORMAT,
        whole_log,
    ),
    Check(
        "rule-set",
        "choice of the rules",
        "The rules of the game are known from GO, the lobby and the date, or named by the user, "
        "and the length and the fives of the log agree with them; "
        "the type of GO is the one in the log id, "
        "which judges where they differ in red fives, kuitan or length alone",
        "GO type bits; rules announced by the lobby",
        rule_set_known,
    ),
)
