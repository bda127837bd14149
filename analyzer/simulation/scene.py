"""What a scenario (a name for a game) is made of: scenes, one hand each, or a form of its log.

Seats of a scene are named by their wind in that hand, E being the dealer, so a scene serves in any kyoku.
The words of its ``plays`` are read as steps, each of one seat.  A form changes how a log is written, not what
was played, so it can be put on any log of ours; some need games with walls from seeds, of their time or of
today.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from analyzer.replay.facts import Illegal
from analyzer.replay.notation import parse_meld
from analyzer.rules import RuleSet
from analyzer.vocabulary import WIND_LETTERS, tiles_in
from analyzer.wall import SeedForm

Fill = Literal["yaochu", "middle"]
"""Tiles that unnamed draws of a seat bring: terminals and honours, or all others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One hand, described as far as it matters; harmless tiles fill the rest.

    ``plays`` are words with blanks between them:

    - ``E`` ``S`` ``W`` ``N``: what follows is this seat's.  Seats between draw and discard what they drew.
    - ``+5m``: it draws this tile, after a kan or kita as replacement.  Without it, it draws any harmless one.
    - ``-1z``: it discards this tile; ``-``: the one it drew, after a call one that the scene does not name.
      ``riichi`` stands before the discard.  A tile that the seat is not known to hold is the one it draws in
      that turn, or else is dealt to it.
    - ``chi 546m``, ``pon 505m``, ``daiminkan 1111z``: calls the last discard, the first of these tiles.
    - ``ankan 1111z``; ``kakan 5550m``, of which the last tile is the added one; ``kita``.
    - ``tsumo``, ``ron``, ``kyuushu_kyuuhai`` end the hand; several seats may say ``ron`` one after the other.
    - ``...``: all discard what they draw until the wall is used up; ``...12``: until 12 live tiles are left.

    Melds, indicators and ura are written as in facts (docs/facts.md), with the tiles in the order of cases.
    Sticks and indicators are played by themselves.  Where the rule set ends the hand on the way (abortive
    draws), what is left of ``plays`` is not played.

    Attributes:
        plays: As above.
        haipai: By wind, mpsz with ``0`` for red fives.  Fewer than 13 tiles
            are filled up so that the seat is not tenpai.
        indicators: Of dora, in the order they are shown; more are filled in.
        ura: Those under them.
        fill: By wind, what unnamed draws of a seat bring.
        shunned: Kinds that no seat is dealt or draws unless they are named, one bit each.
        illegal: Illegal plays that the scene is meant to contain.
    """

    plays: str
    haipai: Mapping[str, str] = field(default_factory=dict)
    indicators: str = ""
    ura: str = ""
    fill: Mapping[str, Fill] = field(default_factory=dict)
    shunned: int = 0
    illegal: tuple[Illegal, ...] = ()


_WORD: Final = re.compile(r"(\.\.\.|[+-]|[a-z_]+)((?:[0-9]+[mpsz])*)([0-9]{0,2})\Z")
"""What is done, with which tiles, and until how many are left."""
_BEFORE_TILES: Final = re.compile(r"(?<=[a-z])\s+(?=[0-9])")


class SceneMistake(ValueError):
    """A scene that cannot be played as it is written down."""


CLAIMS: Final = ("chi", "pon", "daiminkan")
"""Calls of another seat's discard."""
_MELDS: Final = (*CLAIMS, "ankan", "kakan")
_KITA_TILE: Final = "4z"
_TILES: Final = {
    "+": (1,),
    "-": (0, 1),
    **dict.fromkeys(("riichi", "kita", "tsumo", "ron", "kyuushu_kyuuhai", "..."), (0,)),
}
"""What a seat may do besides melds, and how many tiles may stand with it."""


class Step(NamedTuple):
    """One thing that one seat does."""

    act: str
    """``+``, ``-`` and the like; after ``...`` all seats discard what they draw."""
    wind: int
    """Of the seat, 0 for the dealer; of ``...`` nobody's."""
    tiles: tuple[str, ...] = ()
    """What it draws or gives up, each as ``5m``, ``0m`` for the red one; a discard with none is of the tile
    drawn, or of a filler."""
    live: int = 0
    """Of ``...``: live tiles that are to be left."""
    word: str = ""
    """As it is written."""


def parse_plays(plays: str, players: int) -> tuple[Step, ...]:
    """The steps of a hand.

    Raises:
        SceneMistake: When a word is none, stands before any seat, or has not its tiles.
    """
    steps: list[Step] = []
    wind: int | None = None
    for word in _BEFORE_TILES.sub("", plays).split():
        if word in [*WIND_LETTERS[:players]]:
            wind = WIND_LETTERS.index(word)
            continue
        match = _WORD.match(word)
        act = match[1] if match else ""
        if match is None or act not in (*_TILES, *_MELDS) or (match[3] and act != "..."):
            raise SceneMistake(f"{word!r} of {plays!r} is no word of a scene")
        if wind is None and act != "...":
            raise SceneMistake(f"{word!r} of {plays!r} stands before any seat")
        try:
            tiles = _tiles_of(act, match[2])
        except ValueError as error:
            raise SceneMistake(f"{word!r} of {plays!r}: {error}") from None
        steps.append(Step(act, wind or 0, tiles, int(match[3] or 0), word))
    return tuple(steps)


