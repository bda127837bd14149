"""Games of tenhou.net/6 as columns of `Events`, whose elements are those that an mjlog of them would have.

The format does not say when an indicator is shown; it is shown when Tenhou would.  It states no tehai, melds,
honba, sticks or scores before a result: these follow from play, and checks of them are absent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from analyzer.errors import MalformedLog
from analyzer.formats.builder import EventsBuilder, Face
from analyzer.formats.events import Claim, Contradiction, Events, Oddity, ReadGame, read_each
from analyzer.formats.json_document import Field, games_of, hands_of, malformed
from analyzer.formats.log_id import GoType
from analyzer.formats.outcomes import Won, add_draw, add_win, end_game
from analyzer.formats.red_fives import note_reds, red_tiles
from analyzer.formats.tenhou6.hand import DRAWN, Call, Discard, Hand, Result, Taken
from analyzer.formats.tenhou6.head import Head
from analyzer.vocabulary import ABSENT, SEATS, DrawKind, PlayKind, Seat, TileId

_GO: Final = 1
"""Element index of GO, behind the root."""
_LONGEST_REF: Final = 40
_RIICHI: Final = frozenset({1, 21})
"""Riichi and double riichi."""


def read_tenhou6(data: bytes) -> list[ReadGame | MalformedLog]:
    """Every game of a JSON document, or why a game cannot be read.

    Columns state more than the format does; oddities say what is not stated.

    Args:
        data: The document, not compressed: an object, a list of objects, one object a line, or links.

    Raises:
        MalformedLog: When the bytes are no such document, or no game of it can be read; the message names the
            place in the document, the location the hand.

    Source: documents of the site compared with the mjlog of the same games; public converters.
    """
    games = games_of(data)
    later = _separate_hands(games)
    return [
        game._replace(log_id=None) if place in later and isinstance(game, ReadGame) else game
        for place, game in enumerate(read_each(games, _read_game))
    ]


def _read_game(game: Field) -> ReadGame:
    members = game.members("an object with the members 'log', 'name' and 'rule'")
    if "log" not in members:
        raise game.error("a member 'log'")
    log = members["log"]
    fields = hands_of(log)
    hands = [Hand(field) for field in fields]
    players = hands[0].players
    for field, hand in zip(fields, hands, strict=True):
        if hand.players != players:
            raise field.error(f"a hand of {players} players, as the first")
    head = Head(members, players)
    seats = None if head.go_type is None else SEATS - bool(head.go_type & GoType.SANMA)
    if seats not in (None, players):
        expected = f"tiles dealt to {seats} seats, as the type of the game has it"
        raise malformed(log.place, expected, f"tiles dealt to {players}")
    # An mjlog would have GO and UN behind the root, where these are stated, and TAIKYOKU.
    taikyoku = _GO + (head.go_type is not None) + head.header.states_people
    left_out = _left_out(members.get("unstated"), len(hands))
    return ReadGame(_Game(head, hands, taikyoku, left_out).read(), head.header, head.log_id)


def _left_out(field: Field | None, hands: int) -> list[Claim]:
    """By hand: what our writer could not leave out, and the source of the document does."""
    if field is None:
        return [Claim(0)] * hands
    return [one.claims() for one in field.items((hands,), "a text for each hand")]


class _Game:
    """A game that is played hand by hand, with what a play depends on besides the table."""

    def __init__(self, head: Head, hands: list[Hand], taikyoku: int, left_out: list[Claim]) -> None:
        self.head, self.hands, self.left_out = head, hands, left_out
        self.element = self.taikyoku = taikyoku
        """The last element of an mjlog of the game so far, by which findings name a place."""
        names_red = any(hand.names_red() for hand in hands)
        # Where four copies of a five are plain, no wall with red fives is theirs.
        wall = red_tiles(head.reds) if names_red else ()
        self.build = build = EventsBuilder(hands[0].players, wall, element=taikyoku)
        build.stick = head.stick
        build.note(Oddity.TENHOU6, 0, int(head.has_aka or names_red))
        note_reds(build, head.reds, 0)
        if not names_red:
            build.note(Oddity.UNSTATED, 0, int(Claim.RED_FIVES))
        if head.soul is not None:
            build.note(Oddity.MAHJONG_SOUL, 0, int(head.soul))
        if head.contradicts:
            build.note(Oddity.CONTRADICTION, _GO, int(Contradiction.RULE))
        self.dora: list[Face] = []
        """Indicators of the hand that are not shown yet."""
        self.riichi: Seat | None = None
        """Who declared riichi with the last discard."""
        self.has_due = False
        """Whether an open kan has earned an indicator that is not shown yet."""

    def read(self) -> Events:
        """The events of the game."""
        for hand, claims in zip(self.hands, self.left_out, strict=True):
            first = self.element + 1
            self._play(hand)
            if claims:
                self.build.note(Oddity.UNSTATED, first, int(claims))
            self._end(hand, claims)
        if self.head.final_scores is not None:
            end_game(self.build, self.head.final_scores, self.head.final_results)
        events = self.build.build()
        games, head = events.games, self.head
        games.go_type[:] = ABSENT if head.go_type is None else head.go_type
        games.lobby[:] = ABSENT if head.lobby is None else head.lobby
        games.announces_rules[:] = any(head.header.announced)
        games.first_dealer[:], games.taikyoku[:] = 0, self.taikyoku
        return events

    def _next(self) -> int:
        self.element += 1
        return self.element

    def _play(self, hand: Hand) -> None:
        build = self.build
        indicator, *self.dora = hand.dora
        build.start_hand(
            self._next(),
            kyoku=hand.kyoku,
            honba=hand.honba,
            kyotaku=hand.kyotaku,
            dealer=hand.kyoku % SEATS,
            scores=hand.scores,
            indicator=indicator,
            haipai=hand.haipai,
        )
        for place, (seat, taken, laid) in enumerate(hand.steps):
            if self.riichi is not None:
                self._accept()
            if isinstance(taken, int):
                self.element += 1
                build.draw(seat, taken, self.element)
            elif taken is not None:
                self._call(seat, taken)
            if isinstance(laid, Discard):
                self._discard(seat, taken, laid)
            elif laid is not None:
                self._call(seat, laid)
            if self.has_due and all(
                isinstance(one, int) and not then for _, one, then in hand.steps[place + 1 :]
            ):
                # Tenhou would never show it; that it is stated tells that other rules apply.
                self._show_due()
        if self.riichi is not None and not _is_won_on(hand.results):
            self._accept()
        while self.dora:
            self._show()

    def _discard(self, seat: Seat, taken: Taken, laid: Discard) -> None:
        if self.has_due:
            self._show_due()
        build, face, is_drawn = self.build, laid.face, laid.face == DRAWN
        if is_drawn and isinstance(taken, int):
            face = taken
        if laid.is_riichi:
            build.riichi(seat, self._next())
            self.riichi = seat
        self.element = element = self.element + 1
        if face == taken and not is_drawn and len(build.held[seat][face]) == 1:
            # In 57 real discards of the kind just drawn by its number, the seat held another copy.
            build.note(Oddity.CONTRADICTION, element, int(Contradiction.SIXTY))
        build.discard(seat, face, element, newest=is_drawn)

    def _call(self, seat: Seat, call: Call) -> None:
        build, face = self.build, call.face
        source, element = (seat + call.relative) % SEATS, self._next()
        match call.kind:
            case PlayKind.CHI:
                build.chi(seat, source, face, call.others, element)
                return
            case PlayKind.PON:
                build.pon(seat, source, face, call.others, element)
                return
            case PlayKind.DAIMINKAN:
                build.daiminkan(seat, source, face, call.others, element)
            case PlayKind.KAKAN:
                build.kakan(seat, face, element, source)
            case PlayKind.ANKAN:
                build.ankan(seat, (face, *call.others), element)
            case _:
                build.kita(seat, face, element)
        # Indicators of earlier kans come first; a closed kan shows its own at once, an open one later.
        self._show_due()
        self.has_due = call.kind not in (PlayKind.ANKAN, PlayKind.KITA)
        if call.kind == PlayKind.ANKAN and self.dora:
            self._show()

    def _accept(self) -> None:
        """Pay the stick: the declaration tile passed.  The format does not state the scores after it."""
        if self.riichi is not None:
            self.build.riichi_accepted(self.riichi, self._next())
        self.riichi = None

    def _show_due(self) -> None:
        if self.has_due and self.dora:
            self._show()
        self.has_due = False

    def _show(self) -> None:
        self.has_due = False
        self.build.dora(self.dora.pop(0), self._next())

    def _end(self, hand: Hand, left_out: Claim) -> None:
        """Add the results, with what follows from play."""
        self.riichi, self.has_due = None, False
        for result, ura in zip(hand.results, self._ura(hand), strict=True):
            element, stated = self._next(), result.stated
            stated = stated._replace(unstated=stated.unstated | left_out)
            if isinstance(stated, Won):
                add_win(self.build, element, stated._replace(ura=ura))
            else:
                if Claim.DELTAS in left_out:
                    stated = stated._replace(deltas=None)
                if Claim.DRAW_KIND in left_out:
                    stated = stated._replace(unknown=None)
                add_draw(self.build, element, stated)
            for code, detail, text in result.notes:
                self.build.note(code, element, detail, text=text)

    def _ura(self, hand: Hand) -> list[list[TileId]]:
        """Ura indicators that each win shows."""
        ura = [self.build.new(face) for face in hand.ura]
        in_riichi = [
            isinstance(win, Won)
            and (win.winner in self.build.declared or any(number in _RIICHI for number, _ in win.yaku))
            for win, _ in hand.results
        ]
        # The site states ura indicators for riichi alone, so that others are a claim: of 110 wins without
        # riichi Tenhou's logs have them in none, Mahjong Soul's in 2 of 36.  Beside a win in riichi, they are
        # its alone.
        if self.head.soul is None and not any(in_riichi):
            in_riichi[:1] = [True] * len(in_riichi[:1])
        return [ura if shows else [] for shows in in_riichi]


def _is_won_on(results: list[Result]) -> bool:
    """Whether the last discard is won on by one seat or three; True too when the result is not stated."""
    return not results or any(
        stated.winner != stated.loser if isinstance(stated, Won) else stated.kind == DrawKind.SANCHAHOU
        for stated, _ in results
    )


def _separate_hands(games: Sequence[Field | MalformedLog]) -> set[int]:
    """Take final scores out of documents that hold one hand each of a game, as links do; the later hands.

    Programs that write a link for each hand repeat the final scores, which are not those of the hand alone.

    Returns:
        Places of those that follow the first of their game: they state its id, but are not it again.
    """
    of_game: dict[object, list[tuple[int, dict[str, Any]]]] = {}
    for place, game in enumerate(games):
        if isinstance(game, Field) and isinstance(game.value, dict):
            ref = game.value.get("ref")
            name = (ref[:_LONGEST_REF] if isinstance(ref, str) else "", _numbers(game.value.get("sc")))
            if any(name):
                of_game.setdefault(name, []).append((place, game.value))
    later = set[int]()
    for parts in of_game.values():
        hands = [document.get("log") for _, document in parts]
        begins = [_numbers(_first(_first(hand))) for hand in hands]
        if len(set(begins)) == 1:
            continue
        later |= {place for (place, _), begin in zip(parts, begins, strict=True) if begin != begins[0]}
        for (_, document), hand in zip(parts, hands, strict=True):
            if isinstance(hand, list) and len(hand) == 1:
                document.pop("sc", None)
    return later


def _numbers(value: object) -> tuple[object, ...]:
    """The numbers of a list; none where it is another value."""
    is_flat = isinstance(value, list) and all(isinstance(one, int | float) for one in value)
    return tuple(value) if isinstance(value, list) and is_flat else ()


def _first(value: object) -> object:
    """The first entry of a list; None without one."""
    return value[0] if isinstance(value, list) and value else None
