"""Records of 電脳麻将 as columns of `Events`; an element is the place of a message in its game."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import Final

from analyzer.errors import MalformedLog
from analyzer.formats.builder import EventsBuilder, Face
from analyzer.formats.claims import Claim, Contradiction, RecordTable
from analyzer.formats.each_game import not_collecting, read_each
from analyzer.formats.events import MAX_HANDS, Oddity, ReadGame
from analyzer.formats.headers import Header, stated_names
from analyzer.formats.majiang.message import Message, hand_of, hidden
from analyzer.formats.majiang.notation import FACE_OF
from analyzer.formats.majiang.read_results import End, HandSoFar, draw_kind, read_end
from analyzer.formats.tenhou6.document import MAX_BYTES, Field, games_of, malformed
from analyzer.vocabulary import AKA_IDS, SEATS, DrawKind, PlayKind, Seat, TileId

__all__ = ["read_majiang"]

_RED_FIVE: Final = re.compile(r"[mps][1-9]*(?:[-+=][1-9]*)?0")
_CIRCLES: Final = re.compile(r"p([0-9]+)")
_TAKEN: Final = ("qipai", "zimo", "gangzimo", "kaigang")
"""Messages with tiles that nobody has seen before."""
_SECOND_RED_CIRCLE: Final = 53
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


def read_majiang(data: bytes, *, max_bytes: int = MAX_BYTES) -> list[ReadGame | MalformedLog]:
    """Every game of a record, or why a game cannot be read.

    Columns state more than a record does: honba, sticks and scores of results follow from play.

    Args:
        data: The record, not compressed: an object, a list of objects, or one object a line.
        max_bytes: Longer input is refused.

    Raises:
        MalformedLog: When the bytes are no such record, or no game of it can be read; the message names the
            place in the record, the location the hand.

    Source: @kobalab/majiang-core 1.4.1, and its author's description of 牌譜.
    """
    with not_collecting():
        return read_each(games_of(data, max_bytes), _read_game)


def _read_game(game: Field | MalformedLog) -> ReadGame:
    if isinstance(game, MalformedLog):
        raise game
    at = Message(game)
    log = at.member("log")
    qijia = at.number("qijia", 0, SEATS - 1) if at.has("qijia") else 0
    hands = log.values(range(1, MAX_HANDS + 1), f"a list of 1 to {MAX_HANDS} hands")
    fields = [Field(hand, f"{log.place}[{place}]", place) for place, hand in enumerate(hands)]
    messages = [_messages(field) for field in fields]
    end, table = read_end(at, qijia)
    reds: tuple[TileId, ...] = AKA_IDS if _RED_FIVE.search(" ".join(map(_texts, messages))) else ()
    if sum(map(_has_two_red_circles, messages)) > 1:
        table |= RecordTable.TWO_RED_CIRCLES
        reds = (*AKA_IDS, _SECOND_RED_CIRCLE)
    build = EventsBuilder(SEATS, reds)
    build.note(Oddity.MAJIANG, 0, qijia | int(table))
    if not reds:
        build.note(Oddity.UNSTATED, 0, int(Claim.RED_FIVES))
    firsts = [0, *accumulate(map(len, messages))]
    for first, field, own in zip(firsts, fields, messages, strict=False):
        _Hand(build, field, own, first).play(end if field is fields[-1] else None)
    return ReadGame(build.build(), _header(at, qijia))


def _messages(field: Field) -> _Messages:
    found: _Messages = []
    what = f"a list of 1 to {_MOST_MESSAGES} messages"
    for place, message in enumerate(field.values(range(1, _MOST_MESSAGES + 1), what)):
        kinds = [kind for kind in message if kind in _KINDS] if isinstance(message, dict) else None
        if kinds is None or len(kinds) > 1:
            raise Field(message, f"{field.place}[{place}]", field.hand).error("an object such as {'zimo': …}")
        found.append((kinds[0], message[kinds[0]]) if kinds else ("", None))
    return found


def _texts(messages: _Messages) -> str:
    """What messages have as texts, in one."""
    values = [part for _, value in messages if isinstance(value, dict) for part in value.values()]
    parts = [one for value in values for one in (value if isinstance(value, list) else (value,))]
    return " ".join([one for one in parts if isinstance(one, str)])


def _has_two_red_circles(messages: _Messages) -> bool:
    """Whether a second red five of circles is dealt, drawn or shown as an indicator."""
    circles = _CIRCLES.findall(_texts([message for message in messages if message[0] in _TAKEN]))
    return "".join(circles).count("0") > 1


def _header(at: Message, qijia: int) -> Header:
    """The names of the players."""
    names = at.members["player"].value if at.has("player") else None
    if not isinstance(names, list) or len(names) != SEATS:
        return Header()
    return Header(stated_names([names[(qijia + seat) % SEATS] for seat in range(SEATS)]), states_people=True)


class _Hand:
    """One hand that is played message by message.

    Args:
        build: Holds the game up to this hand.
        field: The hand.
        messages: Its messages.
        first: Element of the first.
    """

    def __init__(self, build: EventsBuilder, field: Field, messages: _Messages, first: int) -> None:
        self.build, self.field, self.messages, self.first = build, field, messages, first
        self.dealer: Seat = 0
        self.table = self._start()
        self.seats: dict[object, Seat] = {wind: (self.dealer + wind) % SEATS for wind in range(SEATS)}
        self.riichi: Seat | None = None
        """Who has declared riichi and not paid yet."""
        self.drawn: Face | None = None
        self.kan = PlayKind.ANKAN
        """The last one."""
        self.shown = 0
        """Before this message, all indicators are shown."""
        self._kinds = [kind for kind, _ in messages]
        triples = zip(self._kinds, self._kinds[1:], self._kinds[2:], strict=False)
        self.shows_at_once = ("gangzimo", "kaigang", "hule") in triples

    def _at(self, place: int) -> Message:
        kind, value = self.messages[place]
        return Message(Field(value, f"{self.field.place}[{place}].{kind}", self.field.hand), self.dealer)

    def _start(self) -> HandSoFar:
        if self.messages[0][0] != "qipai":
            found = f"{self.messages[0][0] or 'unknown'!r}"
            raise malformed(f"{self.field.place}[0]", "'qipai'", found, self.field.hand)
        at = self._at(0)
        self.dealer = at.dealer = at.number("jushu", 0, SEATS - 1)
        kyoku = SEATS * at.number("zhuangfeng", 0, SEATS - 1) + self.dealer
        honba, kyotaku = (at.number(name, 0, _MOST) for name in ("changbang", "lizhibang"))
        scores = at.by_seat(at.member("defen").points(SEATS))
        self.build.start_hand(
            self.first,
            kyoku=kyoku,
            honba=honba,
            kyotaku=kyotaku,
            dealer=self.dealer,
            scores=scores,
            indicator=at.face("baopai"),
            haipai=[hand_of(field, _HAIPAI).faces for field in at.by_seat(at.four("shoupai"))],
        )
        return HandSoFar(self.build, kyoku, honba, kyotaku, scores)

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
            at.seat()
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
            self.table.read_hule(at, element, end)
            return
        if draw_kind(at) != DrawKind.SANCHAHOU:
            self._accept(element)
        self.table.read_pingju(at, element, end)

    def _other(self, kind: str, at: Message, place: int) -> None:
        """Read what is neither draw, discard nor result."""
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
                raise at.field.error("a hand with one 'qipai'")

    def _call(self, at: Message, element: int) -> None:
        seat, meld = at.seat(), at.meld()
        if meld.kind not in _CALLS or meld.called is None:
            raise at.member("m").error("a call of a discard such as 'p2-34', 'z666+' or 's1111+'")
        build = self.build
        call = {PlayKind.CHI: build.chi, PlayKind.PON: build.pon}.get(meld.kind, build.daiminkan)
        call(seat, (seat + meld.relative) % SEATS, meld.called, meld.own, element)
        self.table.melds[seat].append(meld)
        self.drawn, self.kan = None, meld.kind

    def _kan(self, at: Message, element: int) -> None:
        seat, meld = at.seat(), at.meld()
        if meld.kind not in _KANS:
            raise at.member("m").error("a closed or an added kan, such as 'm5550' or 'z666=6'")
        self.drawn, self.kan = None, meld.kind
        if meld.added is None:
            self.build.ankan(seat, meld.own, element)
            self.table.melds[seat].append(meld)
        else:
            self.build.kakan(seat, meld.added, element, (seat + meld.relative) % SEATS)
            self.table.add_kakan(seat, meld, element)

    def _replace(self, at: Message, place: int) -> None:
        """Draw the tile that replaces one of a kan.

        An indicator that stands behind it was shown before it after a closed kan.  After an open one it was
        shown before it, or only before the discard: the record does not tell, unless that tile is won on.
        """
        seat, self.drawn, element = at.seat(), at.face(), self.first + place
        if self.kan == PlayKind.ANKAN or self.shows_at_once:
            self._show_after(place, element)
        elif self._is_shown_after(place):
            self.table.unstated(Claim.DORA_TIME, self.first)
        self.build.draw(seat, self.drawn, element)
