"""Checks of the log as a text: is it well-formed, is all of it known, is it whole?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.audit import Audit, last_results, shared
from analyzer.audit.findings import Verdict
from analyzer.audit.ruling import Otherwise
from analyzer.audit.verdicts import FORMAT, Check, Detail, State, Verdicts, lost_because
from analyzer.formats.events import Contradiction, Oddity
from analyzer.formats.log_id import parse_log_id
from analyzer.formats.mjlog.markup import ATTRIBUTES
from analyzer.replay.facts import is_one_of
from analyzer.rules import Area
from analyzer.settlement.game_end import EndCause
from analyzer.vocabulary import ABSENT, kyoku_text

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
    Contradiction.RULE: "rule names another type of game, or other red fives, than ref or the tiles dealt",
    Contradiction.SIXTY: "the tile just drawn, the only one of its kind, is discarded by number: read as 60",
    Contradiction.HAN: "the han before the points are not those of the yaku",
    Contradiction.HELD: "a kan or a hand that is shown has other calls, or another riichi, than play gives",
    Contradiction.RANK: "the ranks are not in the order of the scores",
    Contradiction.SUM: "fanshu or damanguan of the win is not the sum of its yaku",
    Contradiction.STICKS: "the sticks after the riichi are not one more than before",
    Contradiction.LEFT_TILES: "the tiles left are not one fewer than before",
    Contradiction.SCORES_AFTER: "the scores after the win are not those before it and what is paid",
    Contradiction.WINNER: "the winner is said to be the dealer, in riichi or to have a yakuman, and is not",
}
_CUT = (Oddity.NO_RESULT, Oddity.CUT, Oddity.NO_OWARI)
_SENTENCES: Final[Mapping[int, str]] = {
    Oddity.MISSING_ATTRIBUTE: "attribute {attribute} is missing",
    Oddity.BAD_VALUE: "attribute {attribute} does not have the form it must have",
    Oddity.BAD_MELD: "m={detail} is not the code of any call",
    Oddity.BAD_TILE: "{detail} is not a tile id, expected 0 to 135",
    Oddity.BAD_SEAT: "{detail} is not a seat of this game",
    Oddity.OUT_OF_PLACE: "this element is outside any hand, after its result, or a second one of its kind",
    Oddity.DUPLICATE_ATTRIBUTE: "an attribute is given twice in one element; the first is used",
    Oddity.UNKNOWN_TAG: "this tag is not known and is ignored",
    Oddity.UNKNOWN_ATTRIBUTE: "an attribute of this element is not known and is ignored",
    Oddity.NO_RESULT: "the hand has no result",
    Oddity.CUT: "the log ends before its game does",
    Oddity.NO_OWARI: "the log ends before its game does",
}


def _sentence(code: int, detail: int) -> str:
    """What an oddity is, in words."""
    if code == Oddity.CONTRADICTION:
        return _CONTRADICTIONS[Contradiction(detail)]
    attribute = ATTRIBUTES[detail] if 0 <= detail < len(ATTRIBUTES) else ""
    return _SENTENCES[code].format(detail=detail, attribute=attribute)


def _is_cut(audit: Audit) -> NDArray[np.bool_]:
    """Shape (oddities,): the log stops here; a hand without result before another hand is no cut.

    JSON may leave out the final scores of an excerpt or of a whole game, and that of tenhou.net/6 the result
    of any hand; but a game without any hand is cut.
    """
    oddities, offsets = audit.events.oddities, audit.events.games.hand_offsets
    from_json = audit.from_json[oddities.game]
    last = offsets[oddities.game + 1] - 1
    goes_on = from_json & (last >= offsets[oddities.game])
    open_ended = audit.from_tenhou6[oddities.game] | (oddities.hand == last)
    stops = np.where(oddities.code == Oddity.NO_RESULT, open_ended, ~goes_on)
    cut: NDArray[np.bool_] = is_one_of(oddities.code, _CUT) & stops
    return cut


def _oddities(audit: Audit, of_interest: NDArray[np.bool_], state: State, *, once: bool) -> Verdicts:
    """One item of this state per oddity of interest (or the first per game), one passing per game without."""
    oddities = audit.events.oddities
    found = np.flatnonzero(of_interest)
    if once:
        _, first = np.unique(oddities.game[found], return_index=True)
        found = found[np.sort(first)]
    elif len(found):
        # One finding per hand: the elements after a broken one are often broken by the same cause.
        keys = np.stack([oddities.game[found], oddities.hand[found]], axis=1)
        _, first = np.unique(keys, axis=0, return_index=True)
        found = found[np.sort(first)]
    clean = np.flatnonzero(np.bincount(oddities.game[found], minlength=len(audit.logs)) == 0)

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


def well_formed(audit: Audit) -> Verdicts:
    """Every element has the attributes and values it must have; one item per log."""
    code = audit.events.oddities.code
    no_result = (code == Oddity.NO_RESULT) & ~_is_cut(audit)
    malformed = is_one_of(code, _MALFORMED) & ~_is_sixty(audit)
    return _oddities(audit, malformed | no_result, State.FAILED, once=False)


def _is_sixty(audit: Audit) -> NDArray[np.bool_]:
    """Shape (oddities,): a number stands for 60 where nothing else can be meant, as in logs by hand."""
    oddities = audit.events.oddities
    found = (oddities.code == Oddity.CONTRADICTION) & (oddities.detail == Contradiction.SIXTY)
    return np.asarray(found)


def known_vocabulary(audit: Audit) -> Verdicts:
    """No tag, attribute or way to write a discard is unknown; one item per log."""
    unknown = is_one_of(audit.events.oddities.code, _UNKNOWN) | _is_sixty(audit)
    return _oddities(audit, unknown, State.UNDECIDED, once=True)


@shared
def begins_midway(audit: Audit) -> NDArray[np.bool_]:
    """Shape (games,): the first hand of the log is not E1.0; False of a log without hands."""
    hands, offsets = audit.events.hands, audit.events.games.hand_offsets
    midway = np.zeros(len(audit.logs), np.bool_)
    games = np.flatnonzero(offsets[1:] > offsets[:-1])
    first = offsets[games]
    midway[games] = (hands.kyoku[first] != 0) | (hands.honba[first] != 0)
    return midway


@shared
def is_excerpt(audit: Audit) -> NDArray[np.bool_]:
    """Shape (games,): the log is JSON of some hands of a game, not of a game.

    Without final scores: when it does not begin with E1.0, or does not end where the rules end the game.
    With them it is the game, unless it begins midway and either has a single hand or does not end where the
    rules end the game: then the final scores were left in a part of the document.
    A hand that an mjlog begins midway with is always a fault.
    """
    if not audit.from_json.any():
        return np.zeros(len(audit.logs), np.bool_)
    events, offsets = audit.events, audit.events.games.hand_offsets
    count = offsets[1:] - offsets[:-1]
    last = np.maximum(offsets[1:] - 1, 0)
    over = np.zeros(len(count), np.bool_)
    games = np.flatnonzero(count > 0)
    over[games] = (audit.endings.cause != EndCause.NONE)[last[games]] | audit.endings.may_end[last[games]]
    over &= ~audit.area_unknown(frozenset({Area.GAME_END}))
    has_final = np.zeros(len(count), np.bool_)
    has_final[events.hands.game[events.results.hand[events.results.has_owari]]] = True
    midway = begins_midway(audit)
    part: NDArray[np.bool_] = np.where(has_final, midway & ((count == 1) | ~over), midway | ~over)
    return part & audit.from_json & (count > 0)


def why_outside(audit: Audit, hand: NDArray[np.integer]) -> Callable[[int], Detail]:
    """Why items of given hands have no verdict: they lie outside an excerpt, or it is as the hand tells."""

    def why(item: int) -> Detail:
        row = int(hand[item])
        game = int(audit.events.hands.game[row])
        if is_excerpt(audit)[game]:
            return Detail(None, None, _excerpt_text(audit, game))
        return lost_because(audit, row)

    return why


def _excerpt_text(audit: Audit, game: int) -> str:
    """What part of its game an excerpt is, as ``an excerpt that begins with E3.1``."""
    hands = audit.events.hands
    first, stop = audit.events.games.hand_offsets[game : game + 2].tolist()
    place, where = (first, "begins") if begins_midway(audit)[game] else (stop - 1, "ends")
    return f"an excerpt that {where} with {kyoku_text(int(hands.kyoku[place]), int(hands.honba[place]))}"


def _lacks_head(audit: Audit) -> NDArray[np.bool_]:
    """Shape (games,): an mjlog that states the type of its game, as Tenhou's do, without UN or TAIKYOKU.

    Source: Tenhou: 681 of 681 real logs have both.
    """
    games = audit.events.games
    lacks = (games.taikyoku == ABSENT) | ~audit.headers.have_people
    return np.asarray(lacks & (games.go_type != ABSENT) & ~audit.from_json)


def _why_headless(audit: Audit, game: int) -> Detail:
    missing = "UN does not say who plays"
    if audit.headers.have_people[game]:
        missing = "TAIKYOKU does not say who deals first"
    return Detail(None, None, f"the head of the log is not whole: {missing}")


def whole_log(audit: Audit) -> Verdicts:
    """The log goes from the start of its game on to the end; one item per log.

    That only owari is missing at the end of a game, or stands in another result of the last hand, is said by
    the checks of that end.
    """
    verdicts = _oddities(audit, _is_cut(audit), State.UNDECIDED, once=True)
    headless = _lacks_head(audit)[verdicts.game] & (verdicts.state == State.PASSED)
    verdicts = verdicts.undecided_where(headless, lambda item: _why_headless(audit, int(verdicts.game[item])))
    parts = is_excerpt(audit)[verdicts.game] & (verdicts.state == State.PASSED)
    if not parts.any():
        return verdicts
    last = audit.events.games.hand_offsets[verdicts.game + 1] - 1

    def why(item: int) -> Detail:
        if not parts[item]:
            return verdicts.why(item)
        message = _excerpt_text(audit, int(verdicts.game[item]))
        return Detail(
            None, None, message, int(audit.events.results.element[last_results(audit.events)[last[item]]])
        )

    hand = np.where(parts, last, verdicts.hand).astype(np.int32)
    state = np.where(parts, State.UNDECIDED, verdicts.state).astype(np.uint8)
    return Verdicts(verdicts.game, hand, state, verdicts.detail, why)


def rule_set_known(audit: Audit) -> Verdicts:
    """The rules of the game are known, and GO and the log id agree about them; one item per log."""
    stated, ruled = audit.events.games.go_type, audit.ruling.of_game
    log_ids = [parse_log_id(name.log_id) for name in audit.logs]
    named = np.array([ABSENT if log_id is None else log_id.go_type for log_id in log_ids], np.int64)
    differs = (stated != named) & (stated != ABSENT) & (named != ABSENT)

    def detail(item: int) -> Detail:
        found = list(ruled[item].otherwise)
        if differs[item]:
            claimed, computed = f"type {stated[item]}", f"type {named[item]}"
            message = f"GO says {claimed}, the log id {computed} ({named[item]:04x})"
            found.insert(0, Otherwise(claimed, computed, message))
        claimed, computed, message = ("; ".join(texts) for texts in zip(*found, strict=True))
        return Detail(claimed, computed, message)

    def why(item: int) -> Detail:
        one = ruled[item]
        areas = [*map(str, sorted(one.unknown))] or ["all"]
        if len(areas) > _AREAS_NAMED:
            areas = [", ".join(areas[:_AREAS_NAMED]) + f" and {len(areas) - _AREAS_NAMED} more"]
        undecided = f": {', '.join(areas)}"
        if one.rules is not None and one.other is not None:
            undecided = f" where {one.rules.name} and {one.other.name} differ"
        return Detail(None, None, f"unknown rule: {one.reason} (undecided{undecided})")

    games = np.arange(len(ruled), dtype=np.int32)
    failed = differs | np.array([len(one.otherwise) > 0 for one in ruled], np.bool_)
    unknown = np.array([one.reason is not None for one in ruled], np.bool_)
    state = np.select([failed, unknown], [State.FAILED, State.UNDECIDED], State.PASSED).astype(np.uint8)
    return Verdicts(games, np.full(len(games), ABSENT, np.int32), state, detail, why)


_AREAS_NAMED: Final = 4

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
