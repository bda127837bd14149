"""Course and plays of whole games, beside a slow count of the same XML that shares no code with ours."""

import pytest

from analyzer.audit import LogName, review
from analyzer.formats.mjlog.decoder import decode
from analyzer.formats.mjlog.reader import read_markup
from analyzer.replay import replay_with_course
from analyzer.replay.facts import NO_KINDS, NagashiEnd
from analyzer.tiles.counts import kinds_in
from analyzer.vocabulary import PlayKind, parse_mpsz
from tests.logs import corpus_bytes, corpus_paths, fixed_logs, needs_corpus
from tests.replay.walked import Table, call_of, shanten, tables_of, waits, walked
from tests.thinned import thinned
from tests.written_runs import build_tables

PHOENIX, EDGE = corpus_paths("phoenix"), corpus_paths("edge")
# Some of four players and some of three, some old; without the corpus those of the project alone.
PATHS = [*fixed_logs()[::4], *PHOENIX[::60], *PHOENIX[30:400:120], *EDGE[:3]]
FEW = [path for path in PHOENIX if "gm-00b9-" in path.name][:1] + PHOENIX[30:31] + EDGE[:1]
"""One of three players, one of four, one old."""
MORE = PHOENIX[::100] + PHOENIX[150:400:120] + EDGE[1:3]
RED = {16: "0m", 52: "0p", 88: "0s"}


def events_of(path):
    return decode(read_markup(corpus_bytes(path))[0])


def seats_of(events):
    """Per hand and seat in play: the same as `walked` gives, from the package."""
    facts, _, found = replay_with_course(events)
    for hand, players in enumerate(facts.players.tolist()):
        yield [seat_of(facts, found, hand, seat) for seat in range(players)]


def seat_of(facts, found, hand, seat):
    at = hand * 4 + seat
    waits = kinds_in(int(facts.waits[hand, seat]))
    kyuushu = (int(found.kyuushu_kinds[hand, seat]), int(found.kyuushu_shanten[hand, seat]))
    tenpai = (set(kinds_in(int(found.tenpai_waits[hand, seat]))), int(found.tenpai_wait_live[hand, seat]))
    riichi = (
        set(kinds_in(int(found.riichi_waits[hand, seat]))),
        int(found.riichi_wait_live[hand, seat]),
        bool(found.riichi_furiten[hand, seat]),
    )
    held = facts.concealed[hand, seat].copy()
    if (facts.last_kind[hand], facts.last_seat[hand]) == (PlayKind.DRAW, seat):
        held[facts.last_tile[hand] // 4] -= 1
    return (
        int(found.haipai_shanten[hand, seat]),
        None if kyuushu[0] == NO_KINDS else kyuushu,
        found.shanten_after[found.shanten_offsets[at] : found.shanten_offsets[at + 1]].tolist(),
        int(found.open_turn[hand, seat]) or None,
        tenpai if found.tenpai_turn[hand, seat] else None,
        riichi if facts.riichi_turn[hand, seat] else None,
        (int(found.nagashi_until[hand, seat]), NagashiEnd(found.nagashi_end[hand, seat]).name.lower()),
        {kind for kind in waits if held[kind] < 4},
        int(found.wait_live[hand, seat]),
    )


@pytest.mark.parametrize("path", thinned(PATHS, 3), ids=lambda path: path.stem)
def test_every_seat_of_a_game_has_the_course_that_its_elements_give(path):
    text = corpus_bytes(path).decode()

    for found, expected in zip(seats_of(events_of(path)), walked(text), strict=True):
        assert found == [tuple(seat) for seat in expected]


def kind_name(kind):
    return f"{kind % 9 + 1}{'mpsz'[kind // 9]}"


class Told(Table):
    """A hand that writes down each play after it."""

    def __init__(self, init):
        super().__init__(init)
        self.rows = []
        self.live = 70 if len(self.seats) == 4 else 55
        self.riichi = []
        self.safe = None
        self.before = (None, None)

    def draw(self, who, tile):
        super().draw(who, tile)
        self.live -= 1
        self.tell("draw", who, tile)

    def discard(self, who, tile):
        is_riichi, known = self.declaring == who, self.safe
        asked = known is not None and who != self.riichi[0]
        super().discard(who, tile)
        self.tell(
            "discard",
            who,
            tile,
            is_tsumogiri=self.before == ("draw", tile),
            is_riichi=is_riichi,
            is_genbutsu=tile // 4 in known if asked else None,
        )
        if is_riichi:
            self.riichi.append(who)
        if self.safe is None and is_riichi:
            self.safe = {passed // 4 for passed in self.seats[who].river}
        elif self.safe is not None:
            self.safe.add(tile // 4)

    def call(self, who, code):
        tiles, source = call_of(code, who)
        new = tiles - self.seen
        super().call(who, code)
        if len(tiles) == 1:
            self.tell("kita", who, min(tiles))
            if self.safe is not None:
                self.safe.add(30)
        elif source is not None:
            same = len({tile // 4 for tile in tiles}) == 1
            self.tell("daiminkan" if len(tiles) == 4 else "pon" if same else "chi", who, min(tiles - new))
        elif len(new) == 1:
            self.tell("kakan", who, min(new))
        else:
            self.tell("ankan", who, min(new))

    def tell(self, kind, who, tile, *, is_tsumogiri=False, is_riichi=False, is_genbutsu=None):
        seat = self.seats[who]
        seen = {of for of in self.seen | seat.held if of // 4 == tile // 4}
        discards = len(seat.river)
        red = kind != "ankan" and tile in RED
        self.rows.append(
            {
                "play": len(self.rows),
                "seat": who,
                "kind": kind,
                "tile": RED[tile] if red else kind_name(tile // 4),
                "is_red": red,
                "is_tsumogiri": is_tsumogiri,
                "is_riichi": is_riichi,
                "turn": discards if kind == "discard" else discards + 1,
                "live_tiles": self.live,
                "in_riichi": who in self.riichi,
                "riichi_seats": len(self.riichi),
                "shanten": shanten(seat.held),
                "waits": waits(seat.held) if len(seat.held) % 3 == 1 else set(),
                "is_genbutsu": is_genbutsu,
                "seen_copies": len(seen),
            }
        )
        self.before = (kind, tile)


def rows_of(path):
    """Rows of the table, each hand a list; waits as kinds."""
    name = LogName(path.stem, path.name)
    rows = build_tables(review([(name, corpus_bytes(path))], checks=["well-formed"]), ["plays"])["plays"]
    hands = {}
    for row in rows.to_pylist():
        row["waits"] = set(parse_mpsz(row["waits"] or ""))
        hands.setdefault(row["hand"], []).append(row)
    return list(hands.values())


@needs_corpus
@pytest.mark.parametrize(
    "path", [*FEW, *(pytest.param(path, marks=pytest.mark.long) for path in MORE)], ids=lambda path: path.stem
)
def test_every_play_of_a_real_game_is_what_its_elements_give(path):
    told = [table.rows for table in tables_of(corpus_bytes(path).decode(), Told)]

    for found, expected in zip(rows_of(path), told, strict=True):
        assert [{name: row[name] for name in of} for row, of in zip(found, expected, strict=True)] == expected
