"""The pack leaves no cell empty: sets of what must be there, and a test that names what is missing."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, product
from pathlib import Path

import pytest

from analyzer.settlement.yaku_names import Yaku
from analyzer.vocabulary import WIND_LETTERS, PlayKind
from tests.conformance.cases_of_pack import PackCase, shown
from tests.conformance.plain_scorer import HAN, YAKUMAN

pytestmark = pytest.mark.long

HONBA, STICKS = range(6), range(5)
"""More count as the last."""
SITUATION = {0, 1, 2, 3, 4, 5, 6, 21}
WINDS, DRAGONS = range(10, 18), range(18, 21)
CELLS_OF_YAKU = tomllib.loads((Path(__file__).parents[1] / "cases/conformance/cells.toml").read_text("utf-8"))
IDS = {one.text: int(one) for one in Yaku}


def ids(names: Iterable[str]) -> set[int]:
    """Of yaku by name."""
    return {IDS[name] for name in names}


SHAPES = [IDS[name] for name in CELLS_OF_YAKU["shapes"]]
OPENABLE, CLOSED_ONLY = ids(CELLS_OF_YAKU["openable"]), ids(CELLS_OF_YAKU["closed_only"])
NEVER_ALONE = {form: ids(names) for form, names in CELLS_OF_YAKU["never_alone"].items()}
NOT_TOGETHER = {IDS[name]: ids(others) for name, others in CELLS_OF_YAKU["not_together"].items()}
SANSHOKU = 25
NO_SANMA = {SANSHOKU, 13}
"""Sanshoku, and the seat North."""


def form_of(case: PackCase, place: int) -> str:
    """Of a win: ``open`` with any call."""
    melds = case.wins[place].melds
    return "open" if any(kind != PlayKind.ANKAN for kind, _ in melds) else "closed"


def wins(players: int) -> Iterator[tuple[PackCase, int, set[int]]]:
    """Each win: its case, its place among the winners, its yaku."""
    for case in shown(players):
        for place, win in enumerate(case.hand["wins"] if case.wins else ()):
            yield case, place, {one["id"] for one in win["yaku"]}


def name(number: int) -> str:
    return Yaku(number).text


def _forms(number: int) -> list[str]:
    han = HAN[number]
    return [form for form, worth in zip(("closed", "open"), han, strict=True) if worth]


def every_yaku(players: int) -> tuple[set[str], set[str]]:
    due = {f"{name(number)} {form}" for number in HAN if number != 17 for form in _forms(number)} | {
        f"{name(number)} closed" for number in YAKUMAN
    }
    due |= {f"{name(number)} open" for number in (39, 42, 43, 44, 49, 50, 51)}
    if players == 3:
        due = {
            cell for cell in due if not cell.startswith(("sanshoku closed", "sanshoku open", "seat north"))
        }
    found = {
        f"{name(number)} {form_of(case, place)}" for case, place, yaku in wins(players) for number in yaku
    }
    return due, found


def every_yaku_alone(players: int) -> tuple[set[str], set[str]]:
    due = {
        f"{name(number)} {form}"
        for number in HAN
        if number != 17 and not (players == 3 and number in NO_SANMA)
        for form in _forms(number)
        if number not in NEVER_ALONE[form]
    }
    if players == 3:
        due -= {"sanankou open"}  # Beside three concealed triplets all four are triplets.
    found = {
        f"{name(number)} {form_of(case, place)}"
        for case, place, yaku in wins(players)
        for number in yaku
        if len(yaku - {52, 53, 54}) == 1
    }
    return due, found


def yaku_in_pairs(players: int) -> tuple[set[str], set[str]]:
    """Pairs of yaku of the tiles, open and closed where an open hand gets less, and pairs of situations."""
    due = set()
    for one, other in combinations(SHAPES, 2):
        if other in NOT_TOGETHER.get(one, set()) or (players == 3 and SANSHOKU in (one, other)):
            continue
        pair = f"{name(one)}, {name(other)}"
        if {one, other} & OPENABLE:
            due.add(f"{pair} closed")
            if not {one, other} & CLOSED_ONLY:
                due.add(f"{pair} open")
        else:
            due.add(pair)
    due |= {*CELLS_OF_YAKU["situations"]}
    if players == 3:
        due -= {*CELLS_OF_YAKU["no_pair_of_three"]}
    found = set()
    for case, place, yaku in wins(players):
        plain = {10 if number in WINDS else 18 if number in DRAGONS else number for number in yaku}
        for one, other in combinations(sorted(plain), 2):
            pair = f"{name(one)}, {name(other)}"
            found |= {pair, f"{pair} {form_of(case, place)}"}
    return due, found


def _value(case: PackCase, place: int) -> tuple[int, int, str, str]:
    """Han, fu, dealer or child, ron or tsumo; a yakuman has 0 fu."""
    win, logged = case.hand["wins"][place], case.wins[place]
    fu = 0 if any(one["id"] in YAKUMAN for one in win["yaku"]) else win["fu"]
    role = "dealer" if logged.winner == logged.dealer else "child"
    return win["han"], fu, role, "tsumo" if logged.is_tsumo else "ron"


def every_fu(players: int) -> tuple[set[str], set[str]]:
    tens = range(30, 120, 10)
    due = {f"{fu} {form} {way}" for fu, form, way in product(tens, ("closed", "open"), ("ron", "tsumo"))}
    due |= {"20 closed tsumo", "25 closed ron", "25 closed tsumo"}
    found = set()
    for case, place, _ in wins(players):
        _, fu, _, way = _value(case, place)
        found.add(f"{fu} {form_of(case, place)} {way}")
    return due, found


def every_limit(players: int) -> tuple[set[str], set[str]]:
    """Both sides of every border, by dealer and child, ron and tsumo."""
    by_fu = ["3 han 60 fu", "3 han 70 fu", "4 han 30 fu", "4 han 40 fu", "4 han 25 fu"]
    sides = [*by_fu, *(f"{han} han" for han in range(5, 14)), "4 han 20 fu"]
    due = {
        f"{side} {role} {way}" for side, role, way in product(sides, ("dealer", "child"), ("ron", "tsumo"))
    }
    due -= {"4 han 20 fu dealer ron", "4 han 20 fu child ron"}
    found = set()
    for case, place, _ in wins(players):
        han, fu, role, way = _value(case, place)
        found |= {f"{han} han {fu} fu {role} {way}", *([f"{han} han {role} {way}"] if fu else [])}
    return due, found


def _least(case: PackCase) -> tuple[int, int]:
    """Honba and sticks of a hand, those beyond the last counted as it."""
    return min(int(case.hand["hand"].rpartition(".")[2]), HONBA[-1]), min(case.ended.sticks, STICKS[-1])


def every_seat(players: int) -> tuple[set[str], set[str]]:
    """Winner, loser and dealer in every seat with every number of honba and of sticks; winds likewise."""
    seats = range(players)
    due = {f"dealer {d}, {w} wins off {w if t else x}" for d in seats for w in seats for x in seats
           for t in (x == w,)}  # fmt: skip
    parts = [f"{part} {seat}" for part in ("winner", "loser", "dealer", "wind") for seat in seats]
    due |= {f"{part}, {honba} honba" for part in parts for honba in HONBA}
    due |= {f"{part}, {sticks} sticks" for part in parts for sticks in STICKS}
    due |= {f"round {wind}, {honba} honba" for wind in range(3) for honba in HONBA}
    due |= {f"round {wind}, {sticks} sticks" for wind in range(3) for sticks in STICKS}
    due |= {f"round {wind}, dealer {seat}" for wind in range(3) for seat in seats}
    due |= {f"round {wind}, wind {seat}" for wind in range(3) for seat in seats}
    due |= {f"{honba} honba, {sticks} sticks" for honba in HONBA for sticks in STICKS}
    # Sticks stay where a honba comes; a fourth riichi is a draw, and three seats have three.
    due -= {"0 honba, 4 sticks"}
    found = set()
    for case, place, _ in wins(players):
        win, (honba, sticks) = case.wins[place], _least(case)
        cells = [f"winner {win.winner}", f"dealer {win.dealer}", f"round {case.ended.kyoku // 4}"]
        cells.append(f"wind {(win.winner - win.dealer) % players}")
        cells += [] if win.is_tsumo else [f"loser {win.loser}"]
        found.add(f"dealer {win.dealer}, {win.winner} wins off {win.loser}")
        found |= {f"{part}, {honba} honba" for part in cells} | {f"{part}, {sticks} sticks" for part in cells}
        found |= {f"{cells[2]}, {cells[1]}", f"{cells[2]}, {cells[3]}", f"{honba} honba, {sticks} sticks"}
    return due, found


def every_dora(players: int) -> tuple[set[str], set[str]]:
    due = {f"{number} dora" for number in range(1, 5)} | {f"{number} ura dora" for number in (1, 2)}
    reds = "mps" if players == 4 else "ps"
    due |= {f"red five of {suit}" for suit in reds} | {f"{number} aka dora" for number in range(1, 3)}
    due |= {"second indicator", "second ura indicator"}
    due |= {f"indicator {number}" for number in range(1, 10)} | {
        f"indicator {kind}" for kind in range(27, 34)
    }
    found = set()
    for case, place, _ in wins(players):
        win = case.wins[place]
        for one in case.hand["wins"][place]["yaku"]:
            if one["id"] >= 52:
                found.add(f"{one['han']} {one['name']}")
        found |= {f"red five of {'mps'[tile // 36]}" for tile in win.tiles if tile in (16, 52, 88)}
        held = {tile // 4 for tile in win.tiles}
        found |= {
            f"indicator {kind if kind >= 27 else kind % 9 + 1}"
            for kind in (tile // 4 for tile in win.indicators)
            if _next(kind, players) in held
        }
        for text, tiles in (("", win.indicators), ("ura ", win.ura_indicators)):
            if any(_next(tile // 4, players) in held for tile in tiles[1:]):
                found.add(f"second {text}indicator")
    return due, found


def _next(kind: int, players: int) -> int:
    """The kind that an indicator points at."""
    if kind >= 27:
        first, number = (27, 4) if kind < 31 else (31, 3)
        return first + (kind - first + 1) % number
    if players == 3 and kind == 0:
        return 8
    return kind // 9 * 9 + (kind % 9 + 1) % 9


def several_rons(players: int) -> tuple[set[str], set[str]]:
    """Every loser with every set of winners, by wind; three are a draw under Tenhou's rules."""
    winds = WIND_LETTERS[:players]
    due = {
        f"{loser} pays {pair}"
        for loser in winds
        for pair in map("".join, combinations(winds, 2))
        if loser not in pair
    }
    if players == 4:
        due |= {f"{wind} would pay three" for wind in winds}
    found = set()
    for case in shown(players):
        dealer = case.ended.dealer
        if len(case.hand["wins"]) == 2:
            winners = sorted((win["winner"] - dealer) % players for win in case.hand["wins"])
            loser = winds[(case.hand["wins"][0]["loser"] - dealer) % players]
            found.add(f"{loser} pays {''.join(winds[wind] for wind in winners)}")
        if case.hand["outcome"] == "sanchahou":
            found.add(f"{winds[(case.last_seat - dealer) % players]} would pay three")
    return due, found