def _tiles_of(act: str, text: str) -> tuple[str, ...]:
    """What a seat draws or gives up: of a call all but the first tile of the meld, of a kakan the last."""
    if act in _MELDS:
        tiles = tiles_in(parse_meld(f"{act} {text}", needs_source=False).tiles)
        return tuple(tiles[1:] if act in CLAIMS else tiles[-1:] if act == "kakan" else tiles)
    tiles = tiles_in(text)
    if len(tiles) not in _TILES[act]:
        raise ValueError(f"expected {' or '.join(map(str, _TILES[act]))} tiles, found {len(tiles)}")
    return (_KITA_TILE,) if act == "kita" else tuple(tiles)


_Row: TypeAlias = Mapping[str, Any]


class Form(NamedTuple):
    """One way of writing a log."""

    write: Callable[[bytes], bytes]
    """The log in this form, from one in Tenhou's form of today; both XML."""
    seeds: SeedForm | None
    """The seeds that its walls come from; None where any game will do."""
    times: Mapping[str, date]
    """Names of the rule sets that it belongs to, each with the date that the log id has to have for the rule
    set to be chosen by it; empty for any of both."""

    def fits(self, rules: RuleSet) -> bool:
        """Whether games by the rule set may be written so."""
        return not self.times or rules.name in self.times

    def log_id(self, log_id: str, rules: RuleSet) -> str:
        """The log id of a game by the rule set, with the date that the form needs."""
        day = self.times.get(rules.name)
        return log_id if day is None else f"{day:%Y%m%d}{log_id[8:]}"


def form_of(row: _Row, rows: Mapping[str, _Row]) -> Form:
    """The form of a row of the file, where others may be named by ``like``."""
    steps = [step for name in (*row.get("like", ()), row["name"]) for step in rows[name].get("replace", ())]
    patterns = [(re.compile(pattern.encode()), new.encode()) for pattern, new in steps]
    also = _ALSO.get(row.get("also", ""), bytes)

    def write(data: bytes) -> bytes:
        for pattern, new in patterns:
            data = pattern.sub(new, data)
        return also(data)

    seeds = SeedForm[row["seeds"].upper()] if "seeds" in row else None
    return Form(write, seeds, row.get("times", {}))


def _tails(data: bytes) -> bytes:
    """A tail behind each hexadecimal word of a key."""
    places = iter(range(data.count(b",")))

    def with_tails(seed: re.Match[bytes]) -> bytes:
        return re.sub(rb"(?<=,)[0-9A-F]+", lambda word: word[0] + b".%03x" % next(places), seed[0])

    return re.sub(rb'(?<= seed=")mt[^"]*', with_tails, data)


def _absences(data: bytes) -> bytes:
    """Players leave, and some come back, before, during and after every hand."""
    elements = re.findall(rb"<[^>]*>", data)
    names = dict(re.findall(rb' n([0-3])="([^"]+)"', data))
    pieces: list[bytes] = []
    turn = 0
    for element in elements[:-1]:
        if element.startswith((b"<INIT", b"<AGARI", b"<RYUUKYOKU")):
            pieces += _absence(turn, names)
            turn += 1
        pieces.append(element)
        if element.startswith((b"<INIT", b"<N", b"<REACH", b"<AGARI", b"<RYUUKYOKU")):
            pieces += _absence(turn, names)
            turn += 1
    return b"".join([*pieces, elements[-1]])


def _absence(turn: int, names: dict[bytes, bytes]) -> Iterator[bytes]:
    """Somebody leaves; every second time it is to come back at once."""
    who = b"%d" % (turn % len(names))
    yield b'<BYE who="%s" />' % who
    if turn % 2:
        yield b'<UN n%s="%s" />' % (who, names[who])


_ALSO: Final = {"tails": _tails, "absences": _absences}


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A game that contains a rare thing.

    Attributes:
        name: As users ask for it.
        meaning: One line.
        players: Numbers of players it can happen with.
        scenes: The game hand after hand, before short hands until the rule set ends it; none where the rare
            thing is how an ordinary game is written.
        sanma: The game with three players, where it needs other scenes.
        rules: Whether it makes sense under a rule set for so many players.
        form: How the log is written, where there are no scenes.
        shows: Indices of the hands that show it, in ``scenes`` as in ``sanma``.
    """

    name: str
    meaning: str
    players: tuple[int, ...] = (4,)
    scenes: tuple[Scene, ...] = ()
    sanma: tuple[Scene, ...] = ()
    rules: Callable[[RuleSet], bool] = lambda _: True
    form: Form | None = None
    shows: tuple[int, ...] = (0,)

    def makes_sense(self, rules: RuleSet) -> bool:
        """Whether the rule set has so many players, and the thing is one there."""
        return rules.seats in self.players and self.rules(rules)

    def scenes_for(self, players: int) -> tuple[Scene, ...]:
        """The scenes with so many players."""
        return self.sanma if players == 3 and self.sanma else self.scenes
