"""A fault that is planted in a game of any form is named first by its check."""

from __future__ import annotations

import copy
import json
import re
from collections import defaultdict
from functools import cache

import pytest

from analyzer.audit import LogName, review
from analyzer.formats.conversion import convert
from tests.case_files import whole
from tests.formats.mahjong_soul.records import console, simulated
from tests.formats.majiang.records import SAMPLES, sample
from tests.formats.mjai.games import as_lines
from tests.formats.tenhou6.documents import data_of

CASES = whole("formats/planted")
ROWS = [(form, *row) for form, rows in CASES.items() for row in rows]
# Some rows for both numbers of players where records have both.
ROWS += [("mahjong-soul-sanma", *row) for row in CASES["mahjong-soul"][::5]]
PARTS = (
    "kyoku",
    "scores",
    "dora",
    "ura",
    *(f"{part}{seat}" for seat in range(4) for part in ("dealt", "taken", "laid")),
)


@cache
def games_of(form):
    """Games of a form as JSON values, each with the rules that judge it."""
    if form.startswith("mahjong-soul"):
        # A draw with payments, a ron, a riichi and a win with melds.
        return [(simulated(3, seed="f") if "sanma" in form else simulated(), "auto")]
    games = []
    # The first is the longest by far.
    for path in [*SAMPLES[1:], SAMPLES[0]]:
        text = convert(sample(path).events, sample(path).headers, form).text
        game = [json.loads(line) for line in text.splitlines()] if form == "mjai" else json.loads(text)
        for event in game if form == "mjai" else ():
            if event["type"] in ("hora", "ryukyoku"):
                # Scores after a result, which few writers state, would show each wrong payment before it.
                event.pop("scores", None)
        games.append((game, sample(path).audit.rule_sets[0]))
    return games


def messages(form, game):
    """Every message of a game: its kind, its members, which hand it is of, and the list that holds it."""
    if form != "mjai":
        yield "game", game, 0, None
        yield "head", game.get("head", {}), 0, None
    hand = -1
    if form == "majiang":
        for hand, log in enumerate(game["log"]):
            yield from ((*message, *message.values(), hand, log) for message in [*log])
        return
    if form == "tenhou6":
        for hand, entries in enumerate(game["log"]):
            yield "hand", dict(zip([*PARTS, "result"], entries, strict=True)), hand, entries
        return
    events = game if form == "mjai" else game["records"]
    for event in [*events]:
        kind = event["type"] if form == "mjai" else event["name"].removeprefix(".lq.Record")
        hand += kind in ("start_kyoku", "NewRound")
        yield kind, event if form == "mjai" else event["data"], hand, events


def changed(members, member, pattern, by):
    """Whether a member, or all of them, could be changed."""
    if member and member not in members:
        return False
    before = json.dumps(members[member] if member else members, ensure_ascii=False)
    after = re.sub(pattern, by, before, count=1)
    members.update({member: json.loads(after)} if member else json.loads(after))
    return after != before


def planted(form, game, kind, member, pattern, by):
    """The line of the fault, from 1; None where it could not be planted."""
    kind, _, hand = kind.partition("@")
    for one, members, of_hand, holder in messages(form, game):
        if one != kind or of_hand < int(hand or 0):
            continue
        line = 1 + next((at for at, other in enumerate(holder or ()) if members is other), 0)
        if not pattern:
            holder.remove(next(other for other in holder if members is other or members in other.values()))
            return line
        if changed(members, member, pattern, by):
            if form == "tenhou6" and holder is not None:
                holder[:] = members.values()
            return line
    return None


@cache
def first_findings(form):
    """By row of a form: the line of its fault, and the first finding that is not undecided."""
    lines, by_rules = {}, defaultdict(list)
    for row in (row for row in ROWS if row[0] == form):
        for honest, rules in games_of(form):
            game = copy.deepcopy(honest)
            lines[row] = planted(form, game, *row[2:])
            if lines[row] is not None:
                data = (
                    console(game) if "soul" in form else as_lines(game) if form == "mjai" else data_of(game)
                )
                by_rules[rules].append((row, data))
                break
    found = {}
    for rules, games in by_rules.items():
        logs = [(LogName("game", str(place)), data) for place, (_, data) in enumerate(games)]
        for one in review(logs, rules).findings:
            if one.verdict != "undecided":
                found.setdefault(games[int(one.source)][0], one)
    return {row: (line, found.get(row)) for row, line in lines.items()}


@pytest.mark.parametrize("row", ROWS, ids=" ".join)
def test_a_planted_fault_is_named_first_by_its_check(row):
    form, check, kind, _, pattern, _ = row
    line, first = first_findings(form)[row]

    assert line is not None, "no game has such a message"
    assert first.check == check
    assert form != "mjai" or not pattern or first.element == line or kind == "end_game"
