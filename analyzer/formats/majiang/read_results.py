"""Results and the end of a game: what a record claims, and from play what the columns have besides."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from analyzer.formats.builder import KIND_OF_FACE, Claimed, EventsBuilder, Face, first_copies
from analyzer.formats.claims import Claim, Contradiction, RecordTable
from analyzer.formats.events import UNKNOWN_DRAW_KIND, Oddity
from analyzer.formats.majiang.message import Message, face_of, hand_of
from analyzer.formats.majiang.notation import Hand, Meld, yaku_id
from analyzer.formats.meld_codes import encode_meld
from analyzer.formats.tenhou6.document import Field
from analyzer.formats.tenhou6.words import DORA, DRAWS, YAKU_NAMES, key
from analyzer.vocabulary import NO_SEAT, RIICHI_STICK, SEATS, DrawKind, EndKind, PlayKind, Seat, TileId

__all__ = ["End", "HandSoFar", "draw_kind", "read_end"]

_TEHAI: Final = range(1, 15)
_WON: Final = (2, 5, 8, 11, 14)
_MOST_SHOWN: Final = 14
_MOST_POINTS: Final = 10_000_000
_MOST_YAKUMAN: Final = 8
_YAKU: Final = range(25)
_INDICATORS: Final = range(9)
_HAN: Final = 199
_MOST_FU: Final = 999
_STARS: Final = ("", "*", "**")
"""By the number of yakuman that a yaku counts as."""
_SOURCES: Final = ("+", "=", "-")
"""Who is liable, counted from the winner: the next seat, the one across, the one before."""
_YAKUMAN_IDS: Final = range(YAKU_NAMES.index("天和"), DORA)
_URA_DORA: Final = YAKU_NAMES.index("裏ドラ")
_POINT: Final = re.compile(r"[-+]?[0-9]{1,6}(?:\.[0-9])?", re.ASCII)
_LONGEST_NUMBER: Final = 12


class End(NamedTuple):
    """What a record claims of the end of a game, by seat; None where it is not stated."""

    scores: list[int] | None
    results: list[int] | None
    """In tenths."""
    ranks: list[int] | None


class _Listed(NamedTuple):
    """The yaku of a win."""

    han_of: dict[int, int]
    """By id."""
    yakuman: list[int]
    unknown: list[str]
    """Words that are not known."""
    liable: Seat = NO_SEAT


class HandSoFar:
    """A hand as far as it is played.

    Args:
        build: Holds the game up to the last message.
        kyoku: Of the hand.
        honba: When it began.
        kyotaku: Sticks on the table when it began.
        scores: When it began; they move on with each result.

    Attributes:
        melds: By seat: its calls, as codes of ``build.melds``, in words; a kakan replaces its pon.
    """

    def __init__(self, build: EventsBuilder, kyoku: int, honba: int, kyotaku: int, scores: list[int]) -> None:
        self.build, self.kyoku, self.honba, self.kyotaku = build, kyoku, honba, kyotaku
        self.scores = list(scores)
        self.melds: list[list[Meld]] = [[] for _ in range(SEATS)]
        self._results = 0
        self._ura: list[tuple[Face, TileId]] = []

    def add_kakan(self, seat: Seat, stated: Meld, element: int) -> None:
        """Put a kakan in the place of its pon."""
        melds, kind = self.melds[seat], KIND_OF_FACE[stated.own[0]]
        pon = stated._replace(kind=PlayKind.PON, added=None)
        is_that = [meld.kind == PlayKind.PON and KIND_OF_FACE[meld.own[0]] == kind for meld in melds]
        place = is_that.index(True) if True in is_that else len(melds)
        if melds[place : place + 1] != [pon]:
            self._contradicted(Contradiction.HELD, element)
        elsewhere = melds[place] if place < len(melds) else pon
        melds[place : place + 1] = [elsewhere._replace(kind=PlayKind.KAKAN, added=stated.added)]

    def read_pingju(self, at: Message, element: int, end: End | None) -> None:
        """Read a hand without a winner.

        Args:
            at: ``pingju``.
            element: Of the message.
            end: Where the game ends with this result: what the record claims of that.
        """
        claimed = self._outcome(at, EndKind.RYUUKYOKU, element, end)
        known = draw_kind(at)
        shown = self._shown(at, element) if at.has("shoupai") else None
        number = UNKNOWN_DRAW_KIND if known is None else int(known)
        self.build.result(element, claimed._replace(draw_kind=number, shown=shown))
        if not at.has("name"):
            self.unstated(Claim.DRAW_KIND, element)
        elif known is None:
            self.build.note(Oddity.UNKNOWN_DRAW, element, text=at.word("name"))
        if shown is None:
            self.unstated(Claim.SHOWN_TILES, element)
            self.build.note(Oddity.UNSHOWN, element)

    def _shown(self, at: Message, element: int) -> dict[Seat, list[TileId]]:
        shown: dict[Seat, list[TileId]] = {}
        for seat, field in enumerate(at.by_seat(at.four("shoupai"))):
            if field.value in ("", None):
                continue
            hand = hand_of(field, _TEHAI)
            shown[seat] = self.build.shown_ids(seat, hand.faces)
            if hand.melds != self.melds[seat] or hand.in_riichi != (seat in self.build.declared):
                self._contradicted(Contradiction.HELD, element)
        return shown

    def read_hule(self, at: Message, element: int, end: End | None) -> None:
        """Read a win; arguments as for `read_pingju`."""
        build, winner = self.build, at.seat()
        loser = at.seat("baojia") if at.has("baojia") else winner
        if at.has("baojia") and loser == winner:
            raise at.member("baojia").error("another seat than 'l'")
        claimed = self._outcome(at, EndKind.AGARI, element, end)
        listed = self._yaku(at, winner, element)
        points = at.number("defen", 0, _MOST_POINTS) if at.has("defen") else None
        if points is None:
            build.note(Oddity.NO_POINTS, element)
        claimed = claimed._replace(
            winner=winner,
            loser=loser,
            pao_seat=listed.liable,
            dora=build.indicators,
            ura=self._ura_shown(at, winner, element),
            fu=at.number("fu", 0, _MOST_FU) or None if at.has("fu") else None,
            points=points,
            yaku=listed.han_of,
            yakuman=listed.yakuman,
        )
        build.result(element, self._with_tehai(claimed, at, element))
        if listed.unknown:
            build.note(Oddity.UNKNOWN_YAKU, element, text=", ".join(listed.unknown))

    def _outcome(self, at: Message, kind: EndKind, element: int, end: End | None) -> Claimed:
        """What wins and draws claim alike; the scores move on."""
        self._results += 1
        sticks = 0
        if self._results == 1:
            sticks = self.kyotaku + len(self.build.accepted)
            for seat in self.build.accepted:
                self.scores[seat] -= RIICHI_STICK
        claimed = Claimed(kind, honba=self.honba, kyotaku=sticks)
        deltas = at.points("fenpei")
        if deltas is None:
            self.unstated(Claim.DELTAS, element)
        else:
            claimed = claimed._replace(scores=self.scores, deltas=deltas)
            self.scores = [score + delta for score, delta in zip(self.scores, deltas, strict=True)]
        if end is None:
            return claimed
        if end.scores is None:
            self.unstated(Claim.FINAL_SCORES, element)
        # Where no final scores are stated, the last ones stand for them.
        last = None if deltas is None else self.scores
        scores = end.scores or last
        if end.ranks and (last or scores) and not _is_in_order(end.ranks, last or scores or []):
            self._contradicted(Contradiction.RANK, element)
        return claimed._replace(has_owari=True, final_scores=scores, final_results=end.results)

    def _with_tehai(self, claimed: Claimed, at: Message, element: int) -> Claimed:
        """The win with the tiles of the winner, as stated, or else as played."""
        build, winner = self.build, claimed.winner
        machi = None if build.last is None else build.last[1]
        if at.has("shoupai"):
            hand = hand_of(at.member("shoupai"), _WON)
            machi = build.last_as(hand.faces[-1])
            tehai = [*build.shown_ids(winner, hand.faces[:-1]), machi]
            codes = self._codes(hand, winner)
            if hand.in_riichi != (winner in build.declared):
                self._contradicted(Contradiction.HELD, element)
        else:
            self.unstated(Claim.WIN_TEHAI | Claim.WIN_MELDS, element)
            tehai = build.concealed(winner)
            codes = build.melds[winner]
            if machi is not None and machi not in tehai:
                tehai.append(machi)
        return claimed._replace(shown={winner: sorted(tehai)[:_MOST_SHOWN]}, machi=machi, melds=codes[::-1])

    def _codes(self, hand: Hand, seat: Seat) -> list[int]:
        """Codes of the melds of a hand: those of play where it has them."""
        played = [*zip(self.melds[seat], self.build.melds[seat], strict=True)]
        codes: list[int] = []
        for meld in hand.melds:
            found = next((pair for pair in played if pair[0] == meld), None)
            if found is not None:
                played.remove(found)
            if found is None:
                tiles = first_copies([*meld.own] if meld.called is None else [meld.called, *meld.own])
                code = encode_meld(meld.kind, tiles, seat, (seat + meld.relative) % SEATS)
            codes.append(code if found is None else found[1])
        return codes

    def _ura_shown(self, at: Message, winner: Seat, element: int) -> list[TileId]:
        """Ids of the ura indicators; each winner of a tile states them, and they are the same tiles."""
        if not at.has("fubaopai"):
            if winner in self.build.declared:
                self.unstated(Claim.URA, element)
            return []
        items = at.member("fubaopai").items(_INDICATORS, "a list of indicators")
        faces = [face_of(field) for field in items]
        self._ura += [(face, self.build.new(face)) for face in faces[len(self._ura) :]]
        pairs = zip(faces, self._ura, strict=False)
        return [tile if face == known else self.build.new(face) for face, (known, tile) in pairs]

    def _yaku(self, at: Message, winner: Seat, element: int) -> _Listed:
        """The yaku of a win; what they are worth must be the han, or the number of yakuman, of the win."""
        found = _Listed({}, [], [])
        items = at.member("hupai").items(_YAKU, "a list of yaku") if at.has("hupai") else []
        winds = (self.kyoku // SEATS, (winner - self.kyoku) % SEATS)
        han = stars = 0
        for entry in map(Message, items):
            word, worth = entry.word("name"), entry.member("fanshu")
            number = yaku_id(word, *winds)
            is_yakuman = number in _YAKUMAN_IDS
            if worth.value in _STARS:
                stars += _STARS.index(worth.value)
                number = number if is_yakuman else None
            else:
                own = worth.number(0, _HAN, "a number of han, '*' or '**'")
                han += own
                if number is not None and not is_yakuman and (own or number < DORA or number == _URA_DORA):
                    found.han_of[number] = found.han_of.get(number, 0) + own
            if number is None:
                found.unknown.append(word)
            elif is_yakuman:
                found.yakuman.append(number)
            if entry.has("baojia"):
                found = found._replace(liable=_liable(entry, winner))
        claims = [at.number(name, 0, _HAN) if at.has(name) else None for name in ("fanshu", "damanguan")]
        if items and any(claim not in (None, due) for claim, due in zip(claims, (han, stars), strict=True)):
            self._contradicted(Contradiction.SUM, element)
        if winner in self.build.declared and found.han_of:
            # Ura dora of 0 han are left out.
            found.han_of.setdefault(_URA_DORA, 0)
        return found._replace(yakuman=found.yakuman[:_MOST_YAKUMAN])

    def unstated(self, claim: Claim, element: int) -> None:
        """Note what this record leaves out."""
        self.build.note(Oddity.UNSTATED, element, int(claim))

    def _contradicted(self, what: Contradiction, element: int) -> None:
        self.build.note(Oddity.CONTRADICTION, element, int(what))


def draw_kind(at: Message) -> DrawKind | None:
    """The kind of a draw; None where it is not stated, or in a word that is not known."""
    return DRAWS.get(key(at.word("name"))) if at.has("name") else None


def _is_in_order(ranks: list[int], scores: list[int]) -> bool:
    """Whether each rank is there once, and none is before one with more points; sticks left do not matter."""
    ordered = [scores[ranks.index(rank)] for rank in range(1, SEATS + 1) if rank in ranks]
    return len(ordered) == SEATS and ordered == sorted(scores, reverse=True)


def _liable(entry: Message, winner: Seat) -> Seat:
    field = entry.member("baojia")
    if field.value not in _SOURCES:
        raise field.error("'+', '=' or '-'")
    return (winner + 1 + _SOURCES.index(field.value)) % SEATS


def read_end(members: Message, qijia: int) -> tuple[End | None, RecordTable]:
    """What a record claims of the end of its game, None while it runs; and how it writes results.

    Args:
        members: Of the game.
        qijia: The first dealer.
    """

    def four(name: str) -> list[Field] | None:
        if not members.has(name) or members.members[name].value == []:
            return None
        found = members.four(name)
        return [found[(qijia + seat) % SEATS] for seat in range(SEATS)]

    stated, ranked, points = four("point"), four("rank"), four("defen")
    if stated is None and ranked is None:
        return None, RecordTable(0)
    scores = None if points is None else [100 * one.hundreds() for one in points]
    ranks = None if ranked is None else [one.number(1, SEATS, "a rank from 1 to 4") for one in ranked]
    results = None if stated is None else [_tenths(one) for one in stated]
    are_texts = stated is not None and all(isinstance(one.value, str) for one in stated)
    are_whole = are_texts and not any("." in str(one.value) for one in stated or ())
    return End(scores, results, ranks), RecordTable.WHOLE_RESULTS if are_whole else RecordTable(0)


def _tenths(field: Field) -> int:
    """Tenths of a result."""
    text = field.value if isinstance(field.value, str) else repr(field.value)
    if _POINT.fullmatch(text[:_LONGEST_NUMBER]) is None:
        raise field.error("a final result with at most one decimal")
    return round(10 * float(text))
