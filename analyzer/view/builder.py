"""A game built play by play, for those who have it as structures: it fills events as a reader of logs does.

The replay's table follows every play, and what it cannot follow is a mistake at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final, Generic, NoReturn, Self, TypeVar

import numpy as np

from analyzer.errors import UserMistake
from analyzer.formats.builder import RED_FACES, EventsBuilder, Face
from analyzer.formats.conversion import convert
from analyzer.formats.events import Claim, EngineTable, Events, Oddity
from analyzer.formats.headers import Headers
from analyzer.formats.mjai.reader import head_with_names
from analyzer.formats.outcomes import Drawn, Won, add_draw, add_win, end_game, usual_scores
from analyzer.formats.wide_rows import HONBA_LIMIT
from analyzer.formats.words import YAKU_NAMES
from analyzer.replay import Illegal
from analyzer.replay.notation import parse_meld
from analyzer.replay.plays import play_one
from analyzer.replay.registers import HAND, PHASE, plain_tables
from analyzer.replay.replay import begin_hand
from analyzer.settlement.yaku_names import Yaku
from analyzer.tiles.suits import suit_tables
from analyzer.vocabulary import (
    ASKS_TENPAI,
    SEATS,
    DrawKind,
    PlayKind,
    Seat,
    TileId,
    kyoku_text,
    parse_kyoku,
    parse_mpsz,
    tile_text,
    tiles_in,
)

Built = TypeVar("Built")
Parsed = TypeVar("Parsed")
Word = TypeVar("Word")

_YAKU: Final = {yaku.text: int(yaku) for yaku in Yaku if yaku < len(YAKU_NAMES)}
_DRAWS: Final = {kind.text: kind for kind in DrawKind}
_LENGTHS: Final = {"hanchan": EngineTable(0), "tonpuu": EngineTable.TONPUUSEN}
_HAIPAI: Final = 13
_COPIES: Final = 4
_CALLS: Final = (PlayKind.CHI, PlayKind.PON, PlayKind.DAIMINKAN)
_CANNOT_BE: Final = {
    Illegal.DUPLICATE_TILE: "every copy of {tile} is elsewhere",
    Illegal.COPY_TWICE: "every copy of {tile} is elsewhere",
    Illegal.ABSENT_TILE: "a game of three players has no {tile}",
    Illegal.OUT_OF_TURN: "seat {seat} cannot play {tile}: {awaited}",
    Illegal.NOT_HELD: "seat {seat} does not hold {tile}; it holds {held}",
    Illegal.COPY_NOT_HELD: "seat {seat} does not hold {tile}; it holds {held}",
    Illegal.NOT_LAST_DISCARD: "seat {seat} cannot call {tile}: it is not the last discard of another seat",
    Illegal.NO_SUCH_PON: "seat {seat} has no pon to add {tile} to",
    Illegal.KITA_NOT_NORTH: "seat {seat} cannot set {tile} aside",
}
"""What the table reports of a play that cannot be on it; all else it reports is left to findings."""


def _parsed(what: str, text: str, parse: Callable[[str], Parsed]) -> Parsed:
    """What a text says; a mistake when it cannot be parsed."""
    try:
        return parse(text)
    except ValueError as error:
        raise UserMistake(f"{what}: {error}") from error


def _face(tile: str) -> Face:
    """The face of a tile of mpsz text."""
    kind = parse_mpsz(tile)[0]
    return RED_FACES[kind] if tile[0] == "0" else kind


def _by_suit(tile: str) -> str:
    return tile[::-1]


class GameBuilder(Generic[Built]):
    """Collects hands play by play; `game` reads and audits what there is.

    Tiles are mpsz text, ``0`` a red five.  A play that cannot be on the table (a tile that the seat does not
    hold, a turn out of order, a fifth copy) is a mistake at once, and the builder of no use any more; whether
    one that can be is also allowed, findings say.  What is not given is absent: nothing is claimed for it,
    and no check judges it.

    Args:
        audit: Makes the game of what has been built.
        players: 3 or 4.
        length: ``"hanchan"`` or ``"tonpuu"``; a rule set that is named has its own.
        names: Of the players by seat; None where they are not given.

    Examples:
        >>> from analyzer import Game
        >>> others = ["19m19p19s1234567z", "112233m112233p9s", "456789s4567p123s"]
        >>> hand = Game.build(rules="tenhou").deal("E1.0", ["234567m345p55s67s", *others], "9s")
        >>> game = hand.draw(0, "1z").riichi(0, "1z").draw(1, "8s").discard(1, "8s").win(0).game()
        >>> [yaku.name for yaku in game.hand(0).settlement().wins[0].yaku]
        ['double riichi', 'ippatsu', 'pinfu', 'tanyao']
    """

    def __init__(
        self,
        audit: Callable[[Events, Headers], Built],
        players: int,
        length: str,
        names: Sequence[str] | None,
    ) -> None:
        if players not in (3, 4):
            raise UserMistake(f"players: expected 3 or 4, found {players}")
        if length not in _LENGTHS:
            raise UserMistake(f"length: expected one of {', '.join(_LENGTHS)}, found {length!r}")
        self._audit, self._players, self._length = audit, players, _LENGTHS[length]
        self._name, self._plays = "before the first hand", 0
        self._check_seats("names", names)
        self._headers = Headers([head_with_names(names)])
        self._element = 1
        self._build = EventsBuilder(players, element=self._element)
        self._build.scores = usual_scores(players)
        self._table, self._suits = plain_tables(1)[0], suit_tables()
        self._reported = 0
        """Reports of the table on this hand."""
        self._has_reds = False
        """Whether some hand has shown a red five."""
        self._is_played = self._is_won = self._has_ended = False
        self._declared: Seat | None = None
        """Whose riichi waits for its tile to pass."""

    def deal(
        self,
        kyoku: str,
        tehai: Sequence[str],
        indicator: str,
        *,
        scores: Sequence[int] | None = None,
        sticks: int = 0,
    ) -> Self:
        """Begin a hand.

        Args:
            kyoku: As ``"E2.1"``.
            tehai: Thirteen tiles of each seat; seat 0 is the first dealer of the game.
            indicator: The first dora indicator.
            scores: Points of the seats when the hand begins.
            sticks: Riichi sticks on the table when the hand begins.
        """
        number, honba = _parsed("kyoku", kyoku, parse_kyoku)
        stated = self._points("scores", scores)
        for what, count in (("sticks", sticks), ("honba", honba or 0)):
            if not 0 <= count <= HONBA_LIMIT:
                self._fail(f"{what}: expected 0 to {HONBA_LIMIT}, found {count}")
        self._name, self._plays = kyoku_text(number, honba or 0), 0
        if len(tehai) != self._players:
            self._fail(f"expected tehai of {self._players} seats, found {len(tehai)}")
        if number % SEATS >= self._players:
            self._fail(f"{self._players} players have no such hand")
        haipai = []
        for seat, text in enumerate(tehai):
            tiles = _parsed(f"tehai of seat {seat}", text.replace(" ", ""), tiles_in)
            if len(tiles) != _HAIPAI:
                self._fail(f"tehai of seat {seat}: expected {_HAIPAI} tiles, found {len(tiles)}")
            haipai.append(list(map(_face, tiles)))
        shown = self._one(indicator)
        faces = Counter([shown, *(face for faces in haipai for face in faces)])
        self._see(faces, is_fourth=any(faces[five] == _COPIES for five in RED_FACES))
        build = self._build
        # In lines of mjai the result before has been followed by an end_kyoku.
        self._element += build.results_now > 0
        element = self._next()
        build.start_hand(
            element,
            kyoku=number,
            honba=honba or 0,
            kyotaku=sticks,
            dealer=number % SEATS,
            scores=build.scores if stated is None else stated,
            indicator=shown,
            haipai=haipai,
        )
        if stated is None:
            build.note(Oddity.UNSTATED, element, int(Claim.START_SCORES))
        dealt = build.build()
        row = len(dealt.hands.game) - 1
        begin_hand.plain(self._table, self._suits, dealt.hands, dealt.plays, row, self._players)
        self._is_played, self._is_won, self._reported = True, False, 0
        self._refuse_what_cannot_be()
        return self

    def draw(self, seat: Seat, tile: str) -> Self:
        """A seat draws, also after a kan or kita."""
        return self._play(self._build.draw, seat, self._new(tile))

    def discard(self, seat: Seat, tile: str, *, tsumogiri: bool | None = None) -> Self:
        """A seat discards.

        Args:
            seat: Who.
            tile: One that it holds.
            tsumogiri: Whether it is the tile just drawn; None for yes where it is one like it.
        """
        face = self._one(tile)
        return self._play(self._build.discard, seat, face, newest=self._is_tsumogiri(seat, face, tsumogiri))

    def riichi(self, seat: Seat, tile: str, *, tsumogiri: bool | None = None) -> Self:
        """A seat declares riichi and discards; the stick is paid unless the tile is won on."""
        face = self._one(tile)
        newest = self._is_tsumogiri(seat, face, tsumogiri)
        self._play(self._build.riichi, seat)
        self._play(self._build.discard, seat, face, newest=newest)
        self._declared = seat
        return self

    def call(self, seat: Seat, meld: str) -> Self:
        """A seat calls, or lays own tiles down.

        Args:
            seat: Who.
            meld: ``"chi 456s"``, ``"pon 777z"``, ``"daiminkan …"`` with the last discard among the tiles;
                ``"kakan …"``, ``"ankan 1111p"``; ``"kita"``.
        """
        build = self._build
        if meld.strip() == "kita":
            return self._play(build.kita, seat, _face("4z"))
        note = _parsed("call", meld, lambda text: parse_meld(text, needs_source=False))
        tiles = tiles_in(note.tiles)
        if note.kind == PlayKind.ANKAN:
            return self._play(build.ankan, seat, list(map(_face, tiles)))
        if note.kind == PlayKind.KAKAN:
            pon = build.pons.get((seat, parse_mpsz(tiles[0])[0]))
            laid = [] if pon is None else list(map(self._text, pon.tiles))
            added = [*(Counter(tiles) - Counter(laid)).elements()]
            if laid and len(added) != 1:
                self._fail(f"the pon of seat {seat} is of {' '.join(laid)}, the kan of {' '.join(tiles)}")
            return self._play(build.kakan, seat, _face(added[0]))
        source, last = build.last or (seat, None)
        called = "no tile" if last is None else self._text(last)
        if called not in tiles or note.source not in (None, source):
            self._fail(f"seat {seat} cannot call {note.tiles}: the last discard is {called} of seat {source}")
        tiles.remove(called)
        add = {PlayKind.CHI: build.chi, PlayKind.PON: build.pon}.get(note.kind, build.daiminkan)
        return self._play(add, seat, source, _face(called), list(map(_face, tiles)))

    def dora(self, tile: str) -> Self:
        """The indicator of a kan is shown."""
        return self._play(self._build.dora, None, self._new(tile))

    def win(
        self,
        seat: Seat,
        *,
        ura: str | None = None,
        deltas: Sequence[int] | None = None,
        fu: int | None = None,
        points: int | None = None,
        yaku: Iterable[tuple[str, int]] | None = None,
    ) -> Self:
        """A seat wins on the tile it drew, or on the last tile of another; several in order of turn.

        Args:
            seat: Who.
            ura: Ura dora indicators that are shown; ``""`` for none.
            deltas: Points that each seat gets by this win, honba and sticks included, if they are claimed.
            fu: If claimed; likewise the following.
            points: Without honba and sticks; a tsumo in total.
            yaku: Name, as ``double riichi``, and han of each; a yakuman has 0.
        """
        paid = self._points("deltas", deltas)
        faces = None if ura is None else list(map(_face, _parsed("ura", ura, tiles_in)))
        known = [(self._known(_YAKU, "yaku", name), han) for name, han in yaku or ()]
        source, tile = self._won_on(seat)
        if source != seat:
            self._declared = None
        element = self._next()
        self._has_reds |= any(face in RED_FACES.values() for face in faces or ())
        shown = None if faces is None else self._build.ura_ids(faces)
        won = Won(seat, source, tile, paid, ura=shown, fu=fu, points=points or None, yaku=known)
        add_win(self._build, element, won)
        self._is_played, self._is_won = False, True
        return self

    def draw_ends(
        self,
        kind: str | None = None,
        *,
        tenpai: Iterable[Seat] | None = None,
        deltas: Sequence[int] | None = None,
    ) -> Self:
        """The hand ends without a winner.

        Args:
            kind: As ``"exhaustive"`` or ``"kyuushu_kyuuhai"``, if it is claimed; likewise the following.
            tenpai: Seats that show their tehai.
            deltas: Points that each seat gets.
        """
        paid = self._points("deltas", deltas)
        known = None if kind is None else self._known(_DRAWS, "draw", kind)
        shown = None if tenpai is None else set(tenpai)
        for seat in (shown or set()) - set(range(self._players)):
            self._fail(f"tenpai: there is no seat {seat}")
        if not self._is_played:
            self._fail("no hand is being played that could end")
        if known == DrawKind.SANCHAHOU:
            self._declared = None
        element = self._next()
        # Who shows what at an abortive draw is a custom.
        asks = known is None or known in ASKS_TENPAI
        add_draw(self._build, element, Drawn(known, paid, tenpai=shown if asks else None))
        self._is_played = False
        return self

    def ends(self, scores: Sequence[int] | None = None) -> Self:
        """The game is over; with the final scores if they are claimed."""
        final = self._points("scores", scores)
        self._next()
        end_game(self._build, final)
        self._has_ended, self._is_played = True, False
        return self

    @property
    def mjai(self) -> str:
        """What has been built, as lines of mjai."""
        return convert(self._events(), self._headers, "mjai").text

    def game(self) -> Built:
        """What has been built, read and audited: a game to validate, show and settle.

        Raises:
            UserMistake: When there is no hand yet.
        """
        if not self._table.hand[HAND.players]:
            self._fail("there is no hand; begin with deal")
        return self._audit(self._events(), self._headers)

    def _events(self) -> Events:
        of_game = self._build.of_game
        of_game[Oddity.MJAI] = int(self._length | EngineTable.RED_FIVES * self._has_reds)
        of_game[Oddity.UNSTATED] = int(Claim.RED_FIVES)
        if self._has_reds:
            del of_game[Oddity.UNSTATED]
        return self._build.build()

    def _fail(self, message: str) -> NoReturn:
        """A mistake, with the place where it was made."""
        raise UserMistake(f"{self._name}{f', play {self._plays}' if self._plays else ''}: {message}")

    def _next(self) -> int:
        """The element of what comes next; a riichi whose tile has passed stands before it."""
        if self._has_ended:
            self._fail("the game has ended")
        if self._declared is not None:
            seat, self._declared = self._declared, None
            self._play(self._build.riichi_accepted, seat)
        self._element += 1
        return self._element

    def _play(self, add: Callable[..., None], seat: Seat | None, *what: Any, **more: Any) -> Self:  # noqa: ANN401 - as of ``add``
        """Add a play by a method of the builder of events, and make it at the table."""
        if seat is not None:
            self._check_seat(seat)
        if not self._is_played and not self._has_ended:
            self._fail("no hand is being played; begin with deal")
        element, hand = self._next(), self._table.hand
        awaited = f"it is the turn of seat {hand[HAND.turn]} to {'discard' if self._has_drawn() else 'draw'}"
        held = [] if seat is None else sorted(map(self._text, self._build.concealed(seat)), key=_by_suit)
        self._reported = int(hand[HAND.reported])
        add(*(() if seat is None else (seat,)), *what, element, **more)
        plays, calls = self._build.newest_play()
        play_one.plain(self._table, self._suits, plays, calls, 0, np.zeros(1, np.uint64))
        self._refuse_what_cannot_be(seat=seat, awaited=awaited, held=" ".join(held))
        self._plays += plays.kind[0] != PlayKind.RIICHI_ACCEPTED
        return self

    def _refuse_what_cannot_be(self, **words: object) -> None:
        """A mistake where the table reports a play that it cannot follow."""
        for row in range(self._reported, int(self._table.hand[HAND.reported])):
            code, tile = map(int, self._table.illegals[row][3:])
            if code in _CANNOT_BE:
                self._fail(_CANNOT_BE[Illegal(code)].format(tile=self._text(tile), **words))

    def _one(self, tile: str) -> Face:
        """The face of one tile."""
        if len(_parsed("tile", tile, tiles_in)) != 1:
            self._fail(f"expected one tile, found {tile!r}")
        return _face(tile)

    def _new(self, tile: str) -> Face:
        """The face of a tile that appears."""
        face = self._one(tile)
        self._see([face], is_fourth=face in RED_FACES and not self._build.unseen[face])
        return face

    def _see(self, faces: Collection[Face], *, is_fourth: bool) -> None:
        """Find out whether the wall has red fives: one that appears tells, or a fourth plain one."""
        if is_fourth and not self._has_reds:
            self._build.leave_out_reds()
        self._has_reds |= any(face in RED_FACES.values() for face in faces)
        if self._has_reds and not self._build.reds:
            self._fail("a game with red fives has three plain ones of each suit")

    def _text(self, tile: TileId) -> str:
        return tile_text(tile, with_aka=bool(self._build.reds))

    def _has_drawn(self) -> bool:
        """Whether the seat whose turn it is must discard, after a draw or a call."""
        return bool(self._table.hand[HAND.phase] == PHASE.AWAIT_DISCARD)

    def _is_tsumogiri(self, seat: Seat, face: Face, stated: bool | None) -> bool:
        """Whether a seat discards the tile just drawn: as it is stated, else where it is one like it."""
        self._check_seat(seat)
        hand = self._table.hand
        has_drawn = hand[HAND.last_kind] == PlayKind.DRAW and hand[HAND.last_seat] == seat
        is_alike = has_drawn and face == self._build.face_of(int(hand[HAND.last_tile]))
        if stated is None or stated == is_alike:
            return is_alike
        # The first discard of a dealer who was dealt 14 tiles may be any of them.
        if stated or (len(self._build.held[seat][face]) == 1 and self._plays > 1):
            self._fail(f"seat {seat} has {'' if is_alike else 'not '}just drawn that tile")
        return stated

    def _won_on(self, seat: Seat) -> tuple[Seat, TileId]:
        """Whose tile a seat wins on, and the tile."""
        self._check_seat(seat)
        hand = self._table.hand
        kind, source, tile = (int(hand[each]) for each in (HAND.last_kind, HAND.last_seat, HAND.last_tile))
        is_there = (self._is_played or self._is_won) and kind <= PlayKind.KITA and kind not in _CALLS
        if not is_there:
            self._fail(f"seat {seat} cannot win: there is no tile to win on")
        if (source == seat) != self._has_drawn():
            self._fail(f"seat {seat} cannot win: the last tile is {self._text(tile)} of seat {source}")
        return source, tile

    def _check_seat(self, seat: Seat) -> None:
        if not 0 <= seat < self._players:
            self._fail(f"there is no seat {seat}")

    def _check_seats(self, name: str, values: Sequence[object] | None) -> None:
        if values is not None and len(values) != self._players:
            self._fail(f"{name}: expected {self._players}, found {len(values)}")

    def _points(self, name: str, points: Sequence[int] | None) -> list[int] | None:
        """Points of four seats."""
        self._check_seats(name, points)
        for value in points or ():
            if value % 100:
                self._fail(f"{name}: expected multiples of 100 points, found {value}")
        return None if points is None else [*map(int, points), 0][:SEATS]

    def _known(self, words: Mapping[str, Word], what: str, word: str) -> Word:
        if word not in words:
            self._fail(f"{what} {word!r} is not known; known are {', '.join(words)}")
        return words[word]
