"""What a log claims of a win and what play gives, as records, and the lines that findings have of them."""

from __future__ import annotations

import numpy as np

from analyzer.audit.case import Case
from analyzer.explain.win import Win, claimed_win, computed_win
from analyzer.formats.meld_codes import decode_call
from analyzer.vocabulary import SEATS, TILES, PlayKind, mpsz

__all__ = [
    "claimed_yaku",
    "claimed_yakuman",
    "computed_yaku",
    "logged_line",
    "logged_points_text",
    "logged_yaku_text",
    "melds_text",
    "played_line",
    "played_points_text",
    "played_yaku_text",
    "ura_count_text",
]


def _claimed(case: Case, item: int) -> Win:
    return claimed_win(case.events.results, int(case.wins.result[item]), SEATS)


def _computed(case: Case, item: int) -> Win:
    rules = case.rule_sets[int(case.rule_of_game[case.events.hands.game[case.wins.hand[item]]])]
    return computed_win(case.wins, item, case.facts, rules, SEATS)


def claimed_yaku(case: Case, item: int) -> list[tuple[int, int]]:
    """Ids and han that the log lists."""
    return [(yaku.id, yaku.han) for yaku in _claimed(case, item).listed if not yaku.yakuman]


def computed_yaku(case: Case, item: int) -> list[tuple[int, int]]:
    """Ids and han of the best decomposition."""
    return [(yaku.id, yaku.han) for yaku in _computed(case, item).listed if not yaku.yakuman]


def claimed_yakuman(case: Case, item: int) -> list[int]:
    """Ids that the log lists."""
    return [yaku.id for yaku in _claimed(case, item).listed if yaku.yakuman]


def logged_yaku_text(case: Case, item: int) -> str:
    """Yaku, or yakuman, that the log lists."""
    win = _claimed(case, item)
    if not win.listed and case.from_json[case.events.hands.game[case.wins.hand[item]]]:
        return "yaku not stated"
    return win.listed_text


def played_yaku_text(case: Case, item: int) -> str:
    """Yaku, or yakuman, of the best decomposition."""
    return _computed(case, item).listed_text


def logged_points_text(case: Case, item: int) -> str:
    """Points and limit that the log states, as ``8000 (mangan)``."""
    return _claimed(case, item).points_text


def played_points_text(case: Case, item: int) -> str:
    """Points and limit by the rules."""
    return _computed(case, item).points_text


def logged_line(case: Case, item: int) -> str:
    """What the log says of a win: ``riichi 1, dora 1, 30 fu, 2000 (no limit), paid (0, +2000, -2000, 0)``."""
    is_json = bool(case.from_json[case.events.hands.game[case.wins.hand[item]]])
    return _claimed(case, item).claim(states_yaku=not is_json)


def played_line(case: Case, item: int) -> str:
    """What play gives: ``123m 456p 789p 222s 77s by ron on 3m: riichi 1, 40 fu (base 20, …), 1300 …``."""
    return _computed(case, item).whole


def melds_text(codes: list[int]) -> str:
    """Calls with their codes, as ``pon 555z (m=40522), kita 4z (m=30752)``."""
    tiles = np.empty(4, np.uint8)
    texts = []
    for code in codes:
        kind = PlayKind(decode_call(code, 0, tiles)[0])
        texts.append(f"{kind.name.lower()} {mpsz(tiles[tiles < TILES].tolist())} (m={code})")
    return ", ".join(texts) or "no calls"


def ura_count_text(count: int) -> str:
    """As ``1 ura indicator``."""
    return f"{count or 'no'} ura indicator{'' if count == 1 else 's'}"
