"""Counts over logs by regular expressions: a second opinion on the catalogue, sharing nothing with it.

Run as a script on a folder of logs it prints every count.
"""

from __future__ import annotations

import gzip
import re
import sys
from collections import Counter
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
        for tag, attributes in _ELEMENT.findall(text):
            self._read(tag, dict(_ATTRIBUTE.findall(attributes)))

    def _read(self, tag: str, values: dict[str, str]) -> None:
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

    def state(self, seat: int) -> str:
        """State of a seat at an exhaustive draw."""
        assert self.draw is not None
        if seat in self.declared:
            return "riichi"
        if f"hai{seat}" not in self.draw:
            return "noten"
        return "open_tenpai" if seat in self.open else "silent_tenpai"


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
    for part in re.split(r"(?=<INIT )", text)[1:]:
        deal = Deal(part)
        if deal.wins or deal.draw is not None:
            _count_end(deal, counts)
            _count_riichi(deal, counts)
            _count_wins(deal, counts)
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


if __name__ == "__main__":
    for table, counts in sorted(count_folder(sorted(Path(sys.argv[1]).iterdir())).items()):
        print(*table)  # noqa: T201
        for key, number in sorted(counts.items(), key=str):
            print("   ", *key, number)  # noqa: T201
