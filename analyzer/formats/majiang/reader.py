"""Records of 電脳麻将 as columns of `Events`; an element is the place of a message in its game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from analyzer.errors import MalformedLog
from analyzer.formats.builder import KIND_OF_FACE, RED_FACES, EventsBuilder, Face, first_copies
from analyzer.formats.events import Claim, Contradiction, Oddity, ReadGame, RecordTable, read_each
from analyzer.formats.headers import Header, stated_names
from analyzer.formats.json_document import Field, games_of, hands_of
from analyzer.formats.majiang.notation import FACE_OF, Hand, Meld, Message, hand_of, hidden
from analyzer.formats.meld_codes import encode_meld
from analyzer.formats.outcomes import Drawn, Won, add_draw, add_win, end_game
from analyzer.formats.red_fives import note_reds, red_tiles, with_reds_seen
from analyzer.formats.words import DRAWS, YAKUMAN_IDS, key, yaku_id
from analyzer.vocabulary import NO_SEAT, SEATS, DrawKind, PlayKind, Seat, TileId

_RED_FIVE: Final = re.compile(r"[mps][1-9]*(?:[-+=][1-9]*)?0")
_MOST_MESSAGES: Final = 10_000
"""Of a hand; the longest have about 250."""
_MOST: Final = 9999
_HAIPAI: Final = (13,)
_KINDS: Final = {"qipai", "zimo", "dapai", "fulou", "gang", "gangzimo", "kaigang", "hule", "pingju"}
_RESULTS: Final = ("hule", "pingju")
_CALLS: Final = (PlayKind.CHI, PlayKind.PON, PlayKind.DAIMINKAN)
_KANS: Final = (PlayKind.ANKAN, PlayKind.KAKAN)
_DISCARDS: Final = {"": (False, False), "_": (True, False), "*": (False, True), "_*": (True, True)}
"""By what stands behind the tile: whether it was just drawn, and whether riichi is declared with it."""

_Messages = list[tuple[str, object]]
"""Kind and members of each message of a hand; the kind is empty where it is not known."""


def read_majiang(data: bytes) -> list[ReadGame | MalformedLog]:
    """Every game of a record, or why a game cannot be read.

    Columns state more than a record does: honba, sticks and scores of results follow from play.

    Args:
        data: The record, not compressed: an object, a list of objects, or one object a line.

    Raises:
        MalformedLog: When the bytes are no such record, or no game of it can be read; the message names the
            place in the record, the location the hand.

    Source: @kobalab/majiang-core 1.4.1, and its author's description of 牌譜.
    """
    return read_each(games_of(data), _read_game)


def _read_game(game: Field) -> ReadGame:
    at = Message(game)
    log = at.member("log")
    qijia = at.number("qijia", 0, SEATS - 1) if at.has("qijia") else 0
    fields = hands_of(log)
    messages = [_messages(field) for field in fields]
    end, table = read_end(at, qijia)
    firsts = [0, *accumulate(map(len, messages))]

    def read(reds: Sequence[int]) -> tuple[EventsBuilder, ReadGame]:
        build = EventsBuilder(SEATS, red_tiles(reds))
        build.note(Oddity.MAJIANG, 0, qijia | int(table))
        note_reds(build, reds, 0)
        for first, field, own in zip(firsts, fields, messages, strict=False):
            _Hand(build, field, own, first).play(end if field is fields[-1] else None)
        return build, ReadGame(build.build(), _header(at, qijia))

    has_reds = _RED_FIVE.search(" ".join(map(_texts, messages))) is not None
    return with_reds_seen(read, [int(has_reds)] * len(RED_FACES))


def _messages(field: Field) -> _Messages:
    found: _Messages = []
    what = f"a list of 1 to {_MOST_MESSAGES} messages"
    for place, message in enumerate(field.values(range(1, _MOST_MESSAGES + 1), what)):
        kinds = [kind for kind in message if kind in _KINDS] if isinstance(message, dict) else None
        if kinds is None or len(kinds) > 1:
            raise Field(message, f"{field.place}[{place}]", field.where).error(
                "an object such as {'zimo': …}"
            )
        found.append((kinds[0], message[kinds[0]]) if kinds else ("", None))
    return found


def _texts(messages: _Messages) -> str:
    """What messages have as texts, in one."""
    values = [part for _, value in messages if isinstance(value, dict) for part in value.values()]
    parts = [one for value in values for one in (value if isinstance(value, list) else (value,))]
    return " ".join([one for one in parts if isinstance(one, str)])


def _header(at: Message, qijia: int) -> Header:
    names = at.value.get("player")
    if not isinstance(names, list) or len(names) != SEATS:
        return Header()
    return Header(stated_names([names[(qijia + seat) % SEATS] for seat in range(SEATS)]), states_people=True)


class _Hand:
    """One hand that is played message by message, the first of which is the element ``first``."""

    def __init__(self, build: EventsBuilder, field: Field, messages: _Messages, first: int) -> None:
        self.build, self.field, self.messages, self.first = build, field, messages, first
        self.dealer: Seat = 0
        self.kyoku = 0
        self._start()
        self.melds: list[list[Meld]] = [[] for _ in range(SEATS)]
        """By seat: its calls, as codes of ``build.melds``, in words; a kakan replaces its pon."""
        self.seats: dict[object, Seat] = {wind: (self.dealer + wind) % SEATS for wind in range(SEATS)}
        self.riichi: Seat | None = None
        """Who has declared riichi and not paid yet."""
        self.drawn: Face | None = None
        self.kan = PlayKind.ANKAN
        """The last one."""
        self.shown = 0
        """Before this message, all indicators are shown."""
        self._kinds = [kind for kind, _ in messages]
        self.shows_at_once = self._shows_at_once()

    def _at(self, place: int) -> Message:
        kind, value = self.messages[place]
        return Message(Field(value, f"{self.field.place}[{place}].{kind}", self.field.where), self.dealer)

    def _shows_at_once(self) -> bool:
        """Whether the indicator of an open kan counts for who wins on the tile that replaces one of it."""
        win = self._kinds.index("hule") if "hule" in self._kinds else 0
        if self._kinds[win - 2 : win] != ["gangzimo", "kaigang"]:
            return False
        calls = [place for place in range(win) if self._kinds[place] in ("fulou", "gang")]
        return bool(calls) and (
            self._kinds[calls[-1]] == "fulou" or self._at(calls[-1]).meld().kind == PlayKind.KAKAN
        )

    def _start(self) -> None:
        if self.messages[0][0] != "qipai":
            found = self.messages[0][0] or "unknown"
            raise Field(found, f"{self.field.place}[0]", self.field.where).error("'qipai'")
        at = self._at(0)
        self.dealer = at.dealer = at.number("jushu", 0, SEATS - 1)
        self.kyoku = SEATS * at.number("zhuangfeng", 0, SEATS - 1) + self.dealer
        honba, kyotaku = (at.number(name, 0, _MOST) for name in ("changbang", "lizhibang"))
        scores = at.by_seat(at.member("defen").points(SEATS))
        self.build.start_hand(
            self.first,
            kyoku=self.kyoku,
            honba=honba,
            kyotaku=kyotaku,
            dealer=self.dealer,
            scores=scores,
            indicator=at.face("baopai"),
            haipai=[hand_of(field, _HAIPAI).faces for field in at.by_seat(at.four("shoupai"))],
        )
        if at.has("unstated"):
            self._unstated(at.unstated(), self.first)

    def play(self, end: End | None) -> None:
        """Read every message; draws and discards, which most are, with look-ups in place of checks.

        Args:
            end: Where the game may end with this hand: what the record claims of that.
        """
        build, seats = self.build, self.seats
        last = max((place for place, (kind, _) in enumerate(self.messages) if kind in _RESULTS), default=0)
        for place, (kind, value) in enumerate(self.messages[1:], 1):
            element = self.first + place
            if kind == "zimo":
                try:
                    seat, self.drawn = seats[value["l"]], FACE_OF[value["p"]]  # type: ignore[index]
                except (KeyError, TypeError):
                    raise self._refused(place) from None
                if self.riichi is not None:
                    self._accept(element)
                build.draw(seat, self.drawn, element)
            elif kind == "dapai":
                self._discard(place, value)
            elif kind in _RESULTS:
                self._end(place, end if place == last else None)
            elif kind:
                self._other(kind, self._at(place), place)
            else:
                build.pass_over(element)
                build.note(Oddity.UNKNOWN_TAG, element)

    def _refused(self, place: int) -> MalformedLog:
        """Why a draw or discard could not be read."""
        try:
            at = self._at(place)
            at.by_wind()
            text = at.member("p").text("a tile")
        except MalformedLog as refused:
            return refused
        return hidden(at.member("p"), text[:2]) or at.member("p").error("a tile such as 'm5', 'm0_' or 'z1*'")

    def _discard(self, place: int, value: object) -> None:
        build, element = self.build, self.first + place
        try:
            seat, text = self.seats[value["l"]], value["p"]  # type: ignore[index]
            face, (is_drawn, is_riichi) = FACE_OF[text[:2]], _DISCARDS[text[2:]]
        except (KeyError, TypeError):
            raise self._refused(place) from None
        # An indicator that is shown after the discard counts for who wins on it, as one before does.
        self._show_after(place, element)
        if is_riichi:
            build.riichi(seat, element)
            self.riichi = seat
        if is_drawn != (face == self.drawn) and (is_drawn or len(build.held[seat][face]) == 1):
            wrong = Contradiction.TSUMOGIRI if is_drawn else Contradiction.TEDASHI
            build.note(Oddity.CONTRADICTION, element, int(wrong))
        build.discard(seat, face, element, newest=is_drawn)
        self.drawn = None

    def _accept(self, element: int) -> None:
        """Pay the stick of a riichi whose tile has passed."""
        if self.riichi is not None:
            self.build.riichi_accepted(self.riichi, element)
            self.riichi = None

    def _show_after(self, place: int, element: int) -> None:
        """Show the indicators of the messages that follow one before what that one says, as its element."""
        while self._is_shown_after(place):
            place += 1
            self.build.dora(self._at(place).face("baopai"), element)
            self.shown = place

    def _is_shown_after(self, place: int) -> bool:
        return self._kinds[place + 1 : place + 2] == ["kaigang"]

    def _end(self, place: int, end: End | None) -> None:
        at, element = self._at(place), self.first + place
        if self.messages[place][0] == "hule":
            self._hule(at, element)
        else:
            if draw_kind(at) != DrawKind.SANCHAHOU:
                self._accept(element)
            self._pingju(at, element)
        if end is None:
            return
        end_game(self.build, end.scores, end.results)
        last = end.scores if at.payments() is None else self.build.scores
        if end.ranks and last and not _is_in_order(end.ranks, last):
            self._contradicted(Contradiction.RANK, element)

    def _other(self, kind: str, at: Message, place: int) -> None:
        build, element = self.build, self.first + place
        match kind:
            case "fulou":
                self._accept(element)
                self._call(at, element)
            case "gang":
                self._kan(at, element)
            case "gangzimo":
                self._replace(at, place)
            case "kaigang" if place > self.shown:
                build.dora(at.face("baopai"), element)
            case "kaigang":
                pass
            case _:
                raise Field(at.value, at.place, at.where).error("a hand with one 'qipai'")

    def _call(self, at: Message, element: int) -> None:
        seat, meld = at.by_wind(), at.meld()
        if meld.kind not in _CALLS or meld.called is None:
            raise at.member("m").error("a call of a discard such as 'p2-34', 'z666+' or 's1111+'")
        build = self.build
        call = {PlayKind.CHI: build.chi, PlayKind.PON: build.pon}.get(meld.kind, build.daiminkan)
        call(seat, (seat + meld.relative) % SEATS, meld.called, meld.own, element)
        self.melds[seat].append(meld)
        self.drawn, self.kan = None, meld.kind

    def _kan(self, at: Message, element: int) -> None:
        seat, meld = at.by_wind(), at.meld()
        if meld.kind not in _KANS:
            raise at.member("m").error("a closed or an added kan, such as 'm5550' or 'z666=6'")
        self.drawn, self.kan = None, meld.kind
        if meld.added is None:
            self.build.ankan(seat, meld.own, element)
            self.melds[seat].append(meld)
        else:
            self.build.kakan(seat, meld.added, element, (seat + meld.relative) % SEATS)
            self._add_kakan(seat, meld, element)

    def _replace(self, at: Message, place: int) -> None:
        """Draw the tile that replaces one of a kan.

        An indicator that stands behind it was shown before it after a closed kan.  After an open one it was
        shown before it, or only before the discard: the record does not tell, unless that tile is won on.
        """
        seat, self.drawn, element = at.by_wind(), at.face("p"), self.first + place
        if self.kan == PlayKind.ANKAN or self.shows_at_once:
            self._show_after(place, element)
        elif self._is_shown_after(place):
            self._unstated(Claim.DORA_TIME, self.first)
        self.build.draw(seat, self.drawn, element)

    def _add_kakan(self, seat: Seat, stated: Meld, element: int) -> None:
        """Put a kakan in the place of its pon."""
        melds, kind = self.melds[seat], KIND_OF_FACE[stated.own[0]]
        pon = stated._replace(kind=PlayKind.PON, added=None)
        is_that = [meld.kind == PlayKind.PON and KIND_OF_FACE[meld.own[0]] == kind for meld in melds]
        place = is_that.index(True) if True in is_that else len(melds)
        if melds[place : place + 1] != [pon]:
            self._contradicted(Contradiction.HELD, element)
        elsewhere = melds[place] if place < len(melds) else pon
        melds[place : place + 1] = [elsewhere._replace(kind=PlayKind.KAKAN, added=stated.added)]

    def _pingju(self, at: Message, element: int) -> None:
        known = draw_kind(at)
        shown = self._shown(at, element) if at.has("shoupai") else None
        unknown = at.word("name") if known is None and at.has("name") else None
        drawn = Drawn(known, at.payments(), shown=shown, unknown=unknown, unstated=at.unstated())
        add_draw(self.build, element, drawn)

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

    def _hule(self, at: Message, element: int) -> None:
        build, winner = self.build, at.by_wind()
        loser = at.by_wind("baojia") if at.has("baojia") else winner
        if at.has("baojia") and loser == winner:
            raise at.member("baojia").error("another seat than 'l'")
        machi, tehai, codes = None, None, None
        if at.has("shoupai"):
            hand = hand_of(at.member("shoupai"), _WON)
            machi = build.last_as(hand.faces[-1])
            tehai = sorted([*build.shown_ids(winner, hand.faces[:-1]), machi])
            codes = self._codes(hand, winner)
            if hand.in_riichi != (winner in build.declared):
                self._contradicted(Contradiction.HELD, element)
        ura = None if winner in build.declared else list[TileId]()
        if at.has("fubaopai"):
            ura = build.ura_ids(at.tiles.all_of(at.member("fubaopai"), _INDICATORS, "a list of indicators"))
        listed = self._yaku(at, winner, element)
        won = Won(
            winner,
            loser,
            machi,
            at.payments(),
            tehai=tehai,
            ura=ura,
            fu=at.number("fu", 0, _MOST_FU, 0),
            points=at.number("defen", 0, _MOST_POINTS, 0) or None,
            yaku=listed.yaku,
            unknown=listed.unknown,
            pao=listed.liable,
            melds=codes,
            unstated=listed.unstated | at.unstated() | (Claim.WIN_MELDS if tehai is None else Claim(0)),
        )
        add_win(build, element, won)

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

    def _yaku(self, at: Message, winner: Seat, element: int) -> _Listed:
        """The yaku of a win; what they are worth must be the han, or the number of yakuman, of the win."""
        found = _Listed([], [], unstated=Claim(0) if at.has("hupai") else Claim.PAO)
        items = at.member("hupai").items(_YAKU, "a list of yaku") if at.has("hupai") else []
        winds = (self.kyoku // SEATS, (winner - self.kyoku) % SEATS)
        han = stars = 0
        for entry in map(Message, items):
            word, worth = entry.word("name"), entry.member("fanshu")
            number = yaku_id(word, *winds)
            own = 0
            if worth.value in _STARS:
                stars += _STARS.index(worth.value)
                number = number if number in YAKUMAN_IDS else None
            else:
                own = worth.number(0, _HAN, "a number of han, '*' or '**'")
                han += own
            if number is None:
                found.unknown.append(word)
            else:
                found.yaku.append((number, own))
            if entry.has("baojia"):
                found = found._replace(liable=_liable(entry, winner))
        claims = [at.number(name, 0, _HAN) if at.has(name) else None for name in ("fanshu", "damanguan")]
        if items and any(claim not in (None, due) for claim, due in zip(claims, (han, stars), strict=True)):
            self._contradicted(Contradiction.SUM, element)
        return found

    def _unstated(self, claim: Claim, element: int) -> None:
        self.build.note(Oddity.UNSTATED, element, int(claim))

    def _contradicted(self, what: Contradiction, element: int) -> None:
        self.build.note(Oddity.CONTRADICTION, element, int(what))


_TEHAI: Final = range(1, 15)
_WON: Final = (2, 5, 8, 11, 14)
_MOST_POINTS: Final = 10_000_000
_YAKU: Final = range(25)
_INDICATORS: Final = range(9)
_HAN: Final = 199
_MOST_FU: Final = 999
_STARS: Final = ("", "*", "**")
"""By the number of yakuman that a yaku counts as."""
_SOURCES: Final = ("+", "=", "-")
"""Who is liable, counted from the winner: the next seat, the one across, the one before."""
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

    yaku: list[tuple[int, int | None]]
    """Ids and han."""
    unknown: list[str]
    """Words that are not known."""
    liable: Seat = NO_SEAT
    unstated: Claim = Claim(0)
    """PAO without yaku."""


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
        if members.value.get(name) in (None, []):
            return None
        found = members.four(name)
        return [found[(qijia + seat) % SEATS] for seat in range(SEATS)]

    stated, ranked, points = four("point"), four("rank"), four("defen")
    if stated is None and ranked is None:
        return None, RecordTable(0)
    is_stated = points is not None and Claim.FINAL_SCORES not in members.unstated()
    scores = [100 * one.hundreds() for one in points] if points and is_stated else None
    ranks = None if ranked is None else [one.number(1, SEATS, "a rank from 1 to 4") for one in ranked]
    results = None if stated is None else [_tenths(one) for one in stated]
    are_texts = stated is not None and all(isinstance(one.value, str) for one in stated)
    are_whole = are_texts and not any("." in str(one.value) for one in stated or ())
    return End(scores, results, ranks), RecordTable.WHOLE_RESULTS if are_whole else RecordTable(0)


def _tenths(field: Field) -> int:
    """Tenths of a result, which is a text; some programs write a number."""
    text = field.value
    is_text = isinstance(text, str) and _POINT.fullmatch(text[:_LONGEST_NUMBER]) is not None
    return (Field(float(text), field.place, field.where) if is_text else field).tenths()  # type: ignore[arg-type]
