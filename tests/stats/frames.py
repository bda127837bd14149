"""Small blocks of whole games, written as plain lists; omitted values are those of an ordinary hand.

`rows_of("seats", hands={"end": ["ryuukyoku"]}, seats={"tenpai": [[True, False, False, False]]})` is one game
of one hand.  Columns of seats and players may be nested by hand or game.  Wins follow from ``wins``; without
their ``hand`` they belong to the hands that ended in agari, one each.
"""

import numpy as np
import pyarrow as pa

from analyzer.stats.rows import GRAINS, Block
from analyzer.tables.schema import TABLES

ARROW = {
    "bool": pa.bool_(),
    "uint8": pa.uint8(),
    "int8": pa.int8(),
    "int16": pa.int16(),
    "int32": pa.int32(),
    "int64": pa.int64(),
    "float64": pa.float64(),
    "date": pa.date32(),
    "string": pa.string(),
    "category": pa.string(),
    "list<int8>": pa.list_(pa.int8()),
    "list<category>": pa.list_(pa.string()),
}

SPECIAL = {
    "year": 2022,
    "room": "houou",
    "length": "hanchan",
    "rule_set": "tenhou",
    "has_aka": True,
    "has_kuitan": True,
    "is_fast": False,
    "has_chips": False,
    "is_complete": True,
    "go_type": 169,
    "lobby": 0,
    "hour": 12,
    "name": "somebody",
    "dan": 16,
    "rate": 2100.0,
    "sex": "M",
    "start_score": 25000,
    "score": 25000,
    "is_readable": True,
    "is_sound": True,
    "kyoku": 0,
    "honba": 0,
    "kyotaku": 0,
    "delta": 0,
    "live_tiles": 0,
    "is_all_last": False,
    "tenpai": False,
    "nagashi": False,
    "waits": "",
    "wait_kinds": 0,
    "furiten": False,
    "furiten_discard": False,
    "furiten_passed": False,
    "furiten_riichi": False,
    "yaochu_kinds": 4,
    "river_yaochu": False,
    "river_called": False,
    "haipai_shanten": 3,
    "kyuushu_kinds": 5,
    "kyuushu_shanten": 3,
    "shanten_after": [],
    "nagashi_until": 0,
    "nagashi_end": "simple",
    "way": "riichi",
    "tile": "5m",
    "fu": 30,
    "han": 1,
    "limit": "none",
    "points": 1000,
    "gain": 1000,
    "yaku": ["riichi"],
    "dora": 0,
    "ura": 0,
    "aka": 0,
    "kita_dora": 0,
    "wait_live": None,
}


def rows_of(grain, *, players=4, games=None, people=None, hands=None, seats=None, wins=None):
    """Rows of a block; see the top.

    Args:
        grain: Table whose rows are wanted.
        players: 3 or 4.
        games: Columns of ``games``; ``hands`` is the number of hands of each, by default all in one game.
        people: Columns of ``players``.
        hands, seats, wins: Columns of these tables.
    """
    return block_of(players=players, games=games, people=people, hands=hands, seats=seats, wins=wins).rows(
        grain
    )


def block_of(*, players=4, games=None, people=None, hands=None, seats=None, wins=None):
    """The same as a block, for code that uses several tables."""
    games, people, hands, seats, wins = (dict(given or {}) for given in (games, people, hands, seats, wins))
    seats = {name: flat("seats", name, values) for name, values in seats.items()}
    people = {name: flat("players", name, values) for name, values in people.items()}
    count = length(hands) or length(seats) // players or sum(games.get("hands", ()))
    count = count or (length(wins) if "hand" not in wins else max(wins["hand"]) + 1)
    games.setdefault("hands", [count] if length(games) < 2 and count else [0] * length(games))
    number_of_games = len(games["hands"])
    assert sum(games["hands"]) == count, "games.hands must add up to the hands"
    order = [number for size in games["hands"] for number in range(size)]
    complete_wins(hands, wins, count)
    complete_hands(hands, wins, order, seats, players)
    complete_seats(seats, hands, wins, order, count, players)
    complete_wins_seats(hands, wins, order)
    complete_people(people, number_of_games, players)
    sizes = {
        "games": number_of_games,
        "players": number_of_games * players,
        "hands": count,
        "seats": count * players,
        "wins": length(wins),
    }
    columns = {"games": games, "players": people, "hands": hands, "seats": seats, "wins": wins}
    return Block(players, {name: table_of(name, columns[name], sizes[name], players) for name in GRAINS})


def length(columns):
    return len(next(iter(columns.values()), ()))


def flat(table, name, values):
    """Values in one list; those of a hand or game may be nested in a list."""
    is_list = next(column.type for column in TABLES[table] if column.name == name).startswith("list")
    depth = 2 if is_list else 1
    probe = values
    for _ in range(depth):
        probe = next((value for value in probe if value is not None), None)
        if not isinstance(probe, list | tuple):
            return list(values)
    return [value for group in values for value in group]


def complete_wins(hands, wins, count):
    """Every win with its hand, and every hand with its number of winners."""
    if wins:
        ended = [at for at, end in enumerate(hands.get("end", ["agari"] * count)) if end == "agari"]
        wins.setdefault("hand", ended[: length(wins)])
        assert length(wins) == len(wins["hand"]), "give wins their hands"
        hands.setdefault("winner_count", [wins["hand"].count(number) for number in range(count)])
    elif "end" in hands and "winner_count" not in hands:
        wins["hand"] = [at for at, end in enumerate(hands["end"]) if end == "agari"]
        hands["winner_count"] = [wins["hand"].count(number) for number in range(count)]
    hands.setdefault("winner_count", [0] * count)
    if "hand" not in wins:
        wins["hand"] = [
            number for number, winners in enumerate(hands["winner_count"]) for _ in range(winners)
        ]


