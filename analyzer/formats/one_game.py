"""One game of `Events` in plain values, for those who write it in another form, and what is lost there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias, TypeVar

import numpy as np

from analyzer.errors import Location, MalformedLog
from analyzer.formats.builder import RED_FACES, Face
from analyzer.formats.events import (
    NEVER_STATED,
    OF_TABLE,
    UNKNOWN_DRAW_KIND,
    Claim,
    EngineTable,
    Events,
    Oddity,
    Plays,
    RecordTable,
    SoulTable,
)
from analyzer.formats.headers import Headers
from analyzer.formats.log_id import GoType
from analyzer.formats.mjlog.markup import ATTRIBUTES
from analyzer.formats.red_fives import numerous_reds, red_tiles
from analyzer.vocabulary import (
    ABSENT,
    AKA_IDS,
    NO_SEAT,
    NO_TILE,
    TILES,
    DrawKind,
    EndKind,
    PlayKind,
    Seat,
    TileId,
    kyoku_text,
)

_DRAW, _DISCARD, _CHI, _KITA, _ACCEPTED = map(
    int, (PlayKind.DRAW, PlayKind.DISCARD, PlayKind.CHI, PlayKind.KITA, PlayKind.RIICHI_ACCEPTED)
)
"""Members of an enumeration are slow to compare before Python 3.12."""
_BROKEN: Final = range(Oddity.MISSING_ATTRIBUTE, Oddity.OUT_OF_PLACE + 1)


T = TypeVar("T")


class OnePlay(NamedTuple):
    """One play of a hand."""

    kind: PlayKind
    seat: Seat
    tile: TileId
    is_tsumogiri: bool = False
    tiles: tuple[TileId, ...] = ()
    """All of the meld of a call."""
    called: TileId = NO_TILE
    """NO_TILE where none is."""
    source: Seat = NO_SEAT
    """Of the called tile."""
    scores: list[int] | None = None
    """Points that are stated after a stick is paid."""


class OneResult(NamedTuple):
    """What is stated of one result; None where it is not."""

    is_win: bool
    winner: Seat
    loser: Seat
    machi: TileId | None
    tehai: list[TileId] | None
    deltas: list[int] | None
    before: list[int] | None
    ura: list[TileId] | None
    fu: int | None
    points: int | None
    limit: int
    yaku: list[tuple[int, int]]
    yakuman: list[int]
    unknown_yaku: str | None
    pao: Seat | None
    draw_kind: DrawKind | None
    draw_word: str | None
    shown: dict[Seat, list[TileId]] | None
    """At a draw, by seat that shows its tehai; None where nothing says who does."""
    unstated: Claim
    has_chips: bool


def plain_games(events: Events) -> dict[int, str | None]:
    """Games of JSON in which no tile is written as a red five, by row of ``games``.

    Returns:
        The first five of which all four copies are seen, and its hand: ``"5m of E1.0"``; None without one.
    """
    oddities, hands, plays, results = events.oddities, events.hands, events.plays, events.results
    says_so = (oddities.code == Oddity.UNSTATED) & (oddities.hand == ABSENT)
    says_so &= oddities.detail & int(Claim.RED_FIVES) != 0
    games: dict[int, str | None] = dict.fromkeys(oddities.game[says_so].tolist())
    if not games:
        return games
    # Readers give the id of a red five to the last copy of a five.
    shown = np.zeros((len(hands.game), len(AKA_IDS)), np.bool_)
    for suit, tile in enumerate(AKA_IDS):
        shown[:, suit] = (hands.haipai == tile).any(axis=(1, 2)) | (hands.indicator == tile)
        rows = np.flatnonzero(plays.tile == tile)
        shown[np.searchsorted(hands.play_offsets, rows, side="right") - 1, suit] = True
        shown[results.hand[(results.ura == tile).any(axis=1)], suit] = True
    for hand, suit in np.argwhere(shown).tolist():
        game = int(hands.game[hand])
        if game in games and games[game] is None:
            kyoku = kyoku_text(int(hands.kyoku[hand]), int(hands.honba[hand]))
            games[game] = f"5{'mps'[suit]} of {kyoku}"
    return games


class OneGame:
    """A game of a batch.

    Args:
        events: The batch.
        headers: Its headers.
        game: Row of the game.

    Raises:
        MalformedLog: When a play of it could not be read.
    """

    def __init__(self, events: Events, headers: Headers, game: int = 0) -> None:
        self.events, self.headers, self.row = events, headers, game
        self.players = int(events.games.players[game])
        oddities = events.oddities
        rows = (oddities.game == game).nonzero()[0].tolist()
        self._oddities = [
            (int(oddities.code[row]), int(oddities.element[row]), int(oddities.detail[row])) for row in rows
        ]
        codes = {code: detail for code, _, detail in reversed(self._oddities)}
        self.form = next((form for form in NEVER_STATED if form in codes), None)
        """One of those of JSON; None for an mjlog."""
        self.soul = SoulTable(codes[Oddity.MAHJONG_SOUL]) if Oddity.MAHJONG_SOUL in codes else None
        self.engine = EngineTable(codes[Oddity.MJAI]) if self.form == Oddity.MJAI else EngineTable(0)
        self.record = RecordTable(codes.get(Oddity.MAJIANG, 0))
        self.go_type = _stated(int(events.games.go_type[game]))
        self.lobby = _stated(int(events.games.lobby[game]))
        self.has_reds = self._has_reds(codes)
        self.reds = self._reds()
        first, stop = events.games.hand_offsets[game : game + 2].tolist()
        self.hands = range(first, stop)
        self._refuse_broken_plays()
        offsets = events.hands.result_offsets[first : stop + 1].tolist()
        self.results = {
            hand: [self._result(row) for row in range(*rows)]
            for hand, rows in zip(self.hands, pairwise(offsets), strict=True)
        }
        """By hand: what is stated of its results."""

    def _has_reds(self, codes: dict[int, int]) -> bool | None:
        """Whether the wall has red fives, as far as the source states or shows it."""
        if self.go_type is not None:
            return not self.go_type & GoType.NO_AKA
        if self.soul is not None:
            return SoulTable.RED_FIVES in self.soul
        if self.form == Oddity.MJAI:
            return EngineTable.RED_FIVES in self.engine or None
        if self.form == Oddity.MAJIANG:
            return self.row not in plain_games(self.events) or None
        return None if self.form is None else codes[Oddity.TENHOU6] > 0 or None

    def _reds(self) -> frozenset[TileId]:
        """Ids of the red fives in the wall; none where JSON names none."""
        names_reds = self.row not in plain_games(self.events)
        more = numerous_reds(self.events).get(self.row)
        if names_reds and more is not None:
            return frozenset(red_tiles(more))
        # An mjlog without GO has the ids of a wall with red fives; JSON writes a five as what it is.
        has_reds = self.form is None if self.has_reds is None else self.has_reds
        return frozenset(AKA_IDS if names_reds and has_reds else ())

    def _refuse_broken_plays(self) -> None:
        hands, results = self.events.hands, self.events.results
        for hand in self.hands:
            if hands.readable[hand]:
                continue
            first, stop = hands.result_offsets[hand : hand + 2].tolist()
            claims = set(results.element[first:stop].tolist())
            last = hands.element[hand + 1] if hand + 1 in self.hands else 2**31
            for code, element, _ in self._oddities:
                if code in _BROKEN and hands.element[hand] <= element < last and element not in claims:
                    name = kyoku_text(int(hands.kyoku[hand]), int(hands.honba[hand]))
                    where = Location(hand=hand - self.hands.start, element=element)
                    raise MalformedLog(f"{name} cannot be converted: a play could not be read", where)

    def face(self, tile: TileId) -> Face:
        """What is seen of a tile."""
        return RED_FACES[tile // 4] if tile in self.reds else tile // 4

    def written(self, texts: Sequence[T]) -> list[T]:
        """Every tile as a form writes it, which has these texts by face."""
        return [texts[self.face(tile)] for tile in range(TILES)]

    @property
    def all_plays(self) -> Plays:
        """The rows of all plays."""
        first, stop = self.events.hands.play_offsets[[self.hands.start, self.hands.stop]].tolist()
        return Plays._make(column[first:stop] for column in self.events.plays)

    @property
    def names(self) -> tuple[str, ...]:
        """Of the players."""
        return self.headers.people.name[self.row]

    @property
    def announcement(self) -> tuple[str, str]:
        """``rule`` and ``csrule`` of GO; empty where they are not stated."""
        return self.headers.announcements.get(self.row, ("", ""))

    @property
    def is_tonpuu(self) -> bool | None:
        """Whether the game is said to be of East hands only."""
        if self.go_type is not None:
            return not self.go_type & GoType.HANCHAN
        if self.soul is not None and self.soul & (SoulTable.TONPUUSEN | SoulTable.HANCHAN):
            return SoulTable.TONPUUSEN in self.soul
        return EngineTable.TONPUUSEN in self.engine or None

    @property
    def lacks_yaku(self) -> bool:
        """Whether some win of an mjlog does not list its yaku."""
        missing = (Oddity.MISSING_ATTRIBUTE, ATTRIBUTES.index("yaku"))
        return any((code, detail) == missing for code, _, detail in self._oddities)

    @property
    def table(self) -> list[tuple[int, int]]:
        """Of JSON: its form and what it says of the table, as oddities with their details."""
        found = [(code, detail) for code, _, detail in self._oddities if code in OF_TABLE]
        says_so = [detail for code, _, detail in self._oddities if code == Oddity.UNSTATED]
        is_plain = any(Claim.RED_FIVES in Claim(detail) for detail in says_so)
        return [*found, *[(int(Oddity.UNSTATED), int(Claim.RED_FIVES))] * is_plain]

    def unstated(self, element: int) -> Claim:
        """What the source leaves out of a hand or result, by its form or by its writer."""
        claims = Claim(0) if self.form is None else NEVER_STATED[self.form]
        for code, place, detail in self._oddities:
            if code == Oddity.UNSTATED and place == element:
                claims |= Claim(detail)
        # This is of the game, whose first hand may be the same element.
        return claims & ~Claim.RED_FIVES

    def has(self, code: Oddity) -> bool:
        """Whether an oddity is noted somewhere."""
        return any(one == code for one, _, _ in self._oddities)

    def _word(self, code: Oddity, element: int) -> str | None:
        found = (detail for one, place, detail in self._oddities if one == code and place == element)
        detail = next(found, None)
        return None if detail is None else self.events.words[detail]

    def plays(self, hand: int) -> Iterator[OnePlay]:
        """The plays of a hand in order."""
        events = self.events
        first, stop = events.hands.play_offsets[hand : hand + 2].tolist()
        columns = (column[first:stop].tolist() for column in events.plays[:4])
        drawn: TileId | None = None
        # Draws and discards are most of a game: made of whole tuples, they take a third of the time.
        make, draw, discard = tuple.__new__, PlayKind.DRAW, PlayKind.DISCARD
        for number, seat, tile, row in zip(*columns, strict=True):
            if number == _DRAW:
                yield make(OnePlay, (draw, seat, tile, False, (), NO_TILE, NO_SEAT, None))
                drawn = tile
            elif number == _DISCARD:
                yield make(OnePlay, (discard, seat, tile, tile == drawn, (), NO_TILE, NO_SEAT, None))
                drawn = None
            elif number == _ACCEPTED:
                scores = _numbers(events.deposits[row].tolist())
                yield OnePlay(PlayKind.RIICHI_ACCEPTED, seat, tile, scores=scores)
            elif _CHI <= number <= _KITA:
                tiles = tuple(held for held in events.calls.tiles[row].tolist() if held != NO_TILE)
                called, source = int(events.calls.called[row]), int(events.calls.source[row])
                yield OnePlay(PlayKind(number), seat, tile, False, tiles, called, source)
                drawn = None
            else:
                yield OnePlay(PlayKind(number), seat, tile)

    def _result(self, row: int) -> OneResult:
        results, element = self.events.results, int(self.events.results.element[row])
        unstated = self.unstated(element)
        is_win = int(results.end[row]) == EndKind.AGARI
        winner, pao, machi = (
            int(column[row]) for column in (results.winner, results.pao_seat, results.machi)
        )
        fu, points, limit = results.ten[row].tolist()
        tehai = _tiles(results.shown[row, winner].tolist()) if is_win and winner != NO_SEAT else []
        kind = int(results.draw_kind[row])
        yaku = [(number, han) for number, han in results.yaku[row].tolist() if number != ABSENT]
        return OneResult(
            is_win=is_win,
            winner=winner,
            loser=int(results.loser[row]),
            machi=None if machi == NO_TILE else machi,
            tehai=tehai if tehai and Claim.WIN_TEHAI not in unstated else None,
            deltas=None if Claim.DELTAS in unstated else _numbers(results.deltas[row].tolist()),
            before=None if Claim.SCORES_BEFORE in unstated else _numbers(results.scores[row].tolist()),
            ura=None if Claim.URA in unstated else _tiles(results.ura[row].tolist()),
            fu=_stated(fu),
            points=_stated(points),
            limit=max(limit, 0),
            yaku=yaku,
            yakuman=[number for number in results.yakuman[row].tolist() if number != ABSENT],
            unknown_yaku=self._word(Oddity.UNKNOWN_YAKU, element),
            pao=None if pao == NO_SEAT else pao,
            draw_kind=None
            if is_win or kind == UNKNOWN_DRAW_KIND or Claim.DRAW_KIND in unstated
            else DrawKind(kind),
            draw_word=self._word(Oddity.UNKNOWN_DRAW, element),
            shown=None if is_win or Claim.SHOWN_SEATS in unstated else self._shown(row),
            unstated=unstated,
            has_chips=int(results.chip_scores[row, 0]) != ABSENT,
        )

    def _shown(self, row: int) -> dict[Seat, list[TileId]]:
        shown = enumerate(self.events.results.shown[row, : self.players].tolist())
        return {seat: _tiles(tiles) for seat, tiles in shown if tiles[0] != NO_TILE}

    @property
    def last_result(self) -> int | None:
        """Row of the last result, if it is said to end the game."""
        if not self.hands:
            return None
        row = int(self.events.hands.result_offsets[self.hands.stop]) - 1
        is_of_last = row >= int(self.events.hands.result_offsets[self.hands.stop - 1])
        return row if is_of_last and self.events.results.has_owari[row] else None

    def final_scores(self) -> list[int] | None:
        """Final scores, where they are stated."""
        return None if self.leaves_final_scores else self.last_scores()

    @property
    def leaves_final_scores(self) -> bool:
        """Whether the source states that the game is over, and not the final scores."""
        row = self.last_result
        elements = self.events.results.element
        return row is not None and Claim.FINAL_SCORES in self.unstated(int(elements[row]))

    def last_scores(self) -> list[int] | None:
        """Final scores, or the last ones, which stand for them where they are not stated."""
        row = self.last_result
        return None if row is None else _numbers(self.events.results.final_scores[row].tolist())

    def final_results(self) -> list[int] | None:
        """Final results in tenths, where they are stated."""
        row = self.last_result
        return None if row is None else _numbers(self.events.results.final_results[row].tolist())


def _stated(number: int) -> int | None:
    return None if number == ABSENT else number


def _numbers(numbers: list[int]) -> list[int] | None:
    """Numbers of the seats; None where one is not stated."""
    return None if ABSENT in numbers else numbers


def _tiles(tiles: list[TileId]) -> list[TileId]:
    return [tile for tile in tiles if tile != NO_TILE]


Test: TypeAlias = Callable[[OneGame], bool]
LossTable: TypeAlias = dict[str, Test]
"""By what is lost, in words: whether a game has it."""


@dataclass(frozen=True, slots=True)
class Converted:
    """A game in another form."""

    text: str
    target: str
    """The form."""
    lost: tuple[str, ...]
    """What the form cannot hold."""
    filled: tuple[str, ...] = ()
    """What the form cannot leave out and the source does not state; it is written as play gives it."""

    def __str__(self) -> str:
        return self.text

    @property
    def summary(self) -> str:
        """One line on what is lost and filled in; empty where nothing is."""
        return losses(self.target, self.lost, self.filled)


def losses(target: str, lost: Sequence[str], filled: Sequence[str]) -> str:
    """What a form does not hold and what it must have, in one line; empty where that is nothing."""
    parts = [f"{target} does not hold {', '.join(lost)}"] * bool(lost)
    parts += [f"{target} must have {', '.join(filled)}"] * bool(filled)
    return "; ".join(parts)


def found_in(game: OneGame, table: LossTable) -> tuple[str, ...]:
    """The rows of a table that apply to a game."""
    return tuple(words for words, test in table.items() if test(game))


def in_results(test: Callable[[OneResult], object]) -> Test:
    """Whether something holds of some result of a game."""
    return lambda game: any(test(result) for hand in game.hands for result in game.results[hand])


def is_mjlog(game: OneGame) -> bool:
    """Whether the source is an mjlog."""
    return game.form is None


def states_people(game: OneGame) -> bool:
    """Whether the source states the grade, rating or sex of a player."""
    people = game.headers.people
    columns = (people.dan, people.rate, people.sex)
    return any(value is not None for column in columns for value in column[game.row])


def has_second_ryuukyoku(game: OneGame) -> bool:
    """Whether two ryuukyoku end a hand, as only a faulty log says."""
    return any(not result.is_win for hand in game.hands for result in game.results[hand][1:])


def states_deposits(game: OneGame) -> bool:
    """Whether the source states the scores after a riichi stick."""
    plays = game.all_plays
    rows = plays.row[plays.kind == PlayKind.RIICHI_ACCEPTED]
    return bool((game.events.deposits[rows] != ABSENT).any())


def tells_riichi_otherwise(game: OneGame) -> bool:
    """Whether a riichi stands, or does not, against what the last discard of its hand tells."""
    return any(_differs(game, hand) for hand in game.hands)


def _differs(game: OneGame, hand: int) -> bool:
    first, stop = game.events.hands.play_offsets[hand : hand + 2].tolist()
    kinds = game.events.plays.kind[first:stop]
    declared = np.flatnonzero(kinds == PlayKind.RIICHI)
    unpaid = len(declared) - np.count_nonzero(kinds == PlayKind.RIICHI_ACCEPTED)
    if not len(declared):
        return bool(unpaid)
    after = kinds[declared[-1] + 1 :]
    is_last = np.count_nonzero(after <= PlayKind.KITA) == 1
    results = game.results[hand]
    is_won_on = not results or any(
        result.winner != result.loser if result.is_win else result.draw_kind == DrawKind.SANCHAHOU
        for result in results
    )
    return bool(unpaid != (is_last and is_won_on))


OF_RECORDS: Final[LossTable] = {
    "the wall of each hand": lambda game: game.has(Oddity.WALL),
    "rules that a host sets": lambda game: game.has(Oddity.SOUL_RULES),
    "han counted besides yaku": lambda game: game.has(Oddity.COUNTED),
}
"""What only Mahjong Soul's own records hold."""
OF_MJLOG: Final[LossTable] = OF_RECORDS | {
    "which copy of a tile lies where": is_mjlog,
    "the seed of the wall": lambda game: game.headers.seeds[game.row] is not None,
    "dice": is_mjlog,
    "disconnects": lambda game: game.headers.disconnects[game.row] > 0,
    "chips": in_results(lambda result: result.has_chips),
    "honba and sticks of results": is_mjlog,
}
"""What of an mjlog, or of a record, no form of JSON that we write holds."""
LAST_SCORES: Final = "final scores (the last ones)"
"""What a form must have for the end of a game whose final scores are not stated."""
MELDS: Final[LossTable] = {
    "melds of wins": lambda game: is_mjlog(game) and in_results(lambda result: result.is_win)(game)
}
