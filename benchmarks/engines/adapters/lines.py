"""What the adapters in Python share: lines in and out, and tiles as ids from 0 to 135.

They run in the environments of the engines, where nothing of this package is installed.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable

WINDS = "ESWN"
RED = {"0m": 16, "0p": 52, "0s": 88}


class Tiles:
    """Ids of tiles, no copy twice; red fives have those that Tenhou gives them."""

    def __init__(self) -> None:
        self._taken: set[int] = set()

    def of(self, text: str) -> list[int]:
        return [self._one(tile) for tile in split(text)]

    def _one(self, tile: str) -> int:
        kind = kind_of(tile)
        copies = [RED[tile]] if tile in RED else range(4 * kind, 4 * kind + 4)
        free = [copy for copy in copies if copy not in self._taken]
        # Without red fives in the rules all four fives are plain.
        found = min(free, key=lambda copy: copy in RED.values())
        self._taken.add(found)
        return found


def split(text: str) -> list[str]:
    """``123m0p`` as single tiles."""
    return [rank + suit for ranks, suit in re.findall(r"(\d+)([mpsz])", text) for rank in ranks]


def kind_of(tile: str) -> int:
    """From 0 (1m) to 33 (7z)."""
    return "mpsz".index(tile[1]) * 9 + (int(tile[0]) or 5) - 1


def melds_of(win: dict) -> Iterable[tuple[str, str]]:
    """Kind and tiles of each meld; packages want them in order, where a case has the called one first."""
    for kind, tiles, *_ in map(str.split, win["melds"]):
        yield kind, "".join(sorted(tiles[:-1], key=lambda rank: int(rank) or 5)) + tiles[-1]


def scored_wins(question: dict, score: Callable[[dict, dict], dict]) -> dict:
    """What an engine that scores single hands can answer; it is not asked who of several winners is paid."""
    rules, wins = question["rules"], question["wins"]
    several = (rules["double_ron"], rules["triple_ron"])[len(wins) - 2] if len(wins) > 1 else "pay-all"
    if not wins or several == "abort":
        return {"unsupported": "it scores winning hands alone"}
    paid = wins[:1] if several == "head-bump" else wins
    return {"wins": [{"winner": win["seat"], **score(win, rules)} for win in paid]}


def serve(answer: Callable[[dict], dict]) -> None:
    """Answer every line."""
    for line in sys.stdin:
        question = json.loads(line)
        print(json.dumps({**answer(question), "case": question["case"]}), flush=True)