def complete_hands(hands, wins, order, seats, players):
    """How the hands ended, and the values that follow from one hand to the next."""
    count, last = len(order), [after == 0 for after in [*order, 0][1:]]
    hands.setdefault("hand", order)
    hands.setdefault("end", ["agari" if winners else "ryuukyoku" for winners in hands["winner_count"]])
    drawn = [end == "ryuukyoku" for end in hands["end"]]
    hands.setdefault("draw_kind", ["exhaustive" if is_drawn else None for is_drawn in drawn])
    hands.setdefault("kyoku", [0] * count)
    hands.setdefault("dealer", [(kyoku or 0) % 4 for kyoku in hands["kyoku"]])
    if "seat" not in wins:
        wins["seat"] = [hands.get("winner", [0] * count)[hand] or 0 for hand in wins["hand"]]
    if "loser" in wins:
        found = dict(zip(wins["hand"], wins["loser"], strict=True))
        hands.setdefault("loser", [found.get(hand) for hand in range(count)])
    winners = dict(reversed([*zip(wins["hand"], wins["seat"], strict=True)]))
    hands.setdefault("winner", [winners.get(hand) for hand in range(count)])
    hands.setdefault("loser", [None] * count)
    won = [winner is not None for winner in hands["winner"]]
    hands.setdefault(
        "is_tsumo",
        [loser is None if is_won else None for is_won, loser in zip(won, hands["loser"], strict=True)],
    )
    hands.setdefault("is_last", last)
    for name in ("kyoku", "honba", "dealer"):
        values = hands.get(name, [0] * count)
        after = [None if ends else value for ends, value in zip(last, [*values, None][1:], strict=True)]
        hands.setdefault(f"next_{name}", after)
    counted = {"tenpai_count": ("tenpai", True), "riichi_count": ("riichi_turn", None)}
    for name, (column, wanted) in counted.items():
        if column in seats:
            groups = [seats[column][at : at + players] for at in range(0, count * players, players)]
            hands.setdefault(name, [count_of(group, wanted) for group in groups])
    hands.setdefault("tenpai_count", [0] * count)


def count_of(group, wanted):
    """Number of seats with the value; None for tenpai if one seat is not judged."""
    if wanted is None:
        return sum(value is not None for value in group)
    return None if None in group else group.count(wanted)


def complete_seats(seats, hands, wins, order, count, players):
    """Dealers, winners and losers; a riichi is accepted unless given otherwise."""
    every = [(hand, seat) for hand in range(count) for seat in range(players)]
    won = {*zip(wins["hand"], wins["seat"], strict=True)}
    seats.setdefault("hand", [order[hand] for hand, _ in every])
    seats.setdefault("seat", [seat for _, seat in every])
    seats.setdefault("seat_wind", [(seat - hands["dealer"][hand]) % players for hand, seat in every])
    seats.setdefault("is_dealer", [seat == hands["dealer"][hand] for hand, seat in every])
    seats.setdefault("is_winner", [(hand, seat) in won for hand, seat in every])
    seats.setdefault("is_loser", [hands["loser"][hand] == seat for hand, seat in every])
    seats.setdefault("placement", [seat + 1 for _, seat in every])
    turns = seats.get("riichi_turn", [None] * len(every))
    seats.setdefault("riichi_accepted", [turn is not None for turn in turns])
    seats.setdefault("deposit", [1000 * stands for stands in seats["riichi_accepted"]])


def complete_wins_seats(hands, wins, order):
    """Wins with the hand that they belong to, and the values that follow from it."""
    of_hand = wins["hand"]
    assert of_hand == sorted(of_hand), "wins lie hand by hand"
    for name in ("loser", "is_tsumo"):
        wins.setdefault(name, [hands[name][hand] for hand in of_hand])
    wins.setdefault(
        "is_dealer", [hands["dealer"][hand] == seat for hand, seat in zip(of_hand, wins["seat"], strict=True)]
    )
    wins["hand"] = [order[hand] for hand in of_hand]


def complete_people(people, games, players):
    people.setdefault("seat", [*range(players)] * games)
    people.setdefault("placement", [seat + 1 for seat in people["seat"]])
    people.setdefault("final_score", [25000] * (games * players))
    people.setdefault("final_result", [0.0] * (games * players))


def table_of(name, columns, rows, players):
    """All columns of the schema; omitted ones have defaults."""
    unknown = {*columns} - {column.name for column in TABLES[name]}
    assert not unknown, f"{name} has no columns {sorted(unknown)}"
    arrays = []
    for column in TABLES[name]:
        values = columns.get(column.name)
        if values is None:
            values = [players if column.name == "players" else default(column)] * rows
        assert len(values) == rows, f"{name}.{column.name} has {len(values)} values; expected {rows}"
        arrays.append(array_of(ARROW[column.type], values))
    return pa.Table.from_arrays(arrays, names=[column.name for column in TABLES[name]])


def array_of(type_, values):
    array = pa.array([value.item() if isinstance(value, np.generic) else value for value in values], type_)
    return pa.chunked_array([array.dictionary_encode() if type_ == pa.string() else array])


def default(column):
    if column.name in SPECIAL and (column.null or SPECIAL[column.name] is not None):
        return SPECIAL[column.name]
    if column.null:
        return None
    return {"bool": False, "string": "", "category": "", "float64": 0.0}.get(column.type, 0)
