"""A game built play by play, for those who have it as structures: lines of mjai, read as any other log."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Generic, Self, TypeVar

from analyzer.errors import UserMistake
from analyzer.formats.mjai.words import PLAIN
from analyzer.formats.mjai.writer import REASONS
from analyzer.formats.tenhou6.words import YAKU_NAMES
from analyzer.settlement.yaku_names import Yaku
from analyzer.view.built_table import BuiltTable, parsed, read_call
from analyzer.vocabulary import (
    WIND_LETTERS,
    DrawKind,
    PlayKind,
    Seat,
    parse_kyoku,
    parse_mpsz,
    tiles_in,
)

__all__ = ["GameBuilder"]

Built = TypeVar("Built")

_YAKU: Final[dict[str, str]] = {yaku.text: YAKU_NAMES[yaku] for yaku in Yaku if yaku < len(YAKU_NAMES)}
_DRAWS: Final = {kind.text: reason for kind, reason in REASONS.items()}
_KYOKU_FIRST: Final = {"hanchan": None, "tonpuu": 4}
"""How mjai tells the length of a game."""


def _mjai(tile: str) -> str:
    return f"5{tile[1]}r" if tile[0] == "0" else PLAIN[parse_mpsz(tile)[0]]


def _all_mjai(tiles: Iterable[str]) -> list[str]:
    return [_mjai(tile) for tile in tiles]


def _stated(**members: object) -> dict[str, object]:
    """What is given, lists for tuples."""
    given = {name: value for name, value in members.items() if value is not None}
    return {name: list(value) if isinstance(value, Sequence) else value for name, value in given.items()}


class GameBuilder(Generic[Built]):
    """Collects hands play by play; `game` reads and audits what there is.

    Tiles are mpsz text, ``0`` a red five.  A play that cannot be on the table (a tile that the seat does not
    hold, a turn out of order, a fifth copy) is a mistake at once; whether one that can be is also allowed,
    findings say.  What is not given is absent: nothing is claimed for it, and no check judges it.

    Args:
        read: Makes the game of lines of mjai.
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
        self, read: Callable[[bytes], Built], players: int, length: str, names: Sequence[str] | None
    ) -> None:
        if players not in (3, 4):
            raise UserMistake(f"players: expected 3 or 4, found {players}")
        if length not in _KYOKU_FIRST:
            raise UserMistake(f"length: expected one of {', '.join(_KYOKU_FIRST)}, found {length!r}")
        self._read = read
        self._table = BuiltTable(players)
        self._check_seats("names", names)
        self._events: list[Mapping[str, object]] = [
            {"type": "start_game", **_stated(kyoku_first=_KYOKU_FIRST[length], names=names)}
        ]
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
        number, honba = parsed("kyoku", kyoku, parse_kyoku)
        self._check_points("scores", scores)
        if sticks < 0:
            raise self._table.mistake(f"sticks: expected a number from 0, found {sticks}")
        self._table.deal(number, honba or 0, tehai, indicator)
        self._declared = None
        self._add(
            "start_kyoku",
            bakaze=WIND_LETTERS[number // 4],
            kyoku=number % 4 + 1,
            honba=honba or 0,
            kyotaku=sticks,
            oya=number % 4,
            dora_marker=_mjai(indicator),
            tehais=[_all_mjai(held.elements()) for held in self._table.held],
            **_stated(scores=scores),
        )
        return self

    def draw(self, seat: Seat, tile: str) -> Self:
        """A seat draws, also after a kan or kita."""
        self._table.draw(seat, tile)
        return self._add("tsumo", actor=seat, pai=_mjai(tile))

    def discard(self, seat: Seat, tile: str, *, tsumogiri: bool | None = None) -> Self:
        """A seat discards.

        Args:
            seat: Who.
            tile: One that it holds.
            tsumogiri: Whether it is the tile just drawn; None for yes where it is one like it.
        """
        is_drawn = self._table.discard(seat, tile)
        return self._add(
            "dahai", actor=seat, pai=_mjai(tile), tsumogiri=is_drawn if tsumogiri is None else tsumogiri
        )

    def riichi(self, seat: Seat, tile: str, *, tsumogiri: bool | None = None) -> Self:
        """A seat declares riichi and discards; the stick is paid unless the tile is won on."""
        self._table.check_discard(seat, tile)
        self._add("reach", actor=seat)
        self.discard(seat, tile, tsumogiri=tsumogiri)
        self._declared = seat
        return self

    def call(self, seat: Seat, meld: str) -> Self:
        """A seat calls, or lays own tiles down.

        Args:
            seat: Who.
            meld: ``"chi 456s"``, ``"pon 777z"``, ``"daiminkan …"`` with the last discard among the tiles;
                ``"kakan …"``, ``"ankan 1111p"``; ``"kita"``.
        """
        if meld.strip() == "kita":
            self._table.lay(seat, ["4z"], "kita")
            return self._add("nukidora", actor=seat, pai=_mjai("4z"))
        note = read_call(meld)
        if note.kind == PlayKind.ANKAN:
            own = tiles_in(note.tiles)
            self._table.lay(seat, own, "ankan")
            return self._add("ankan", actor=seat, consumed=_all_mjai(own))
        if note.kind == PlayKind.KAKAN:
            added, pon = self._table.add_to_pon(seat, tiles_in(note.tiles))
            return self._add("kakan", actor=seat, pai=_mjai(added), consumed=_all_mjai(pon))
        source, called, own = self._table.call(seat, note)
        kind, consumed = note.kind.name.lower(), _all_mjai(own)
        return self._add(kind, actor=seat, target=source, pai=_mjai(called), consumed=consumed)

    def dora(self, tile: str) -> Self:
        """The indicator of a kan is shown."""
        self._table.see(tile)
        return self._add("dora", dora_marker=_mjai(tile))

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
        self._check_points("deltas", deltas)
        claims = _stated(deltas=deltas, fu=fu, hora_points=points)
        if ura is not None:
            claims["ura_markers"] = _all_mjai(parsed("ura", ura, tiles_in))
        if yaku is not None:
            claims["yakus"] = [[self._known(_YAKU, "yaku", name), han] for name, han in yaku]
        source, tile = self._table.win(seat)
        if source != seat:
            self._declared = None
        return self._add("hora", actor=seat, target=source, pai=_mjai(tile), **claims)

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
        self._check_points("deltas", deltas)
        claims = _stated(deltas=deltas)
        if kind is not None:
            claims["reason"] = self._known(_DRAWS, "draw", kind)
        if tenpai is not None:
            shown = set(tenpai)
            for seat in shown - set(range(self._table.players)):
                raise self._table.mistake(f"tenpai: there is no seat {seat}")
            claims["tenpais"] = [seat in shown for seat in range(self._table.players)]
        self._table.draw_ends()
        if kind == DrawKind.SANCHAHOU.text:
            self._declared = None
        return self._add("ryukyoku", **claims)

    def ends(self, scores: Sequence[int] | None = None) -> Self:
        """The game is over; with the final scores if they are claimed."""
        self._check_points("scores", scores)
        return self._add("end_game", **_stated(scores=scores))

    @property
    def mjai(self) -> str:
        """What has been built, as lines of mjai."""
        return "".join(json.dumps(event) + "\n" for event in self._events)

    def game(self) -> Built:
        """What has been built, read and audited: a game to validate, show and settle.

        Raises:
            UserMistake: When there is no hand yet.
        """
        if not self._table.held:
            raise self._table.mistake("there is no hand; begin with deal")
        return self._read(self.mjai.encode())

    def _add(self, kind: str, **members: object) -> Self:
        if self._events[-1]["type"] == "end_game":
            raise self._table.mistake("the game has ended")
        if self._declared is not None:
            self._events.append({"type": "reach_accepted", "actor": self._declared})
            self._declared = None
        self._events.append({"type": kind, **members})
        self._table.plays += kind != "start_kyoku"
        return self

    def _check_seats(self, name: str, values: Sequence[object] | None) -> None:
        if values is not None and len(values) != self._table.players:
            raise self._table.mistake(f"{name}: expected {self._table.players}, found {len(values)}")

    def _check_points(self, name: str, points: Sequence[int] | None) -> None:
        self._check_seats(name, points)
        for value in points or ():
            if value % 100:
                raise self._table.mistake(f"{name}: expected multiples of 100 points, found {value}")

    def _known(self, words: Mapping[str, str], what: str, word: str) -> str:
        if word not in words:
            raise self._table.mistake(f"{what} {word!r} is not known; known are {', '.join(words)}")
        return words[word]
