"""Games of tenhou.net/6 and what the referee says of them: `tests/cases/formats/tenhou6_games.toml`.

A case has a ``hand``, or several ``hands`` laid over it, perhaps a ``part``: ``seats`` of `tenhou6.toml`, of
which ``change`` is the first, or with ``played`` the tehai with which all play the wall out; seats count from
the dealer.
``document`` has other members of the game; one that is "none" is left out.  ``found`` are the first findings
of each chain, with "?" where they are undecided, but for what a single hand cannot show, and "!" where
malformed; "…" stands for undecided ones.  ``says`` is part of a reason or message; others are how many items
of a check have passed, and so on.
"""

from __future__ import annotations

from dataclasses import replace

from analyzer.audit import LogName, review
from analyzer.rules import load
from tests.case_files import each, rows
from tests.formats.columns import assert_columns
from tests.formats.tenhou6.documents import CASES, data_of, document, hand, played_out

COUNTS = ("passed", "failed", "undecided", "absent")
MARKS = {"inconsistent": "", "undecided": "?", "malformed": "!"}
GAMES = rows("formats/tenhou6_games")
ASIDE = {"game-over", "final-scores", "final-result", "wall-seed", "whole-log", "game-start"}


def hand_of(seats="double_ron", change=None, played="", yaochu=None, entries=17, kyoku=(0, 0, 0), **members):
    chosen = CASES["seats"].get(seats) or [(text, [], []) for text in CASES["tehai"][seats]]
    if played:
        haipai = [CASES["tehai"][name][seat] for seat, name in enumerate(played.split())]
        chosen = played_out(*haipai, yaochu_seat=yaochu)
    if change:
        chosen = [change, *chosen[1:]]
    turned = [chosen[(seat - kyoku[0]) % len(chosen)] for seat in range(len(chosen))]
    made = [entry for entry in hand(*turned, kyoku=kyoku, **members) if entry != "none"]
    return made if entries == 17 else [*made[: entries - 1], made[-1]]


def game_of(row):
    hands = [hand_of(**row.get("hand", {}) | one) for one in row.get("hands", [{}])]
    made = document(*hands[slice(*row.get("part", [9]))], **row.get("document", {}))
    return {name: value for name, value in made.items() if value != "none"}


@each(GAMES)
def test_a_game_is_judged(row):
    named = row.get("rules", "auto")
    rules = named if named == "auto" else replace(load(named["name"]), **named)
    result = review([(LogName("game.json", "game.json"), data_of(game_of(row)))], rules)

    *expected, last = row.get("found", "").split() or [""]
    aside = None if last == "…" else ASIDE
    leading = [
        f"{one.check}{MARKS[one.verdict]}"
        for one in result.findings
        if one.leads and (one.verdict != "undecided" or (aside is not None and one.check not in aside))
    ]
    assert leading == [*expected, *[last] * (last not in ("", "…"))]
    for count in COUNTS:
        stated = row.get(count, {})
        assert {check: getattr(result.tallies[check], count) for check in stated} == stated
    for check, words in row.get("says", {}).items():
        assert words in next(one.reason or one.message for one in result.findings if one.check == check)
    assert_columns(result.events, row.get("columns", {}), facts=result.facts)
    assert "rule_sets" not in row or list(result.rule_sets) == row["rule_sets"]
