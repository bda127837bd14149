"""A fault planted in a game of any form is named first by its check; damaged games are judged or refused."""

from __future__ import annotations

import copy
import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache

import pytest

from analyzer.audit import LogName, review
from analyzer.formats.conversion import convert
from analyzer.kernels import compiling
from tests.case_files import whole
from tests.damage import OF_BYTES
from tests.formats.mahjong_soul.records import FORMS, console, simulated
from tests.formats.majiang.records import SAMPLES, sample
from tests.formats.mjai.games import GAME, THREE, as_lines, played, written
from tests.formats.tenhou6.documents import data_of
from tests.formats.tenhou6.test_games import GAMES, game_of

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


def is_of(members, entry):
    """Whether an entry of a list is a message with these members."""
    return entry is members or (isinstance(entry, dict) and any(one is members for one in entry.values()))


def planted(form, game, kind, member, pattern, by):
    """The place of the fault as findings count it; None where it could not be planted."""
    kind, _, hand = kind.partition("@")
    for one, members, of_hand, holder in messages(form, game):
        if one != kind or of_hand < int(hand or 0):
            continue
        at = next((at for at, entry in enumerate(holder or ()) if is_of(members, entry)), 0)
        # Messages of 電脳麻将 count over all hands; in a record of Mahjong Soul a click comes first.
        before = sum(map(len, game["log"][:of_hand])) if form == "majiang" else 1 + ("soul" in form)
        if not pattern:
            del holder[at]
            return before + at
        if changed(members, member, pattern, by):
            if form == "tenhou6" and holder is not None:
                holder[:] = members.values()
            return before + at
    return None


@cache
def first_findings(form):
    """By row of a form: the place of its fault, and the first finding that is not undecided."""
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
    place, first = first_findings(form)[row]

    assert place is not None, "no game has such a message"
    assert first.check == check
    if pattern and form != "tenhou6" and kind not in ("game", "head", "end_game"):
        assert first.element == place


# Damaged JSON is read or refused in one line; what is read is judged, and nothing breaks.

ODD = (
    None, True, -1, 0, 1, 3, 4, 11, 15, 44, 51, 60, 2**31, 10**9, 10**30, 0.5, 2.5, 1e300, [], [0], [1], [[]],
    {}, {"log": []}, ["1m"] * 13, [0] * 4, "", "\0", "\ud800", "x" * 300,
    # Tiles, calls and words of the forms.
    "?", "5mr", "0p", "E", "tsumo", "_", "m5", "z9", "*", "p2-34", "m5550", "r60", "r11", "f44", "a",
    "p111111", "11p1111", "c111213", "k11111111", "111111a11", "m44444444", "和了", "流局", "三家和了",
    "役満32000点", "立直(1飜)", "ドラ(999飜)", "x(役満)", "0m", "kezi(1z,1z,1z)", "angang(9z,9z,9z,9z)",
    ".lq.RecordHule",
)  # fmt: skip


@cache
def seeds(form: str) -> list[object]:
    """Games of a form as JSON values."""
    match form:
        case "mjai":
            return [GAME, THREE, *map(written, ("gimite", "gimite_first"))]
        case "tenhou6":
            return [*map(game_of, GAMES)]
        case "engine":
            return [played(seed, players) for seed in range(3) for players in (3, 4)]
        case "majiang":
            return [game for game, _ in games_of(form)[:4]]
    return [
        json.loads(FORMS[name](simulated(players))) for name in ("console", "rounds") for players in (3, 4)
    ]


def places(value: object) -> Iterator[tuple[list | dict, object]]:
    """Every list or object in a value, with each index or key of it."""
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from places(value[key])


def mutated(form: str, chance: random.Random) -> bytes:
    """A game in which values are replaced, dropped, repeated, moved, or spelled otherwise."""
    game = copy.deepcopy(chance.choice(seeds(form)))
    for _ in range(chance.choice([1, 1, 1, 2, 5])):
        within = game
        # Most values are plays of hands: half of the time, what is beside them.
        while isinstance(within, dict) and chance.random() < 0.5:
            within = chance.choice([*within.values()] or [None])
        found = [*places(within)]
        if not found:
            continue
        parent, key = chance.choice(found)
        match chance.randrange(6):
            case 0:
                del parent[key]
            case 1 if isinstance(parent, list):
                parent.insert(key, copy.deepcopy(parent[chance.randrange(len(parent))]))
            case 2:
                other, at = chance.choice(found)
                parent[key] = copy.deepcopy(other[at])
            case 3 if isinstance(parent[key], str) and parent[key]:
                parent[key] = parent[key][:-1] + chance.choice("mpsz0159_*+=-,")
            case 4 if type(parent[key]) is int:
                parent[key] += chance.choice((-100, -1, 1, 100))
            case _:
                parent[key] = copy.deepcopy(chance.choice(ODD))
    return as_lines(game) if form in ("mjai", "engine") else json.dumps(game).encode()


def with_other_bytes(form: str, chance: random.Random) -> bytes:
    """A game with bytes replaced, dropped, repeated or moved, or cut."""
    game = chance.choice(seeds(form))
    data = as_lines(game) if form == "mjai" else json.dumps(game, ensure_ascii=False).encode()
    for damage in chance.sample(OF_BYTES, chance.choice([1, 1, 2])):
        data = damage(data, chance)
    return data


FEW = {"mjai": 30, "tenhou6": 30, "majiang": 40, "mahjong-soul": 10}
"""Games of each form that are always damaged."""
MANY = 400
COMPILED_ABOVE = 60
RANGES = [
    *((form, range(few)) for form, few in FEW.items()),
    *(pytest.param(form, range(few, MANY), marks=pytest.mark.long) for form, few in FEW.items()),
    pytest.param("engine", range(100), marks=pytest.mark.long),
]


@pytest.mark.parametrize("damage", [mutated, with_other_bytes])
@pytest.mark.parametrize(("form", "numbers"), RANGES)
def test_damaged_games_are_judged_or_refused_in_one_line(form, numbers, damage):
    logs = []
    for number in numbers:
        chance = random.Random(f"{form}{number}")  # noqa: S311 (repeatable, not secret)
        logs.append((LogName(str(number), str(number)), damage(form, chance)))

    with compiling() if len(numbers) > COMPILED_ABOVE else nullcontext():
        result = review(logs, "tenhou" if form == "majiang" else "auto")

    assert all("\n" not in str(one) for one in (*result.findings, *(one.reason for one in result.refused)))
    # Most damage is noticed and much is read, or the damage proves nothing.
    if damage is mutated:
        assert (
            len(numbers) / 10
            < len({log.source.partition("#")[0] for log in result.logs})
            < len(numbers) * 0.95
        )
