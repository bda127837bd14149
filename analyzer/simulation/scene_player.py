"""Plays a scene as one hand of a game: the steps as they are written, everything else harmless.

The replay keeps the table, and what writes the plays of policies writes these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NoReturn, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike

from analyzer.formats.meld_codes import encode_meld
from analyzer.replay.facts import Place
from analyzer.replay.registers import HAND, MASK, PHASE, SEAT, plain_tables
from analyzer.replay.replay import begin_hand
from analyzer.rules import RuleSet
from analyzer.settlement.dora import dora_kind
from analyzer.simulation.desk import (
    Outlook,
    Wall,
    new_buffers,
    new_desks,
    plain_desks,
    write,
    write_call,
    write_deposit,
    write_meld,
    written,
)
from analyzer.simulation.games import Played, Standing, hands_of
from analyzer.simulation.policy_games import GOES_ON, end_by_pass, is_indicator_due, is_indicator_first
from analyzer.simulation.scene import CLAIMS, Scene, SceneMistake, Step, parse_plays
from analyzer.tiles.suits import Distances
from analyzer.tiles.waits import waits
from analyzer.vocabulary import (
    ABSENT,
    KINDS,
    NO_SEAT,
    NO_TILE,
    SEATS,
    TILES,
    WIND_KINDS,
    WIND_LETTERS,
    YAOCHU_KINDS,
    PlayKind,
    Seat,
    TileId,
    is_aka,
    parse_mpsz,
    parse_tiles,
    tiles_in,
)

_HAIPAI: Final = 13
_INDICATORS: Final = 5
_IN_TURN: Final = (PHASE.AWAIT_DISCARD, PHASE.AWAIT_REPLACEMENT)
_NO_WALL: Final = Wall(*np.zeros((3, 1, 0), np.uint8))
_ENDS_OF_TURNS: Final = ("-", "ankan", "kakan", "daiminkan", "kita")
"""After these a seat draws before it does more, if nobody calls."""
_NOT_BEGUN: Final = -1
_EAST: Final = WIND_KINDS[0]
_REACH: Final = 3
"""Tiles of a suit so far apart are of no use to one another."""

Wish: TypeAlias = Callable[[TileId], bool]


def waits_with(tiles: Sequence[TileId]) -> int:
    """Waits of a concealed part, one bit per kind."""
    counts = np.bincount(np.asarray(tiles, np.int64) // 4, minlength=KINDS).astype(np.uint8)
    return int(waits(counts[None])[0])


def _all_steps(plays: str, dealt: Sequence[list[str]]) -> list[Step]:
    """The steps of a scene, with a draw where a seat can only have drawn what a step takes.

    Other tiles that a step takes are added to those that the seat is dealt.
    """
    steps: list[Step] = []
    held = [Counter(tiles) for tiles in dealt]
    # Place among the steps where the draw of each seat's turn would be named; None where there is no other.
    draws: list[int | None] = [_NOT_BEGUN] * len(dealt)
    for step in parse_plays(plays, len(dealt)):
        if step.act == "...":
            steps.append(step)
            draws = [_NOT_BEGUN] * len(dealt)
            continue
        wind = step.wind
        if step.act in (*CLAIMS, "ron", "+"):
            draws[wind] = None
        elif draws[wind] == _NOT_BEGUN:
            draws[wind] = len(steps)
        if step.act == "+":
            held[wind].update(step.tiles)
        for tile in step.tiles if step.act != "+" else ():
            place = draws[wind]
            if held[wind][tile]:
                held[wind][tile] -= 1
            elif place is not None:
                steps.insert(place, Step("+", wind, (tile,), word=step.word))
                draws[wind] = None
            else:
                dealt[wind].append(tile)
        steps.append(step)
        if step.act in _ENDS_OF_TURNS:
            draws[wind] = _NOT_BEGUN
    return steps


class Filling:
    """Hands out tiles of a scene: the named ones where it names them, else harmless ones.

    What a hand is worth does not depend on it: no indicator that it chooses makes dora of a kind that the
    scene names.

    Attributes:
        steps: Of the scene, with a draw of every tile that a seat can only have drawn.
        named_draws: Tile of each draw of ``steps``.
        fillers: Tiles that each seat was dealt beside those that the scene names, by wind.

    Raises:
        SceneMistake: When the scene names more of a tile than there are, or deals more than 13 to a seat.
    """

    def __init__(self, scene: Scene, players: int, wall: Sequence[TileId]) -> None:
        self._scene, self._players, self._wall = scene, players, wall
        self._taken: list[TileId] = []
        dealt = [tiles_in(scene.haipai.get(wind, "")) for wind in WIND_LETTERS[:players]]
        self.steps = _all_steps(scene.plays, dealt)
        for wind, tiles in zip(WIND_LETTERS, dealt, strict=False):
            if len(tiles) > _HAIPAI:
                complaint = f"is dealt {len(tiles)} tiles: {''.join(tiles)}"
                raise SceneMistake(f"{wind} of {scene.plays!r} {complaint}")
        self._dealt = [self._ids("".join(tiles)) for tiles in dealt]
        self.named_draws = iter([self._ids(step.tiles[0])[0] for step in self.steps if step.act == "+"])
        self.fillers: dict[int, list[TileId]] = {}
        self._named = {tile // 4 for tile in self._taken}
        self._dora, self._ura = list(self._ids(scene.indicators)), list(self._ids(scene.ura))
        self._stock = [tile for tile in wall if tile not in self._taken]
        self._yaochu = {WIND_LETTERS.index(wind): tiles == "yaochu" for wind, tiles in scene.fill.items()}

    def _ids(self, text: str) -> tuple[TileId, ...]:
        """Tiles of the wall that are not taken yet; they are now."""
        try:
            found = parse_tiles(text, taken=self._taken)
        except ValueError as error:
            raise SceneMistake(f"{self._scene.plays!r}: {error}") from None
        if not set(found) <= set(self._wall):
            raise SceneMistake(f"{self._scene.plays!r}: {text!r} is not in the wall of this game")
        self._taken.extend(found)
        return found

    def indicator(self, *, ura: bool = False) -> TileId:
        """The next dora indicator, or the tile under the next one."""
        named = self._ura if ura else self._dora
        return named.pop(0) if named else self._take(lambda _: True, self._points_elsewhere, self._is_spare)

    def haipai(self, wind: int) -> tuple[TileId, ...]:
        """What the seat of a wind is dealt; not tenpai unless the scene names it all."""
        dealt = list(self._dealt[wind])

        def is_loose(tile: TileId) -> bool:
            # Nothing to go with, so that no call of the scene makes such a hand tenpai.
            near = 1 if tile // 4 >= _EAST else _REACH
            return all(abs(tile // 4 - other // 4) >= near for other in dealt)

        def is_noten(tile: TileId) -> bool:
            is_wanted = self._scene.shunned >> tile // 4 & 1
            return not is_wanted and (len(dealt) < _HAIPAI - 1 or not waits_with([*dealt, tile]))

        while len(dealt) < _HAIPAI:
            dealt.append(self._take(is_noten, self._is_spare, is_loose))
        self.fillers[wind] = dealt[len(self._dealt[wind]) :]
        return tuple(dealt)

    def draw(self, wind: int, *wishes: Wish) -> TileId:
        """A tile that meets wishes, for a seat whose draw the scene does not name."""

        def is_fit(tile: TileId) -> bool:
            fits = wind not in self._yaochu or (tile // 4 in YAOCHU_KINDS) == self._yaochu[wind]
            return fits and not self._scene.shunned >> tile // 4 & 1

        first, *others = wishes
        spare = (self._is_spare,) if wind not in self._yaochu else ()
        return self._take(lambda tile: is_fit(tile) and first(tile), *others, *spare)

    def _is_spare(self, tile: TileId) -> bool:
        """Whether no seat draws tiles of this sort only."""
        return (tile // 4 in YAOCHU_KINDS) not in self._yaochu.values()

    def _points_elsewhere(self, tile: TileId) -> bool:
        return dora_kind.plain(tile, self._players) not in self._named

    def _take(self, *wishes: Wish) -> TileId:
        """The first tile that meets all wishes; else all but the last, and so on down to the first wish."""
        for count in range(len(wishes), 0, -1):
            for tile in self._stock:
                # The last ones are the cheapest to ask.
                if all(wish(tile) for wish in reversed(wishes[:count])):
                    self._stock.remove(tile)
                    return tile
        raise SceneMistake(f"no harmless tile is left for {self._scene.plays!r}")


class ScenePlayer:
    """Leads the seats of a hand through its scene; the wall, in its order, fills what that does not name."""

    def __init__(
        self,
        scene: Scene,
        standing: Standing,
        rules: RuleSet,
        wall: Sequence[TileId],
        dice: ArrayLike = (0, 0),
    ) -> None:
        self._scene, self._seats, self._dealer = scene, rules.seats, standing.dealer
        self._filling = Filling(scene, rules.seats, wall)
        indicator = self._filling.indicator()
        haipai = np.full((1, SEATS, _HAIPAI), NO_TILE, np.uint8)
        for wind in range(rules.seats):
            haipai[0, self._seat(wind)] = sorted(self._filling.haipai(wind), key=wall.index)
        self._hands = hands = hands_of([standing], haipai, [indicator], np.array([dice]))
        own_honba, nerve = np.array([standing.own_honba], np.int32), np.zeros((1, rules.seats), np.int64)
        desks = new_desks(hands, _NO_WALL, nerve, own_honba, rules)
        self._table = plain_tables(1)[0]
        # Nobody here asks for shanten.
        self._outlook = Outlook(plain_desks(desks)[0], self._table, cast("Distances", None))
        self._buffers = new_buffers(1)
        begin_hand.plain(self._table, self._buffers.suits, hands, self._buffers.plays, 0, rules.seats)
        self._winners = np.zeros((1, SEATS), np.bool_)
        self._is_over = False
        """The rules have ended the hand."""

    def play(self) -> Played:
        """Play every step.

        Raises:
            SceneMistake: When the scene cannot be played as it is written, or does not come to an end.
        """
        for step in self._filling.steps:
            if step.act == "ron":
                if not self._is_over and is_indicator_first.plain(self._outlook):
                    self._write(PlayKind.DORA, self._filling.indicator(), NO_SEAT)
                self._winners[0, self._seat(step.wind)] = not self._is_over
                continue
            self._let_pass()
            if not self._is_over:
                self._take(step)
        if not self._winners.any() and self._filling.steps[-1].act != "kyuushu_kyuuhai":
            self._let_pass()
            if not self._is_over:
                raise SceneMistake(f"{self._scene.plays!r} does not come to an end")
        ura = np.array([[self._filling.indicator(ura=True) for _ in range(_INDICATORS)]], np.uint8)
        plays, calls, deposits = written(self._buffers)
        hands = self._hands._replace(play_offsets=np.array([0, len(plays.kind)], np.int32))
        return Played(hands, plays, calls, deposits, self._winners, ura, illegal=self._scene.illegal)

    @property
    def _turn(self) -> Seat:
        return int(self._table.hand[HAND.turn])

    @property
    def _drawn(self) -> TileId:
        """What the seat whose turn it is has drawn; NO_TILE before that and after a call."""
        has_drawn = self._table.hand[HAND.last_kind] == PlayKind.DRAW
        return int(self._table.seat[self._turn][SEAT.last_draw]) if has_drawn else NO_TILE

    def _is_to_discard(self) -> bool:
        return bool(self._table.hand[HAND.phase] == PHASE.AWAIT_DISCARD)

    def _take(self, step: Step) -> None:
        hand = self._table.hand
        if step.act == "...":
            while not self._is_over and (hand[HAND.live_tiles] > step.live or hand[HAND.phase] in _IN_TURN):
                self._go_on()
        elif step.act in CLAIMS:
            self._call(PlayKind[step.act.upper()], self._seat(step.wind), self._held(step))
        else:
            while self._turn != self._seat(step.wind) and not self._is_over:
                self._go_on()
            if not self._is_over:
                self._act(step)

    def _go_on(self) -> None:
        """The seat whose turn it is draws, or discards what it drew."""
        if not self._is_to_discard():
            self._move(PlayKind.DRAW, self._harmless(None))
        else:
            self._move(PlayKind.DISCARD, self._unnamed())
            self._let_pass()

    def _act(self, step: Step) -> None:
        """What a seat does in its turn, its draw before it where one is due."""
        has_drawn = self._is_to_discard()
        if step.act == "+":
            if has_drawn:
                self._fail(step, "draws a second time")
            self._move(PlayKind.DRAW, next(self._filling.named_draws))
            return
        names_discard = step.act == "-" and step.tiles
        if not has_drawn:
            self._move(PlayKind.DRAW, self._harmless(self._held(step)[0] if names_discard else None))
        match step.act:
            case "-":
                self._move(PlayKind.DISCARD, self._held(step)[0] if names_discard else self._unnamed())
            case "riichi":
                self._write(PlayKind.RIICHI, NO_TILE)
            case "ankan" | "kakan" | "kita":
                tiles = self._held(step)
                tile = self._drawn if self._drawn in tiles else tiles[0]
                kind = PlayKind[step.act.upper()]
                write_meld.plain(self._outlook, self._buffers, kind, self._turn, tile, tile // 4)
            case "tsumo":
                self._winners[0, self._turn] = True

    def _unnamed(self) -> TileId:
        """What the seat whose turn it is discards unless the scene names it: after a call a filler."""
        if self._drawn != NO_TILE:
            return self._drawn
        fillers = self._filling.fillers[(self._turn - self._dealer) % self._seats]
        if not fillers:
            raise SceneMistake(f"{self._scene.plays!r}: a seat has called and names no discard")
        return fillers.pop()

    def _harmless(self, discard: TileId | None) -> TileId:
        """A tile that the scene does not name, for a seat that will discard another, or the same (None)."""
        seat, held = self._turn, self._concealed(self._turn)
        waited = [int(masks[MASK.waits]) for masks in self._table.masks]
        wind = (seat - self._dealer) % self._seats
        # One middle tile in the river, and there is neither nagashi nor suufon renda.
        may_be_yaochu = WIND_LETTERS[wind] in self._scene.fill or self._table.seat[seat][SEAT.discards] > 0

        def is_safe(tile: TileId) -> bool:
            return not any(mask >> tile // 4 & 1 for mask in waited)

        def is_quiet(tile: TileId) -> bool:
            if discard is None:
                return may_be_yaochu or tile // 4 not in YAOCHU_KINDS
            return not waits_with(sorted((held | {tile}) - {discard}))

        return self._filling.draw(wind, is_safe, is_quiet)

    def _move(self, kind: PlayKind, tile: TileId) -> None:
        """The seat whose turn it is draws or discards; indicators that are due are shown before or after."""
        self._show_due()
        self._write(kind, tile)
        if kind == PlayKind.DISCARD:
            self._show_due()

    def _show_due(self) -> None:
        while is_indicator_due.plain(self._outlook):
            self._write(PlayKind.DORA, self._filling.indicator(), NO_SEAT)

    def _let_pass(self) -> None:
        """Nobody wins on what has just been laid down: sticks are paid, and abortive draws end the hand."""
        hand = self._table.hand
        if hand[HAND.phase] == PHASE.AFTER_DISCARD and hand[HAND.pending_riichi] != NO_SEAT:
            write_deposit.plain(self._outlook, self._buffers, int(hand[HAND.last_seat]))
        self._is_over = self._is_over or end_by_pass.plain(self._outlook) != GOES_ON

    def _call(self, kind: PlayKind, seat: Seat, tiles: list[TileId]) -> None:
        """A seat makes a chi, a pon or an open kan of the last discard and these tiles; its turn begins."""
        called, source = int(self._table.hand[HAND.last_tile]), int(self._table.hand[HAND.last_seat])
        write_call.plain(
            self._outlook, self._buffers, seat, encode_meld(kind, (called, *tiles), seat, source)
        )

    def _write(self, kind: PlayKind, tile: TileId, seat: Seat | None = None) -> None:
        who = self._turn if seat is None else seat
        write.plain(self._outlook, self._buffers, kind, who, tile, ABSENT)

    def _concealed(self, seat: Seat) -> set[TileId]:
        return {tile for tile in range(TILES) if self._table.place[tile] == Place.CONCEALED + seat}

    def _held(self, step: Step) -> list[TileId]:
        """What a step takes, ascending: red only if asked for or no other is left, the tile drawn first."""
        found: list[TileId] = []
        for word in step.tiles:
            (kind,), wants_red = parse_mpsz(word), word[0] == "0"
            held = [tile for tile in self._concealed(self._seat(step.wind)) if tile // 4 == kind]
            free = [
                (is_aka(tile) != wants_red, tile != self._drawn, -tile) for tile in held if tile not in found
            ]
            if not free:
                self._fail(step, f"needs {word}, which the seat does not hold")
            found.append(-min(free)[-1])
        return sorted(found)

    def _seat(self, wind: int) -> Seat:
        return (self._dealer + wind) % self._seats

    def _fail(self, step: Step, complaint: str) -> NoReturn:
        wind = WIND_LETTERS[step.wind]
        raise SceneMistake(f"{step.word!r} of {wind} in {self._scene.plays!r} {complaint}")
