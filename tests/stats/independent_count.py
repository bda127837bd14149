"""Counts over logs by regular expressions: a second opinion on the catalogue, sharing nothing with it.

Run as a script on a folder of logs it prints every count.
"""

from __future__ import annotations

import gzip
import re
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

DRAW_KINDS = {
    "nm": "nagashi_mangan",
    "kaze4": "suufon_renda",
    "yao9": "kyuushu_kyuuhai",
    "reach4": "suucha_riichi",
    "kan4": "suukaikan",
    "ron3": "sanchahou",
}
"""Types of RYUUKYOKU; none is the exhaustive draw."""
YAKU = (
    *("menzen_tsumo", "riichi", "ippatsu", "chankan", "rinshan", "haitei", "houtei", "pinfu", "tanyao"),
    *("iipeikou", "seat_east", "seat_south", "seat_west", "seat_north", "round_east", "round_south"),
    *("round_west", "round_north", "haku", "hatsu", "chun", "double_riichi", "chiitoitsu", "chanta"),
    *("ittsuu", "sanshoku", "sanshoku_doukou", "sankantsu", "toitoi", "sanankou", "shousangen"),
    *("honroutou", "ryanpeikou", "junchan", "honitsu", "chinitsu", "renhou", "tenhou", "chiihou"),
    *("daisangen", "suuankou", "suuankou_tanki", "tsuuiisou", "ryuuiisou", "chinroutou", "chuuren"),
    *("pure_chuuren", "kokushi", "kokushi_thirteen", "daisuushii", "shousuushii", "suukantsu"),
)
"""Names of the ids of AGARI from 0 on."""
DORA = (52, 53, 54)
URA = 53
IPPATSU = 2
LIMITS = ("none", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
"""By the third number of ``ten``; a yakuman that is counted from han lists ``yaku``."""
_ELEMENT = re.compile(r"<(\w+)([^>]*?)/?>")
_ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')
_DISCARD = re.compile(r"[DEFG]\d+\Z")

Counts = Counter[tuple[object, ...]]
"""Counts by name and then by the values that split it."""


class Table(NamedTuple):
    """What the bits of GO say about a game."""

    room: str
    length: str
    players: int


class Deal:
    """One hand read from its elements: who called, who declared, and the results as attributes."""

    def __init__(self, text: str) -> None:
        self.discards = [0, 0, 0, 0]
        self.open: set[int] = set()
        self.declared: dict[int, int] = {}
        self.accepted: set[int] = set()
        self.wins: list[dict[str, str]] = []
        self.draw: dict[str, str] | None = None
        self.kyoku = -1
        self.owari = ""
        for tag, attributes in _ELEMENT.findall(text):
            self._read(tag, dict(_ATTRIBUTE.findall(attributes)))

    def _read(self, tag: str, values: dict[str, str]) -> None:
        if tag == "INIT":
            self.kyoku = int(values["seed"].split(",")[0] or -1)
        self.owari = values.get("owari", self.owari)
        if _DISCARD.match(tag):
            self.discards["DEFG".index(tag[0])] += 1
        elif tag == "N" and _opens(int(values["m"])):
            self.open.add(int(values["who"]))
        elif tag == "REACH" and values["step"] == "1":
            self.declared[int(values["who"])] = self.discards[int(values["who"])] + 1
        elif tag == "REACH":
            self.accepted.add(int(values["who"]))
        elif tag == "AGARI":
            self.wins.append(values)
        elif tag == "RYUUKYOKU":
            self.draw = values

    @property
    def is_exhaustive(self) -> bool:
        return self.draw is not None and self.draw.get("type", "nm") == "nm"

    def outcome(self, seat: int) -> str:
        """How the hand ended for one seat."""
        if self.draw is not None:
            return "exhaustive_draw" if self.is_exhaustive else "abortive_draw"
        ends = [(int(win["who"]), int(win["fromWho"])) for win in self.wins]
        for winner, source in ends:
            if winner == seat:
                return "tsumo" if source == seat else "ron"
        if any(source == seat for _, source in ends):
            return "deal_in"
        return "tsumo_against" if ends[0][0] == ends[0][1] else "lateral"

    def way(self, seat: int) -> str:
        """How a seat that wins holds its tehai."""
        if seat in self.accepted:
            return "riichi"
        return "open" if seat in self.open else "dama"

    @property
    def end(self) -> str:
        """How the hand ended."""
        if self.draw is not None:
            kind = DRAW_KINDS.get(self.draw.get("type", ""), "exhaustive")
            return kind if kind in ("exhaustive", "nagashi_mangan") else "abortive"
        if len(self.wins) > 1:
            return "double_ron"
        return "tsumo" if self.wins[0]["who"] == self.wins[0]["fromWho"] else "ron"

    def gain(self, seat: int) -> int:
        """Points after the hand minus points before it."""
        results = self.wins or [self.draw or {}]
        paid = 1000 if seat in self.accepted else 0
        return sum(_paid(result, seat) for result in results) - paid

    def state(self, seat: int) -> str:
        """State of a seat at an exhaustive draw."""
        assert self.draw is not None
        if seat in self.declared:
            return "riichi"
        if f"hai{seat}" not in self.draw:
            return "noten"
        return "open_tenpai" if seat in self.open else "silent_tenpai"


def _paid(result: dict[str, str], seat: int) -> int:
    """Points that a seat gets by one result."""
    return int(result["sc"].split(",")[2 * seat + 1]) * 100


def _opens(meld: int) -> bool:
    """Whether a call opens the tehai: all but kita and closed kans."""
    if meld & 0b11100:
        return True
    return not meld & 0x20 and bool(meld & 3)


def table_of(text: str) -> Table:
    """Room, length and players of a log."""
    match = re.search(r'<GO [^>]*type="(\d+)"', text)
    assert match is not None
    bits = int(match[1])
    rooms = {0: "ippan", 0x80: "joukyuu", 0x20: "tokujou", 0xA0: "houou"}
    return Table(rooms[bits & 0xA0], "hanchan" if bits & 8 else "tonpuu", 3 if bits & 0x10 else 4)


def read_log(path: Path) -> str:
    """Text of a log, compressed or not."""
    data = path.read_bytes()
    return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode()


def count_log(text: str) -> tuple[Table, Counts]:
    """The table of a log and everything counted in it; hands without a result are left out."""
    table, counts = table_of(text), Counts()
    deals = [Deal(part) for part in re.split(r"(?=<INIT )", text)[1:]]
    _count_game(deals, table.players, counts)
    for deal in deals:
        if deal.wins or deal.draw is not None:
            _count_end(deal, counts)
            _count_riichi(deal, counts)
            _count_wins(deal, counts)
            _count_seats(deal, table.players, counts)
            if deal.is_exhaustive:
                _count_draw(deal, table.players, counts)
    return table, counts


def count_folder(paths: list[Path]) -> dict[Table, Counts]:
    """Counts of many logs, by table."""
    found: dict[Table, Counts] = {}
    for path in paths:
        table, counts = count_log(read_log(path))
        found.setdefault(table, Counts()).update(counts)
    return found


def _count_game(deals: list[Deal], players: int, counts: Counts) -> None:
    """What is of a game, if its final scores are stated, and which deals are repeated."""
    for deal, following in pairwise(deals):
        if deal.wins or deal.draw is not None:
            counts["followed",] += 1
            counts["renchan",] += deal.kyoku == following.kyoku
    if not deals or not deals[-1].owari:
        return
    counts["game",] += 1
    counts["game_hands", len(deals)] += 1
    counts["game_draws",] += sum(deal.is_exhaustive for deal in deals)
    scores = [int(score) * 100 for score in deals[-1].owari.split(",")[: 2 * players : 2]]
    for place, seat in enumerate(sorted(range(players), key=lambda seat: -scores[seat]), 1):
        counts["placement", place] += 1
        counts["final_score",] += scores[seat]
        counts["bust",] += scores[seat] < 0


def _count_seats(deal: Deal, players: int, counts: Counts) -> None:
    counts["end", deal.end] += 1
    counts["turns",] += max(deal.discards)
    for seat in range(players):
        counts["seat",] += 1
        counts["seat_outcome", deal.outcome(seat)] += 1
        if seat in deal.open:
            counts["opened", deal.outcome(seat)] += 1
        if seat in deal.declared:
            counts["riichi_turns",] += deal.declared[seat]
            counts["riichi_gain",] += deal.gain(seat)
        if deal.outcome(seat) == "deal_in":
            counts["dealt_in_points",] += sum(int(win["ten"].split(",")[1]) for win in deal.wins)


def _count_end(deal: Deal, counts: Counts) -> None:
    seen = [("hand",), ("riichi_count", len(deal.declared))]
    seen += [("first_riichi", turn) for turn in list(deal.declared.values())[:1]]
    for key in seen:
        counts[key] += 1
        if deal.is_exhaustive:
            counts[("exhaustive", *key)] += 1
    if deal.draw is not None:
        counts["ryuukyoku", DRAW_KINDS.get(deal.draw.get("type", ""), "exhaustive")] += 1


def _count_draw(deal: Deal, players: int, counts: Counts) -> None:
    assert deal.draw is not None
    shown = [seat for seat in range(players) if f"hai{seat}" in deal.draw]
    counts["tenpai_count", len(shown)] += 1
    numbers = [int(number) for number in deal.draw["sc"].split(",")]
    for seat in range(players):
        counts["at_draw", deal.state(seat)] += 1
        if deal.draw.get("type") is None:
            counts["payment", deal.state(seat), numbers[2 * seat + 1] * 100] += 1


def _count_riichi(deal: Deal, counts: Counts) -> None:
    for seat in deal.declared:
        outcome = deal.outcome(seat)
        counts["declared", outcome] += 1
        counts["accepted" if seat in deal.accepted else "refused", outcome] += 1


def _count_wins(deal: Deal, counts: Counts) -> None:
    for win in deal.wins:
        counts["win",] += 1
        listed = win.get("yaku", "")
        ids = [int(yaku) for yaku in listed.split(",")[::2]] if listed else []
        ids += [int(yaku) for yaku in win["yakuman"].split(",")] if "yakuman" in win else []
        for yaku in {*ids} - {*DORA}:
            counts["yaku", YAKU[yaku]] += 1
        if "ten" in win:
            _count_value(deal, win, ids, counts)


def _count_value(deal: Deal, win: dict[str, str], ids: list[int], counts: Counts) -> None:
    """What a win is worth, and to whom: a log written by hand may leave that out."""
    seat, (_, points, limit) = int(win["who"]), map(int, win["ten"].split(","))
    way, is_tsumo = deal.way(seat), win["who"] == win["fromWho"]
    counts["way", way] += 1
    counts["tsumo",] += is_tsumo
    counts["win_turns",] += deal.discards[seat] + 1
    counts["points",] += points
    counts["gain",] += _paid(win, seat)
    is_counted = LIMITS[limit] == "yakuman" and "yakuman" not in win
    counts["limit", "kazoe_yakuman" if is_counted else LIMITS[limit]] += 1
    if not is_tsumo:
        counts["to_way", way] += 1
    if way == "riichi":
        counts["ippatsu",] += IPPATSU in ids
    if way == "riichi" and "yakuman" not in win:
        listed = [int(number) for number in win["yaku"].split(",")]
        counts["with_dora",] += 1
        counts["ura",] += any(han for yaku, han in zip(listed[::2], listed[1::2], strict=True) if yaku == URA)


if __name__ == "__main__":
    for table, counts in sorted(count_folder(sorted(Path(sys.argv[1]).iterdir())).items()):
        print(*table)  # noqa: T201
        for key, number in sorted(counts.items(), key=str):
            print("   ", *key, number)  # noqa: T201
