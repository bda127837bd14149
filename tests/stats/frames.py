"""Runs written by hand: tables as lists or text; omitted values are those of an ordinary hand.

`run_of(tmp_path, hands={"end": "ryuukyoku"}, seats={"tenpai": "T F F F"})` is a run of one game of one hand.
In text ``-`` is null, ``''`` is empty, ``T`` and ``F`` are conditions, ``a,b`` is a list and ``[]`` an empty
one, and ``7*3`` stands for three of them; ``|`` is between hands (of ``seats``) or games (of ``people``),
where one value stands for all seats.  Wins follow from ``wins``; without their ``hand`` they belong to the
hands that ended in agari, one each.  Plays and tehai are those of the first hand.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from analyzer.folders import folder
from analyzer.stats.archive import Archive
from analyzer.tables.arrow import stored_schema
from analyzer.tables.load import RunTables
from analyzer.tables.schema import TABLES
from tests.case_files import Row, whole
from tests.written_runs import parts_of, write_manifest

Columns = Mapping[str, Sequence[Any] | str]
Filled = dict[str, list[Any]]

VALUES = ("players", "value", "low", "high", "n", "games", "left_out", "few")
GRAINS = ("games", "players", "hands", "seats", "wins", "plays", "tehai")

ORDINARY = whole("stats/ordinary")
"""Values of columns of an ordinary hand, and of an ordinary ``play``."""


def run_of(out: Path, *units: dict[str, pa.Table], **tables: Any) -> Path:
    """Write a run with these units, or with one unit of these tables; see `unit_of` for both."""
    written = list(units) or [unit_of(**tables)]
    place = folder(out)
    write_manifest(RunTables(place, parts_of(place, written, written[0])))
    return out


def unit_of(*, players: int = 4, first: int = 0, **given: Columns) -> dict[str, pa.Table]:
    """The tables of some games, the first of which has the key ``first``, by their columns.

    ``people`` are those of the table ``players``; ``hands`` of ``games`` is the number of hands of each, by
    default all in one game.
    """
    given["players"] = given.pop("people", {})
    assert {*given} <= {*GRAINS}
    tables = {name: _flat(name, given.get(name, {}), players) for name in GRAINS}
    count = _number_of_hands(tables, players)
    sizes = tables["games"].setdefault("hands", [count])
    assert sum(sizes) == count, "games.hands must add up to the hands"
    _complete_wins(tables["wins"], tables["hands"], count)
    _complete_hands(tables["hands"], tables["wins"], tables["seats"], sizes, players)
    _complete_seats(tables["seats"], tables["hands"], tables["wins"], players)
    _complete_keys(tables, first, sizes, players)
    return {name: _table(name, columns, players) for name, columns in tables.items()}


def _flat(table: str, columns: Columns, players: int) -> Filled:
    """Columns as lists."""
    types = {column.name: column.type for column in TABLES[table]}
    unknown = {*columns} - {*types}
    assert not unknown, f"{table} has no columns {sorted(unknown)}"
    found = {}
    for name, values in columns.items():
        of_seats = players if table in ("seats", "players") else 1
        found[name] = text_values(values, types[name], of_seats) if isinstance(values, str) else [*values]
    return found


def text_values(text: str, kind: str, players: int = 1) -> list[Any]:
    """The values of a column in text; of every group of ``players`` rows one stands for all."""
    found = []
    for group in text.split("|"):
        parts = [part.partition("*") for part in group.split()]
        row = [word for word, _, times in parts for _ in range(int(times or 1))]
        assert players == 1 or len(row) in (1, players), f"{group!r} has {len(row)} values"
        found += [_value(word, kind) for word in (row * players if len(row) == 1 else row)]
    return found


def _value(text: str, kind: str) -> Any:
    if text == "-":
        return None
    if text == "''":
        return ""
    if kind.startswith("list"):
        return [] if text == "[]" else [_value(one, kind[5:-1]) for one in text.split(",")]
    reads = {"bool": lambda one: {"T": True, "F": False}[one], "int32": int, "int64": int, "float64": float}
    return reads.get(kind, str)(text)


def _number_of_hands(tables: dict[str, Filled], players: int) -> int:
    hands, seats, wins = (tables[name] for name in ("hands", "seats", "wins"))
    for columns, of_a_hand in ((hands, 1), (seats, players)):
        if columns:
            return len(next(iter(columns.values()))) // of_a_hand
    if "hands" in tables["games"]:
        return sum(tables["games"]["hands"])
    return max(wins["hand"]) + 1 if "hand" in wins else len(next(iter(wins.values()), ()))


def _complete_wins(wins: Filled, hands: Filled, count: int) -> None:
    """Every win with its hand, as its place among all hands, and its seat."""
    if "hand" not in wins:
        ends = hands.get("end", ["agari" if wins else "ryuukyoku"] * count)
        winners = hands.get("winner_count", [int(end == "agari") for end in ends])
        wins["hand"] = [at for at, number in enumerate(winners) for _ in range(number)]
    assert wins["hand"] == sorted(wins["hand"]), "wins lie hand by hand"
    wins.setdefault("seat", [hands.get("winner", [0] * count)[at] or 0 for at in wins["hand"]])


def _complete_hands(hands: Filled, wins: Filled, seats: Filled, sizes: list[int], players: int) -> None:
    """How the hands ended, who won and dealt in, and what follows from one hand to the next."""
    every = range(sum(sizes))
    winner = dict(reversed([*zip(wins["hand"], wins["seat"], strict=True)]))
    loser = dict(zip(wins["hand"], wins.get("loser", [None] * len(wins["hand"])), strict=True))
    hands.setdefault("winner_count", [wins["hand"].count(at) for at in every])
    hands.setdefault("end", ["agari" if number else "ryuukyoku" for number in hands["winner_count"]])
    hands.setdefault("draw_kind", ["exhaustive" if end == "ryuukyoku" else None for end in hands["end"]])
    hands.setdefault("kyoku", [0 for _ in every])
    hands.setdefault("honba", [0 for _ in every])
    hands.setdefault("dealer", [(kyoku or 0) % 4 for kyoku in hands["kyoku"]])
    hands.setdefault("winner", [winner.get(at) for at in every])
    hands.setdefault("loser", [loser.get(at) for at in every])
    hands.setdefault("is_tsumo", [hands["loser"][at] is None if at in winner else None for at in every])
    hands["hand"] = [number for size in sizes for number in range(size)]
    hands.setdefault("is_last", [after == 0 for after in [*hands["hand"], 0][1:]])
    for name in ("kyoku", "honba", "dealer"):
        following = [*hands[name], None][1:]
        hands.setdefault(f"next_{name}", [None if hands["is_last"][at] else following[at] for at in every])
    for name, column in (("tenpai_count", "tenpai"), ("riichi_count", "riichi_turn")):
        of_hands = [seats[column][at * players :][:players] for at in every] if column in seats else []
        if of_hands:
            hands.setdefault(name, [_holding(column, values) for values in of_hands])
    hands.setdefault("tenpai_count", [0 for _ in every])


def _holding(column: str, values: list[Any]) -> int | None:
    """Number of seats that are tenpai, None if one is not judged; or that declared riichi."""
    if column == "tenpai":
        return None if None in values else values.count(True)
    return sum(value is not None for value in values)


def _complete_seats(seats: Filled, hands: Filled, wins: Filled, players: int) -> None:
    """Dealers, winners and losers; a riichi is accepted unless given otherwise."""
    every = [(at, seat) for at in range(len(hands["hand"])) for seat in range(players)]
    won = {*zip(wins["hand"], wins["seat"], strict=True)}
    seats["seat"] = [seat for _, seat in every]
    seats.setdefault("seat_wind", [(seat - hands["dealer"][at]) % players for at, seat in every])
    seats.setdefault("is_dealer", [seat == hands["dealer"][at] for at, seat in every])
    seats.setdefault("is_winner", [place in won for place in every])
    seats.setdefault("is_loser", [hands["loser"][at] == seat for at, seat in every])
    seats.setdefault("placement", [seat + 1 for _, seat in every])
    turns = seats.get("riichi_turn", [None] * len(every))
    seats.setdefault("riichi_accepted", [turn is not None for turn in turns])
    seats.setdefault("deposit", [1000 * stands for stands in seats["riichi_accepted"]])


def _complete_keys(tables: dict[str, Filled], first: int, sizes: list[int], players: int) -> None:
    games, people, hands, seats, wins, plays, tehai = (tables[name] for name in GRAINS)
    games["game"] = [first + game for game in range(len(sizes))]
    people["game"] = [game for game in games["game"] for _ in range(players)]
    people["seat"] = [seat for _ in games["game"] for seat in range(players)]
    people.setdefault("placement", [seat + 1 for seat in people["seat"]])
    hands["game"] = [first + game for game, size in enumerate(sizes) for _ in range(size)]
    for name in ("game", "hand"):
        seats[name] = [key for key in hands[name] for _ in range(players)]
    places = zip(wins["hand"], wins["seat"], strict=True)
    wins.setdefault("is_dealer", [hands["dealer"][at] == seat for at, seat in places])
    for name in ("loser", "is_tsumo", "game"):
        wins.setdefault(name, [hands[name][at] for at in wins["hand"]])
    wins["hand"] = [hands["hand"][at] for at in wins["hand"]]
    for columns in (plays, tehai):
        rows = range(len(columns.get("seat", ())))
        columns |= {"game": [first for _ in rows], "hand": [0 for _ in rows]}
    for name, value in ORDINARY["play"].items():
        plays.setdefault(name, [value for _ in plays["game"]])
    plays["play"] = [*range(len(plays["game"]))]


def _table(name: str, columns: Filled, players: int) -> pa.Table:
    """All columns of the schema, of as many rows as the keys."""
    rows, schema = len(columns["game"]), stored_schema(name)
    columns["players"] = [players] * rows
    columns["log_id"] = [f"2022010100gm-00a9-0000-{game:08x}" for game in columns["game"]]
    arrays = []
    for column in TABLES[name]:
        nothing = {"bool": False, "string": "", "category": "", "float64": 0.0}.get(column.type, 0)
        ordinary = ORDINARY.get(column.name, None if column.null else nothing)
        values = columns.get(column.name, [ordinary] * rows)
        assert len(values) == rows, f"{name}.{column.name} has {len(values)} values; expected {rows}"
        arrays.append(pa.array(values, schema.field(column.name).type))
    return pa.Table.from_arrays(arrays, schema=schema)


def ask(archive: Archive, case: Row) -> Any:
    """Call the method that a case names first, with its arguments; other keys are options."""
    (method, given), *options = ((name, value) for name, value in case.items() if name != "message")
    spread = isinstance(given, list) and method != "stat"
    return getattr(archive, method)(*(given if spread else [given]), **dict(options))