def every_draw(players: int) -> tuple[set[str], set[str]]:
    winds = WIND_LETTERS[:players]
    sets = ["".join(one) for size in range(players + 1) for one in combinations(winds, size)]
    due = {f"dealer {seat}, tenpai {tenpai or 'nobody'}" for seat in range(players) for tenpai in sets}
    due |= {
        f"nagashi of {wind}, tenpai {tenpai or 'nobody'}"
        for wind in winds
        for tenpai in sets
        if wind not in tenpai
    }
    due |= {f"kyuushu of {wind}" for wind in winds} | {"suukaikan"}
    if players == 4:
        due |= {"suufon_renda", "suucha_riichi", "sanchahou"}
    found = set()
    for case in shown(players):
        outcome = case.hand["outcome"]
        held = "".join(winds[(seat - case.ended.dealer) % players] for seat in case.ended.tenpai)
        tenpai = "".join(sorted(held, key=winds.index)) or "nobody"
        if outcome == "exhaustive":
            found.add(f"dealer {case.ended.dealer}, tenpai {tenpai}")
        elif outcome == "nagashi_mangan":
            made = [winds[(seat - case.ended.dealer) % players] for seat in case.ended.nagashi]
            found |= {f"nagashi of {wind}, tenpai {tenpai}" for wind in made}
        elif outcome == "kyuushu_kyuuhai":
            found.add(f"kyuushu of {winds[(case.last_seat - case.ended.dealer) % players]}")
        else:
            found.add(outcome)
    return due, found


