"""Counts over logs by regular expressions: a second opinion on the catalogue, sharing nothing with it.

What is counted has the name that a user asks for: ``NAME by AXIS where CONDITION``.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from tests.case_files import whole
from tests.logs import corpus_bytes

WORDS = whole("stats/log_words")
DORA = (52, 53, 54)
URA = 53
IPPATSU = 2
WON = ("ron", "tsumo")
RIICHI_OUTCOMES = (*WON, "deal_in", "tsumo_against", "lateral", "exhaustive_draw", "abortive_draw")
_ELEMENT = re.compile(r"<(\w+)([^>]*?)/?>")
_ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')
_DISCARD = re.compile(r"[DEFG]\d+\Z")


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
        self.kyoku = self.dealer = -1
        self.owari = ""
        for tag, attributes in _ELEMENT.findall(text):
            self._read(tag, dict(_ATTRIBUTE.findall(attributes)))

    def _read(self, tag: str, values: dict[str, str]) -> None:
        if tag == "INIT":
            self.kyoku, self.dealer = int(values["seed"].split(",")[0]), int(values["oya"])
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
    def kind(self) -> str:
        """Kind of ryuukyoku; empty for a win."""
        return "" if self.draw is None else WORDS["draws"].get(self.draw.get("type", ""), "exhaustive")

    @property
    def end(self) -> str:
        """How the hand ended."""
        if self.draw is not None:
            return self.kind if self.is_exhaustive else "abortive"
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


class Tally:
    """Rows that count and their totals by what is asked, bins and category.

    Attributes:
        whole: Rows by what is asked and bins.
        parts: Totals by these and category, which is None for rates and means.
    """

    def __init__(self) -> None:
        self.whole: Counter[tuple[object, ...]] = Counter()
        self.parts: Counter[tuple[object, ...]] = Counter()

    def add(self, asked: str, number: float, *bins: object) -> None:
        """A row of a rate or mean."""
        self.whole[asked, *bins] += 1
        self.parts[asked, *bins, None] += number

    def share(self, asked: str, *categories: object, bins: tuple[object, ...] = ()) -> None:
        """A row of a distribution."""
        self.whole[asked, *bins] += 1
        for category in categories:
            self.parts[asked, *bins, category] += 1

    def cells(self) -> dict[str, dict[tuple[object, ...], tuple[int, float]]]:
        """Rows and total of each bin and category, by what is asked."""
        found: dict[str, dict[tuple[object, ...], tuple[int, float]]] = {}
        for (asked, *bins, category), total in self.parts.items():
            key = (*bins, *([] if category is None else [category]))
            found.setdefault(str(asked), {})[key] = (self.whole[asked, *bins], total)
        return found


def count_logs(paths: list[Path]) -> dict[Table, Tally]:
    """Counts of logs by table; hands without a result are left out."""
    found: dict[Table, Tally] = {}
    for path in paths:
        text = corpus_bytes(path).decode()
        table = table_of(text)
        tally = found.setdefault(table, Tally())
        deals = [Deal(part) for part in re.split(r"(?=<INIT )", text)[1:]]
        _count_game(deals, table.players, tally)
        for deal in deals:
            if deal.wins or deal.draw is not None:
                _count_hand(deal, tally)
                _count_seats(deal, table.players, tally)
                for place, seat in enumerate(deal.declared):
                    _count_riichi(deal, place, seat, tally)
                for win in deal.wins:
                    _count_win(deal, win, tally)
    return found


def _count_game(deals: list[Deal], players: int, tally: Tally) -> None:
    """What is of a game, if its final scores are stated, and which deals are repeated."""
    for deal, following in pairwise(deals):
        if deal.wins or deal.draw is not None:
            tally.add("renchan_rate", deal.kyoku == following.kyoku)
    if not deals or not deals[-1].owari:
        return
    tally.share("game_hands", len(deals))
    tally.add("game_hands_mean", len(deals))
    tally.add("draws_per_game_mean", sum(deal.is_exhaustive for deal in deals))
    scores = [int(score) * 100 for score in deals[-1].owari.split(",")[: 2 * players : 2]]
    for place, seat in enumerate(sorted(range(players), key=lambda seat: -scores[seat]), 1):
        tally.share("final_placement", place)
        tally.add("final_placement_mean", place)
        tally.add("final_score", scores[seat])
        tally.add("bust_rate", scores[seat] < 0)


def _count_hand(deal: Deal, tally: Tally) -> None:
    riichi, drawn = len(deal.declared), deal.is_exhaustive
    tally.add("draw_rate", drawn)
    tally.add("draw_rate by riichi_count", drawn, riichi)
    tally.add(f"draw_rate_{'with' if riichi else 'without'}_riichi", drawn)
    for turn in [*deal.declared.values()][:1]:
        tally.add("draw_rate by first_riichi_turn where first_riichi_turn is not null", drawn, turn)
    tally.share("riichi_per_hand", riichi)
    tally.add("hand_with_riichi_rate", riichi > 0)
    tally.share("hand_end", deal.end)
    tally.add("hand_turn_mean", max(deal.discards))
    tally.add("nagashi_hand_rate", deal.kind == "nagashi_mangan")
    tally.add("ryuukyoku_rate", deal.draw is not None)
    if deal.draw is not None:
        tally.share("ryuukyoku_kind", deal.kind)
        if not drawn:
            tally.share("abortive_kind", deal.kind)


def _count_seats(deal: Deal, players: int, tally: Tally) -> None:
    for seat in range(players):
        outcome = deal.outcome(seat)
        tally.share("hand_outcome", outcome)
        tally.add("win_rate", outcome in WON)
        tally.add("deal_in_rate", outcome == "deal_in")
        tally.add("tsumo_suffered_rate", outcome == "tsumo_against")
        tally.add("riichi_rate", seat in deal.declared)
        tally.add("open_rate", seat in deal.open)
        if seat in deal.open:
            tally.add("open_win_rate", outcome in WON)
            tally.add("open_deal_in_rate", outcome == "deal_in")
        if outcome == "deal_in":
            tally.add("deal_in_points", sum(int(win["ten"].split(",")[1]) for win in deal.wins))
        if deal.is_exhaustive:
            _count_draw(deal, seat, tally)
    if deal.draw is not None and deal.is_exhaustive:
        tally.share("draw_riichi_count", len(deal.declared))
        tally.share("draw_tenpai_count", sum(f"hai{seat}" in deal.draw for seat in range(players)))


def _count_draw(deal: Deal, seat: int, tally: Tally) -> None:
    assert deal.draw is not None
    state = deal.state(seat)
    tally.share("draw_state", state)
    tally.add("draw_tenpai_rate", state != "noten")
    if "type" not in deal.draw:
        points = _paid(deal.draw, seat)
        tally.share("noten_payment by state", points, bins=(state,))
        tally.add("noten_payment_mean by state", points, state)
        if state != "noten":
            tally.add("tenpai_payment_mean", points)


def _count_riichi(deal: Deal, place: int, seat: int, tally: Tally) -> None:
    """The declaration at this position in the hand."""
    outcome, turn, gain = deal.outcome(seat), deal.declared[seat], deal.gain(seat)
    tally.add("riichi_turn_mean", turn)
    tally.add("riichi_gain", gain)
    tally.add("riichi_lateral_rate", outcome == "lateral")
    tally.add("riichi_exhaustive_draw_rate", outcome == "exhaustive_draw")
    tally.add("riichi_draw_rate", "draw" in outcome)
    for where in ("", *[" where riichi_accepted"] * (seat in deal.accepted)):
        tally.share(f"riichi_outcome{where}", outcome)
        tally.add(f"riichi_win_rate{where}", outcome in WON)
        tally.add(f"riichi_deal_in_rate{where}", outcome == "deal_in")
    populations = [
        "is_dealer" if seat == deal.dealer else "not is_dealer",
        "riichi_order = 1" if place == 0 else "riichi_order > 1",
        *["is_chased"] * (place + 1 < len(deal.declared)),
    ]
    for population in populations:
        tally.add(f"riichi_gain by riichi_turn where {population}", gain, turn)
        for one in RIICHI_OUTCOMES:
            tally.add(f"riichi_{one}_rate by riichi_turn where {population}", outcome == one, turn)


def _count_win(deal: Deal, win: dict[str, str], tally: Tally) -> None:
    seat, (_, points, limit) = int(win["who"]), map(int, win["ten"].split(","))
    way, is_tsumo, is_yakuman = deal.way(seat), win["who"] == win["fromWho"], "yakuman" in win
    listed = [int(number) for number in win.get("yaku", "").split(",") if number]
    han = dict(zip(listed[::2], listed[1::2], strict=True))
    yaku = [*han, *(int(one) for one in win.get("yakuman", "").split(",") if one)]
    tally.share("yaku_rates", *(WORDS["yaku"][one] for one in yaku if one not in DORA))
    tally.share("win_way", way)
    tally.add("tsumo_rate", is_tsumo)
    tally.add("win_turn_mean", deal.discards[seat] + 1)
    tally.add("win_points", points)
    tally.add("win_gain", _paid(win, seat))
    named = WORDS["limits"][limit]
    tally.share("win_limit", "kazoe_yakuman" if named == "yakuman" and not is_yakuman else named)
    if not is_tsumo:
        tally.share("deal_in_to_way", way)
    if way == "riichi":
        tally.add("ippatsu_rate", IPPATSU in yaku)
        if not is_yakuman:
            tally.add("ura_hit_rate", han.get(URA, 0) > 0)
