"""`Events` as XML in the form that Tenhou writes; what is ABSENT is left out.

A simulator writes hundreds of hands at once, so lists of tiles, draws and discards are written for all hands
together: as rows of fixed width, from which the NUL bytes are then taken out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import NEVER_STATED, Claim, Events, Hands, Oddity, Results
from analyzer.formats.headers import Header
from analyzer.formats.mjlog.markup import DRAW_TYPES
from analyzer.formats.one_game import (
    OF_RECORDS,
    Converted,
    LossTable,
    OneGame,
    found_in,
    in_results,
    is_mjlog,
)
from analyzer.formats.unstated import words_of
from analyzer.vocabulary import ABSENT, NO_SEAT, NO_TILE, SEATS, TILES, DrawKind, EndKind, PlayKind

ROOT_END: Final = "</mjloggm>"
_SPACED: Final = ("BYE", "N", "DORA", "AGARI", "RYUUKYOKU")
"""Tags that Tenhou ends with ``" />"``; the others end with ``"/>"``."""
_ESCAPES: Final = str.maketrans(
    # A reader would turn the last three into blanks.
    {"&": "&amp;", "<": "&lt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}
)
_HUNDRED: Final = 100
_HAIPAI: Final = 13

_NUMBERS: Final = np.array([str(tile) if tile < TILES else "" for tile in range(256)], "S4").view(np.uint32)
_WITH_COMMA: Final = np.array([f",{tile}" if tile < TILES else "" for tile in range(256)], "S4").view(
    np.uint32
)
"""By tile id: four bytes of text, NUL where it is shorter."""
_TILE_PLAYS: Final = np.array(
    [[[f"<{letter}{tile}/>" for tile in range(256)] for letter in tags] for tags in ("TUVW", "DEFG")], "S8"
).view(np.uint64)
"""By draw or discard, seat and tile: the element in eight bytes."""
_OTHER_PLAY: Final = int.from_bytes(b"%s", "little")
"""Stands where the element of another play belongs."""
_DRAW, _DISCARD, _DORA, _RIICHI, _ACCEPTED = map(
    int, (PlayKind.DRAW, PlayKind.DISCARD, PlayKind.DORA, PlayKind.RIICHI, PlayKind.RIICHI_ACCEPTED)
)
_WON, _EXHAUSTIVE = int(EndKind.AGARI), int(DrawKind.EXHAUSTIVE)
"""Members of an enumeration are slow to compare before Python 3.12."""

_Attributes = Iterable[tuple[str, object]]
_Row: TypeAlias = Any
"""A row of `Results` in plain values, its lists of tiles as text."""


def write_game(events: Events, header: Header, game: int = 0) -> str:
    """One game as an mjlog, one line.

    The elements follow the order of the rows; the ``element`` columns are ignored.  GO, UN and TAIKYOKU are
    left out where nothing of them is stated.  What neither `Events` nor the header holds is lost: reconnects,
    ``ratio``, chips of a win.  So are oddities.

    Args:
        events: Games of any number.
        header: Of the game; a rating that is an int is written without decimals, as until 2010.
        game: Row of the game.

    Raises:
        ValueError: When the game has seeds for some of its hands only.
    """
    first, stop = events.games.hand_offsets[game : game + 2].tolist()
    hands = write_hands(events, header.hand_seeds, range(first, stop))
    return "".join([write_head(events, header, game), *hands, ROOT_END])


def write_head(events: Events, header: Header, game: int = 0) -> str:
    """What the log of a game says before its first hand; arguments as for `write_game`."""
    games = events.games
    numbers = (int(column[game]) for column in (games.go_type, games.lobby, games.first_dealer))
    go_type, lobby, dealer = (None if number == ABSENT else number for number in numbers)
    # Tenhou escapes every byte of a name.
    names = (name.encode("utf-8").hex("%", 1).upper() for name in header.names)
    shuffle = [] if header.seed is None else [("seed", header.seed), ("ref", "")]
    announced = zip(("rule", "csrule"), (text or None for text in header.announced), strict=True)
    go = [("type", go_type), ("lobby", lobby), *announced]
    people = [(f"n{seat}", name and f"%{name}") for seat, name in enumerate(names)]
    rates = [f"{rate:.2f}" if isinstance(rate, float) else rate for rate in header.rate]
    lists = (("dan", header.dan), ("rate", rates), ("sx", header.sex))
    people += [(name, ",".join(map(str, values))) for name, values in lists if None not in values]
    heads: tuple[tuple[str, _Attributes], ...] = (
        ("SHUFFLE", shuffle),
        ("GO", go),
        ("UN", people),
        ("TAIKYOKU", [("oya", dealer)]),
    )
    stated = (
        element_text(tag, attributes)
        for tag, attributes in heads
        if any(value not in (None, "") for _, value in attributes)
    )
    return "".join(['<mjloggm ver="2.3">', *stated])


def write_hands(events: Events, seeds: Sequence[str | None] = (), rows: range | None = None) -> list[str]:
    """The elements of hands.

    Args:
        events: Games of any number.
        seeds: ``shuffle`` of each hand, where hands have one.
        rows: Of the hands; all by default.

    Raises:
        ValueError: When some of the hands have no seed.
    """
    rows = range(len(events.hands.game)) if rows is None else rows
    seeds = [seed or "" for seed in seeds] or [""] * len(rows)
    if len(seeds) != len(rows):
        raise ValueError(f"{len(seeds)} seeds for {len(rows)} hands")
    parts = slice(rows.start, rows.stop)
    plays, results = _plays(events, rows), _results(events, rows)
    return list(map("".join, zip(_inits(events.hands, parts, seeds), plays, results, strict=True)))


def element_text(tag: str, attributes: _Attributes) -> str:
    """An element as Tenhou writes it; attributes whose value is None are left out."""
    stated = [f' {name}="{_escaped(value)}"' for name, value in attributes if value is not None]
    # A reconnect is an UN with only a name, and has the blank; the first UN of a game has none.
    is_spaced = tag in _SPACED or (tag == "UN" and len(stated) == 1 and not stated[0].startswith(" dan="))
    return f"<{tag}{''.join(stated)}{' />' if is_spaced else '/>'}"


def _escaped(value: object) -> str:
    return value.translate(_ESCAPES) if isinstance(value, str) else str(value)


def _tile_lists(tiles: NDArray[np.uint8]) -> list[str]:
    """Tile ids with commas between, up to the first NO_TILE of each row; shape (rows, most)."""
    text = np.empty((len(tiles), tiles.shape[1] + 1), np.uint32)
    text[:, 0], text[:, 1:-1] = _NUMBERS[tiles[:, 0]], _WITH_COMMA[tiles[:, 1:]]
    text[:, -1:] = np.array([b"\n"], "S4").view(np.uint32)
    return text.tobytes().translate(None, b"\0").decode().split("\n")[:-1]


def _listed(numbers: list[int]) -> str:
    """Numbers before the first ABSENT."""
    return ",".join(map(str, numbers[: numbers.index(ABSENT)] if ABSENT in numbers else numbers))


def _hundreds(points: NDArray[np.int32]) -> list[list[int]]:
    """Points of rows in hundreds, as logs have them."""
    hundreds: list[list[int]] = np.where(points == ABSENT, points, points // _HUNDRED).tolist()
    return hundreds


def _plain(column: NDArray[Any]) -> list[Any]:
    """A column in plain values, its lists no longer than the longest that states something."""
    if len(column) and column.ndim > 1 and column.shape[1] > SEATS:
        column = column.reshape(len(column), -1)
        column = column[:, : max(1, int((column != ABSENT).any(axis=0).sum()))]
    values: list[Any] = column.tolist()
    return values


def _attribute(name: str, text: str) -> str:
    """An attribute; nothing where its text is empty."""
    return f' {name}="{text}"' if text else ""


def _inits(hands: Hands, rows: slice, seeds: Sequence[str | None]) -> Iterable[str]:
    haipai = _tile_lists(hands.haipai[rows].reshape(-1, _HAIPAI))
    tables = (hands.kyoku, hands.honba, hands.kyotaku, hands.dice, hands.indicator, hands.chips, hands.dealer)
    scores = map(_listed, _hundreds(hands.scores[rows]))
    columns = zip(scores, seeds, *(column[rows].tolist() for column in tables), strict=True)
    for place, (ten, seed, kyoku, honba, kyotaku, dice, indicator, chips, dealer) in enumerate(columns):
        dealt = haipai[SEATS * place : SEATS * place + SEATS]
        yield (
            f'<INIT seed="{kyoku},{honba},{kyotaku},{dice[0]},{dice[1]},{indicator}"'
            f' ten="{ten}"{_attribute("chip", _listed(chips))} oya="{dealer}"'
            f' hai0="{dealt[0]}" hai1="{dealt[1]}" hai2="{dealt[2]}" hai3="{dealt[3]}"'
            f"{_attribute('shuffle', _escaped(seed or ''))}/>"
        )


def _plays(events: Events, rows: range) -> Iterable[str]:
    plays = events.plays
    bounds = events.hands.play_offsets[rows.start : rows.stop + 1].tolist()
    whole = slice(bounds[0], bounds[-1])
    kind, seat, tile = plays.kind[whole], plays.seat[whole], plays.tile[whole]
    is_discard = kind == _DISCARD
    of_tiles = is_discard | (kind == _DRAW)
    text = _TILE_PLAYS[is_discard.astype(np.intp), np.where(of_tiles, seat, 0), tile]
    text[~of_tiles] = _OTHER_PLAY
    places = np.flatnonzero(~of_tiles)
    columns = (column[whole][places].tolist() for column in plays[:4])
    codes, deposits = events.calls.code.tolist(), _hundreds(events.deposits)
    others = [_other_play(codes, deposits, *play) for play in zip(*columns, strict=True)]
    within = np.subtract(bounds, bounds[0])
    cuts = np.searchsorted(places, within).tolist()
    for (first, stop), (one, last) in zip(pairwise(within.tolist()), pairwise(cuts), strict=True):
        yield text[first:stop].tobytes().translate(None, b"\0").decode() % tuple(others[one:last])


def _other_play(
    codes: list[int], deposits: list[list[int]], kind: int, seat: int, tile: int, row: int
) -> str:
    """A call, a riichi, a stick or an indicator."""
    if kind == _DORA:
        return f'<DORA hai="{tile}" />'
    if kind == _RIICHI:
        return f'<REACH who="{seat}" step="1"/>'
    if kind == _ACCEPTED:
        return f'<REACH who="{seat}"{_attribute("ten", _listed(deposits[row]))} step="2"/>'
    return f'<N who="{seat}" m="{codes[row]}" />'


def _results(events: Events, rows: range) -> Iterable[str]:
    bounds = events.hands.result_offsets[rows.start : rows.stop + 1].tolist()
    said = Results._make(column[bounds[0] : bounds[-1]] for column in events.results)
    shown = iter(_tile_lists(said.shown.reshape(-1, said.shown.shape[2])))
    texts: dict[str, Iterable[Any]] = {
        "shown": zip(shown, shown, shown, shown, strict=True),
        "dora": _tile_lists(said.dora),
        "ura": _tile_lists(said.ura),
        **{name: _hundreds(getattr(said, name)) for name in ("scores", "deltas", "final_scores")},
    }
    columns = (texts[name] if name in texts else _plain(column) for name, column in said._asdict().items())
    written = [_result(Results._make(row)) for row in zip(*columns, strict=True)]
    for first, stop in pairwise(bounds):
        yield "".join(written[first - bounds[0] : stop - bounds[0]])


def _result(row: _Row) -> str:
    """AGARI or RYUUKYOKU."""
    ba = "" if row.honba == ABSENT else f"{row.honba},{row.kyotaku}"
    sc = "" if row.scores[0] == ABSENT else _pairs(row.scores, row.deltas)
    if sc and row.chip_scores[0] != ABSENT:
        sc += f",{_pairs(row.chip_scores, row.chip_deltas)}"
    table, scores, owari = _attribute("ba", ba), _attribute("sc", sc), _owari(row)
    if row.end != _WON:
        # A kind without a name of Tenhou's has an empty one.
        kind = "" if row.draw_kind == _EXHAUSTIVE else f' type="{DRAW_TYPES.get(row.draw_kind, "")}"'
        shown = "".join(_attribute(f"hai{seat}", tiles) for seat, tiles in enumerate(row.shown))
        return f"<RYUUKYOKU{kind}{table}{scores}{shown}{owari} />"
    yakuman = _listed(row.yakuman)
    yaku = _listed(row.yaku)
    seats = (("who", row.winner), ("fromWho", row.loser), ("paoWho", row.pao_seat))
    return "".join(
        (
            "<AGARI",
            table,
            f' hai="{row.shown[row.winner]}"' if row.winner < SEATS else "",
            _attribute("m", _listed(row.melds)),
            "" if row.machi == NO_TILE else f' machi="{row.machi}"',
            # Fu of 0 state none, as results of 0 in owari.
            "" if row.ten[1] == ABSENT else f' ten="{max(row.ten[0], 0)},{row.ten[1]},{row.ten[2]}"',
            "" if yakuman and not yaku else f' yaku="{yaku}"',
            _attribute("yakuman", yakuman),
            _attribute("doraHai", row.dora),
            f' doraHaiUra="{row.ura}"' if row.has_ura else "",
            *(f' {name}="{seat}"' for name, seat in seats if seat != NO_SEAT),
            f"{scores}{owari} />",
        )
    )


def _pairs(ones: Iterable[int], others: Iterable[object]) -> str:
    """Two numbers of each seat in turn."""
    return ",".join([f"{one},{other}" for one, other in zip(ones, others, strict=True)])


def _owari(row: _Row) -> str:
    """Final score and result of each seat, then chips, if any, each with a result of 0."""
    if not row.has_owari:
        return ""
    if row.final_scores[0] == ABSENT:
        return ' owari=""'
    final = [0 if set(row.final_results) == {ABSENT} else tenths for tenths in row.final_results]
    results = (f"{'-' * (tenths < 0)}{abs(tenths) // 10}.{abs(tenths) % 10}" for tenths in final)
    chips = "" if row.final_chips[0] == ABSENT else f",{_pairs(row.final_chips, [0] * SEATS)}"
    return f' owari="{_pairs(row.final_scores, results)}{chips}"'


_NO_YAKU: Final = ' yaku=""'
_TAGS_WITH_MARK: Final = re.compile("<(?:mjloggm|INIT|AGARI|RYUUKYOKU)(?= )")


def write_mjlog(game: OneGame) -> Converted:
    """The game as mjlog, one line.

    What the source leaves out and an mjlog always has is written as play gives it; ``unstated`` of the root,
    INIT and results says that it is no claim.  What only rules would give (points, limits, yaku) is absent.
    """
    header = game.headers.games[game.row]
    events = game.events if is_mjlog(game) else _as_stated(game)
    text = write_game(events, header, game.row)
    if not is_mjlog(game) or game.lacks_yaku:
        # A win without yaku claims nothing, and an empty list would claim that it has none.
        text = text.replace(_NO_YAKU, "")
    if not is_mjlog(game):
        text = _marked(game, text)
    return Converted(f"{text}\n", "mjlog", found_in(game, _LOST), found_in(game, _FILLED))


def _marked(game: OneGame, text: str) -> str:
    """The log with what its source is and leaves out."""
    texts = map(words_of, _marks(game))
    return _TAGS_WITH_MARK.sub(lambda tag: f'{tag[0]} unstated="{next(texts)}"', text)


def _marks(game: OneGame) -> Iterator[Sequence[tuple[int, int]]]:
    """Of the root, then of each hand and its results in order."""
    yield game.table
    # What the form never states, its name says.
    never = Claim(0) if game.form is None else NEVER_STATED[game.form]
    for hand in game.hands:
        yield [(Oddity.UNSTATED, game.unstated(int(game.events.hands.element[hand])) & ~never)]
        for result in game.results[hand]:
            left_out = result.unstated
            if not result.is_win and result.draw_kind is None:
                left_out |= Claim.DRAW_KIND
            yield [(Oddity.UNSTATED, left_out & ~never)]


def _as_stated(game: OneGame) -> Events:
    """The events without what the source does not state, as far as an mjlog can go without it."""
    events, results = game.events, game.events.results
    scores, has_owari = results.scores.copy(), results.has_owari.copy()
    yaku, yakuman = results.yaku.copy(), results.yakuman.copy()
    rows = range(*events.hands.result_offsets[[game.hands.start, game.hands.stop]].tolist())
    for row, result in zip(rows, chain(*game.results.values()), strict=True):
        if Claim.DELTAS in result.unstated:
            scores[row] = ABSENT
        if result.unknown_yaku is not None:
            # A part of the yaku would claim that there are no others.
            yaku[row], yakuman[row] = ABSENT, ABSENT
    if game.last_result is not None:
        has_owari[game.last_result] = game.last_scores() is not None
    dice = np.where(events.hands.dice == NO_TILE, 0, events.hands.dice).astype(np.uint8)
    return events._replace(
        hands=events.hands._replace(dice=dice),
        results=results._replace(scores=scores, yaku=yaku, yakuman=yakuman, has_owari=has_owari),
    )


def _states_some_people(game: OneGame) -> bool:
    """Whether grades, ratings or sexes of some players are stated and of others not."""
    people, row = game.headers.people, game.row
    counts = (sum(one is not None for one in column[row]) for column in (people.dan, people.rate, people.sex))
    return any(0 < count < len(game.names) for count in counts)


_LOST: Final[LossTable] = OF_RECORDS | {
    "disconnects": lambda game: game.headers.disconnects[game.row] > 0,
    "grades and ratings that not all players have": _states_some_people,
    "yaku in unknown words": in_results(lambda result: result.unknown_yaku is not None),
    "the kind of a draw": in_results(lambda result: not result.is_win and result.draw_kind is None),
    "an end of the game without final scores": lambda game: (
        game.last_result is not None and not is_mjlog(game) and game.last_scores() is None
    ),
}
"""What an mjlog cannot hold."""
_FILLED: Final[LossTable] = {
    "identities of tiles (numbered as they appear)": lambda game: not is_mjlog(game),
    "dice (0)": lambda game: not is_mjlog(game),
    "what the source leaves out of results (as play gives it)": lambda game: not is_mjlog(game),
}
"""What an mjlog cannot go without."""