def every_end(players: int) -> tuple[set[str], set[str]]:
    """How hanchan end, and what does not end them."""
    due = {f"bust by {how}" for how in ("ron", "tsumo", "noten payment", "nagashi")}
    due |= {"bust of the dealer", "bust of several"}
    due |= {f"zero by {how} goes on" for how in ("ron", "noten payment")}
    ways = ("win", "draw")
    due |= {f"yame by {way}" for way in ways}
    due |= {f"no yame by {way}, {why}" for way in ways for why in ("second", "below the target")}
    due |= {f"target after {place} by {way}" for place in ("South", "West") for way in ways}
    due |= {f"West by {way}" for way in ways} | {"exactly the target", "West to its end"}
    due |= {"sticks left", "sticks left, two at the top"}
    return due, {cell for case in shown(players) for cell in _ends(case, 2)}


def every_end_of_tonpuu(players: int) -> tuple[set[str], set[str]]:
    due = {"target after East by win", "South by win", "target after South by win", "South to its end"}
    return due, {cell for case in shown(players, is_tonpuu=True) for cell in _ends(case, 1)}


def _ends(case: PackCase, winds: int) -> Iterator[str]:
    """What a hand shows of the end of a game of so many winds."""
    hand, end, scores = case.hand, case.end, case.scores_after
    way = "win" if hand["outcome"] == "win" else "draw"
    target, last = 30_000 if case.players == 4 else 40_000, 4 * winds - 5 + case.players
    rounds = ("East", "South", "West")
    if end is None:
        if min(scores) == 0:
            yield f"zero by {_how(case)} goes on"
        if case.ended.kyoku == last and hand["next_dealer"] == case.ended.dealer:
            is_top = scores[case.ended.dealer] == max(scores)
            yield f"no yame by {way}, {'below the target' if is_top else 'second'}"
        elif case.ended.kyoku == last:
            yield f"{rounds[winds]} by {way}"
    elif end["cause"] == "bust":
        below = [seat for seat, score in enumerate(scores) if score < 0]
        yield f"bust by {_how(case)}"
        yield from ["bust of several"] if len(below) > 1 else []
        yield from ["bust of the dealer"] if case.ended.dealer in below else []
    elif end["cause"] == "yame":
        yield f"yame by {way}"
    elif end["cause"] == "limit":
        yield f"{rounds[winds]} to its end"
    else:
        yield f"target after {rounds[winds - 1 if case.ended.kyoku <= last else winds]} by {way}"
        yield from ["exactly the target"] if max(scores) == target else []
    if end is not None and way == "draw" and case.ended.sticks:
        yield "sticks left, two at the top" if scores.count(max(scores)) > 1 else "sticks left"


def _how(case: PackCase) -> str:
    names = {"exhaustive": "noten payment", "nagashi_mangan": "nagashi"}
    hand = case.hand
    if hand["outcome"] != "win":
        return names.get(hand["outcome"], "abortive draw")
    return "tsumo" if hand["wins"][0]["loser"] is None else "ron"


CELLS: Mapping[str, Callable[[int], tuple[set[str], set[str]]]] = {
    "yaku": every_yaku,
    "yaku alone": every_yaku_alone,
    "yaku in pairs": yaku_in_pairs,
    "fu": every_fu,
    "limits": every_limit,
    "seats, winds, honba and sticks": every_seat,
    "dora": every_dora,
    "several rons": several_rons,
    "draws": every_draw,
    "ends": every_end,
    "ends of tonpuusen": every_end_of_tonpuu,
}


@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("cells", CELLS)
def test_no_cell_is_missing(cells, players):
    due, found = CELLS[cells](players)

    assert due
    assert sorted(due - found) == []
