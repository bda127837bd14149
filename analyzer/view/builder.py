"""A game built play by play, for those who have it as structures: it fills events as a reader of logs does.

Every play is followed at the replay's table, which knows whose turn it is and what may come next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Generic, NoReturn, Self, TypeVar

import numpy as np

from analyzer.errors import UserMistake
from analyzer.formats.builder import KIND_OF_FACE, RED_FACES, EventsBuilder, Face
from analyzer.formats.conversion import convert
from analyzer.formats.events import Claim, EngineTable, Events, Oddity
from analyzer.formats.headers import Headers
from analyzer.formats.mjai.reader import head_with_names
from analyzer.formats.outcomes import Drawn, Won, add_draw, add_win, end_game, usual_scores
from analyzer.formats.wide_rows import HONBA_LIMIT
from analyzer.formats.words import YAKU_NAMES
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
    kind_text,
    kyoku_text,
    parse_kyoku,
    parse_mpsz,
    tile_text,
    tiles_in,
)

__all__ = ["GameBuilder"]

Built = TypeVar("Built")
Parsed = TypeVar("Parsed")
Word = TypeVar("Word")

_YAKU: Final = {yaku.text: int(yaku) for yaku in Yaku if yaku < len(YAKU_NAMES)}
_DRAWS: Final = {kind.text: kind for kind in DrawKind}
_LENGTHS: Final = {"hanchan": EngineTable(0), "tonpuu": EngineTable.TONPUUSEN}
_HAIPAI: Final = 13
_COPIES: Final = 4
_NORTH: Final = "4z"
_CALLS: Final = (PlayKind.CHI, PlayKind.PON, PlayKind.DAIMINKAN)


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


class GameBuilder(Generic[Built]):
    """Collects hands play by play; `game` reads and audits what there is.

    Tiles are mpsz text, ``0`` a red five.  A play that cannot be on the table (a tile that the seat does not
    hold, a turn out of order, a fifth copy) is a mistake at once; whether one that can be is also allowed,
    findings say.  What is not given is absent: nothing is claimed for it, and no check judges it.

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
        self._seen: Counter[Face] = Counter()
        """Copies of the hand that have been shown."""
        self._has_reds = self._has_plain = False
        """Whether some hand has shown a red five, and whether one has shown four plain ones."""
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
        if sticks < 0:
            self._fail(f"sticks: expected a number from 0, found {sticks}")
        for what, count in (("sticks", sticks), ("honba", honba or 0)):
            if count > HONBA_LIMIT:
                self._fail(f"{what}: expected at most {HONBA_LIMIT}, found {count}")
        self._name, self._plays = kyoku_text(number, honba or 0), 0
        if len(tehai) != self._players:
            self._fail(f"expected tehai of {self._players} seats, found {len(tehai)}")
        if number % SEATS >= self._players:
            self._fail(f"{self._players} players have no such hand")
        self._seen.clear()
        (shown,), haipai = self._see([indicator]), []
        for seat, text in enumerate(tehai):
            tiles = _parsed(f"tehai of seat {seat}", text.replace(" ", ""), tiles_in)
            if len(tiles) != _HAIPAI:
                self._fail(f"tehai of seat {seat}: expected {_HAIPAI} tiles, found {len(tiles)}")
            haipai.append(self._see(tiles))
        build = self._build
        # In lines of mjai the result before has been followed by an end_kyoku.
        self._element += build.results_now > 0
        element = self._next(is_play=False)
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
        self._is_played, self._is_won = True, False
        return self

    def draw(self, seat: Seat, tile: str) -> Self:
        """A seat draws, also after a kan or kita."""
        self._check_turn(seat, f"draw {tile}")
        if self._has_drawn():
            self._fail(f"seat {seat} cannot draw {tile}: it must discard first")
        (face,) = self._see([tile])
        self._build.draw(seat, face, self._next())
        return self._follow()

    def discard(self, seat: Seat, tile: str, *, tsumogiri: bool | None = None) -> Self:
        """A seat discards.

        Args:
            seat: Who.
            tile: One that it holds.
            tsumogiri: Whether it is the tile just drawn; None for yes where it is one like it.
        """
        face, newest = self._check_discard(seat, tile, tsumogiri)
        self._build.discard(seat, face, self._next(), newest=newest)
        return self._follow()

    def riichi(self, seat: Seat, tile: str, *, tsumogiri: bool | None = None) -> Self:
        """A seat declares riichi and discards; the stick is paid unless the tile is won on."""
        face, newest = self._check_discard(seat, tile, tsumogiri)
        self._build.riichi(seat, self._next())
        self._follow()
        self._build.discard(seat, face, self._next(), newest=newest)
        self._declared = seat
        return self._follow()

    def call(self, seat: Seat, meld: str) -> Self:
        """A seat calls, or lays own tiles down.

        Args:
            seat: Who.
            meld: ``"chi 456s"``, ``"pon 777z"``, ``"daiminkan …"`` with the last discard among the tiles;
                ``"kakan …"``, ``"ankan 1111p"``; ``"kita"``.
        """
        build = self._build
        if meld.strip() == "kita":
            (face,) = self._check_own(seat, [_NORTH], "kita")
            build.kita(seat, face, self._next())
            return self._follow()
        note = _parsed("call", meld, lambda text: parse_meld(text, needs_source=False))
        tiles = tiles_in(note.tiles)
        if note.kind == PlayKind.ANKAN:
            build.ankan(seat, self._check_own(seat, tiles, "ankan"), self._next())
        elif note.kind == PlayKind.KAKAN:
            (face,) = self._check_own(seat, self._added(seat, tiles), "kakan")
            build.kakan(seat, face, self._next())
        else:
            source, called = self._last_discard(seat, note.tiles)
            if called not in tiles or note.source not in (None, source):
                last = f"the last discard is {called} of seat {source}"
                self._fail(f"seat {seat} cannot call {note.tiles}: {last}")
            tiles.remove(called)
            own = self._check_held(seat, tiles)
            add = {PlayKind.CHI: build.chi, PlayKind.PON: build.pon}.get(note.kind, build.daiminkan)
            add(seat, source, _face(called), own, self._next())
        return self._follow()

    def dora(self, tile: str) -> Self:
        """The indicator of a kan is shown."""
        (face,) = self._see([tile])
        self._build.dora(face, self._next())
        return self._follow()

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
        source = self._source_of_win(seat)
        if source != seat:
            self._declared = None
        element = self._next()
        self._has_reds |= any(face in RED_FACES.values() for face in faces or ())
        shown = None if faces is None else self._build.ura_ids(faces)
        won = Won(seat, source, self._last_tile(), paid, ura=shown, fu=fu, points=points or None, yaku=known)
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

    def _next(self, *, is_play: bool = True) -> int:
        """The element of what comes next; a riichi whose tile has passed stands before it."""
        if self._has_ended:
            self._fail("the game has ended")
        if self._declared is not None:
            seat, self._declared = self._declared, None
            self._element += 1
            self._build.riichi_accepted(seat, self._element)
            self._follow()
        self._element += 1
        self._plays += is_play
        return self._element

    def _follow(self) -> Self:
        """Make the newest play at the table."""
        plays, calls = self._build.newest_play()
        play_one.plain(self._table, self._suits, plays, calls, 0, np.zeros(1, np.uint64))
        return self

    def _see(self, tiles: Iterable[str]) -> list[Face]:
        """Faces of tiles that appear, of each one more copy."""
        faces: list[Face] = []
        for tile in tiles:
            if len(_parsed("tile", tile, tiles_in)) != 1:
                self._fail(f"expected one tile, found {tile!r}")
            face = _face(tile)
            kind = KIND_OF_FACE[face]
            red = RED_FACES.get(kind, kind)
            if face != kind and self._seen[face]:
                self._fail(f"a second red five, {tile}")
            copies = sum(self._seen[one] for one in {kind, red})
            if copies == _COPIES:
                self._fail(f"a fifth {kind_text(kind)}")
            self._seen[face] += 1
            faces.append(face)
            self._has_reds |= face != kind
            if red != kind and self._seen[kind] == _COPIES and not self._has_plain:
                self._has_plain = True
                self._build.leave_out_reds()
            if self._has_reds and self._has_plain:
                self._fail(f"{tile}: a game with red fives has three plain ones of each suit")
        return faces

    def _has_drawn(self) -> bool:
        """Whether the seat whose turn it is must discard, after a draw or a call."""
        return bool(self._table.hand[HAND.phase] == PHASE.AWAIT_DISCARD)

    def _last_tile(self) -> TileId:
        return int(self._table.hand[HAND.last_tile])

    def _text(self, tile: TileId) -> str:
        return tile_text(tile, with_aka=not self._has_plain)

    def _check_turn(self, seat: Seat, what: str) -> None:
        turn = self._table.hand[HAND.turn]
        if not self._is_played:
            self._fail(f"seat {seat} cannot {what}: no hand is being played; begin with deal")
        if seat != turn:
            self._fail(f"seat {seat} cannot {what}: it is the turn of seat {turn}")

    def _check_own(self, seat: Seat, tiles: Iterable[str], what: str) -> list[Face]:
        """Faces of tiles that a seat gives up in its turn."""
        self._check_turn(seat, what)
        if not self._has_drawn():
            self._fail(f"seat {seat} cannot {what}: it must draw first")
        return self._check_held(seat, tiles)

    def _check_held(self, seat: Seat, tiles: Iterable[str]) -> list[Face]:
        """Faces of tiles that a seat holds."""
        self._check_seat(seat)
        faces = []
        for tile in tiles:
            faces.append(_face(tile))
            if faces.count(faces[-1]) > len(self._build.held[seat][faces[-1]]):
                held = sorted(
                    map(self._text, self._build.concealed(seat)), key=lambda text: (text[1], text[0])
                )
                self._fail(f"seat {seat} does not hold {tile}; it holds {' '.join(held)}")
        return faces

    def _check_discard(self, seat: Seat, tile: str, tsumogiri: bool | None) -> tuple[Face, bool]:
        """Face of a tile that a seat discards, and whether it is the one just drawn."""
        (face,) = self._check_own(seat, [tile], f"discard {tile}")
        has_drawn = self._table.hand[HAND.last_kind] == PlayKind.DRAW
        is_alike = has_drawn and face == self._build.face_of(self._last_tile())
        if tsumogiri is None or tsumogiri == is_alike:
            return face, is_alike
        # The first discard of a dealer who was dealt 14 tiles may be any of them.
        if tsumogiri or (len(self._build.held[seat][face]) == 1 and self._plays > 1):
            self._fail(f"seat {seat} has {'' if is_alike else 'not '}just drawn {tile}")
        return face, tsumogiri

    def _added(self, seat: Seat, tiles: Sequence[str]) -> list[str]:
        """The tile that a seat adds to its pon for a kan of these tiles."""
        self._check_own(seat, [], "kakan")
        kind = parse_mpsz(tiles[0])[0]
        pon = self._build.pons.get((seat, kind))
        if pon is None:
            self._fail(f"seat {seat} has no pon of {kind_text(kind)} to add to")
        texts = list(map(self._text, pon.tiles))
        added = [*(Counter(tiles) - Counter(texts)).elements()]
        if len(added) != 1:
            self._fail(f"the pon of seat {seat} is of {' '.join(texts)}, the kan of {' '.join(tiles)}")
        return added

    def _last_discard(self, seat: Seat, tiles: str) -> tuple[Seat, str]:
        """Who discarded the last tile, which a seat may call, and the tile."""
        source = int(self._table.hand[HAND.last_seat])
        is_discard = self._is_played and self._table.hand[HAND.phase] == PHASE.AFTER_DISCARD
        if not is_discard or source == seat:
            self._fail(f"seat {seat} cannot call {tiles}: there is no discard of another seat")
        return source, self._text(self._last_tile())

    def _source_of_win(self, seat: Seat) -> Seat:
        """Whose tile a seat wins on."""
        hand = self._table.hand
        kind, source = int(hand[HAND.last_kind]), int(hand[HAND.last_seat])
        is_there = self._is_played or self._is_won
        if not is_there or kind > PlayKind.KITA or kind in _CALLS:
            self._fail(f"seat {seat} cannot win: there is no tile to win on")
        self._check_seat(seat)
        tile = self._text(self._last_tile())
        if source == seat and not self._has_drawn():
            self._fail(f"seat {seat} cannot win on {tile}: it has laid it down itself")
        if source != seat and self._has_drawn():
            self._fail(f"seat {seat} cannot win on {tile}: seat {source} has only drawn it")
        return source

    def _check_seat(self, seat: Seat) -> None:
        if not 0 <= seat < self._players:
            self._fail(f"there is no seat {seat}")

    def _check_seats(self, name: str, values: Sequence[object] | None) -> None:
        if values is not None and len(values) != self._players:
            self._fail(f"{name}: expected {self._players}, found {len(values)}")

    def _points(self, name: str, points: Sequence[int] | None) -> list[int] | None:
        """Points of four seats."""
        self._check_seats(name, points)
        if points is None:
            return None
        for value in points:
            if value % 100:
                self._fail(f"{name}: expected multiples of 100 points, found {value}")
        return [*map(int, points), 0][:SEATS]

    def _known(self, words: Mapping[str, Word], what: str, word: str) -> Word:
        if word not in words:
            self._fail(f"{what} {word!r} is not known; known are {', '.join(words)}")
        return words[word]
