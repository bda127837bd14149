"""The plays of real games, beside a slow count of the same XML that shares no code with the package."""

import pytest

from analyzer.audit import LogName, review
from analyzer.vocabulary import parse_mpsz
from tests.built_tables import build_tables
from tests.logs import corpus_bytes, corpus_paths, needs_corpus
from tests.replay.walked import Table, call_of, shanten, tables_of, waits

pytestmark = needs_corpus

PHOENIX = corpus_paths("phoenix")
FEW = [path for path in PHOENIX if "gm-00b9-" in path.name][:1] + PHOENIX[30:31] + corpus_paths("edge")[:1]
"""One of three players, one of four, one old."""
MORE = PHOENIX[::100] + PHOENIX[150:400:120] + corpus_paths("edge")[1:3]
RED = {16: "0m", 52: "0p", 88: "0s"}


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


@pytest.mark.parametrize(
    "path", [*FEW, *(pytest.param(path, marks=pytest.mark.long) for path in MORE)], ids=lambda path: path.stem
)
def test_every_play_of_a_real_game_is_what_its_elements_give(path):
    told = [table.rows for table in tables_of(corpus_bytes(path).decode(), Told)]

    for found, expected in zip(rows_of(path), told, strict=True):
        assert [{name: row[name] for name in of} for row, of in zip(found, expected, strict=True)] == expected
