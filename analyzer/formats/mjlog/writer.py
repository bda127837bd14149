"""`Events` as XML in the form that Tenhou writes; what is ABSENT is left out.

A simulator writes hundreds of hands at once, so lists of tiles, draws and discards are written for all hands
together: as rows of fixed width, from which the NUL bytes are then taken out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Claim, Events, Hands, Oddity, Results
from analyzer.formats.headers import Header
from analyzer.formats.mjlog.markup import DRAW_TYPES
from analyzer.formats.one_game import (
    Converted,
    LossTable,
    OneGame,
    found_in,
    in_results,
    is_mjlog,
    leaves_out,
)
from analyzer.vocabulary import (
    ABSENT,
    ASKS_TENPAI,
    NO_SEAT,
    NO_TILE,
    SEATS,
    TILES,
    DrawKind,
    EndKind,
    PlayKind,
    Seat,
)

__all__ = ["ROOT_END", "element_text", "write_game", "write_hands", "write_head", "write_mjlog"]

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
    """The results of each hand."""
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
            _attribute("ten", _listed(row.ten)),
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
    results = (f"{'-' * (tenths < 0)}{abs(tenths) // 10}.{abs(tenths) % 10}" for tenths in row.final_results)
    chips = "" if row.final_chips[0] == ABSENT else f",{_pairs(row.final_chips, [0] * SEATS)}"
    return f' owari="{_pairs(row.final_scores, results)}{chips}"'


_BASES: Final = (2000, 3000, 4000, 6000, 8000)
"""Points of each limit, which a dealer gets six times and others four times."""
_NO_YAKU: Final = ' yaku=""'


def write_mjlog(game: OneGame) -> Converted:
    """The game as mjlog, one line.

    Where the source does not state what an mjlog cannot go without (dice, honba and sticks beside a
    result, tehai, melds and tile of a win, tehai of those who are tenpai, scores before payments), it is
    written as play gives it, and told.  What only rules would give (fu, points, yaku) stays absent.
    """
    events = _with_zeros(game.events if is_mjlog(game) else _as_stated(game))
    text = write_game(events, game.headers.games[game.row], game.row) + "\n"
    if not is_mjlog(game):
        # There a win without yaku claims nothing, and an empty list would claim that it has none.
        text = text.replace(_NO_YAKU, "")
    return Converted(text, "mjlog", found_in(game, _LOST), found_in(game, _FILLED))


def _as_stated(game: OneGame) -> Events:
    """The events without what the source does not state, as far as an mjlog can go without it."""
    events = game.events
    dice = np.where(events.hands.dice == NO_TILE, 0, events.hands.dice).astype(np.uint8)
    ten, scores, melds = (
        column.copy() for column in (events.results.ten, events.results.scores, events.results.melds)
    )
    for hand in game.hands:
        first, stop = events.hands.result_offsets[hand : hand + 2].tolist()
        for row in range(first, stop):
            unstated = game.unstated(int(events.results.element[row]))
            if Claim.WIN_MELDS in unstated:
                codes = _melds(game, hand, int(events.results.winner[row]))
                melds[row] = (codes + [ABSENT] * melds.shape[1])[: melds.shape[1]]
            if Claim.DELTAS in unstated:
                scores[row] = ABSENT
            if ten[row, 1] == ABSENT:
                ten[row] = ABSENT
            elif game.form == Oddity.MJAI:
                ten[row, 2] = _limit(game, hand, row)
    has_owari = events.results.has_owari.copy()
    if game.last_result is not None and game.final_scores() is None:
        has_owari[game.last_result] = False
    results = events.results._replace(ten=ten, scores=scores, melds=melds, has_owari=has_owari)
    return events._replace(hands=events.hands._replace(dice=dice), results=results)


def _with_zeros(events: Events) -> Events:
    """The events with 0 for fu and final results that are not stated, beside points and scores that are."""
    ten, final = events.results.ten.copy(), events.results.final_results.copy()
    ten[(ten[:, 0] == ABSENT) & (ten[:, 1] != ABSENT), 0] = 0
    final[(final == ABSENT).all(axis=1)] = 0
    return events._replace(results=events.results._replace(ten=ten, final_results=final))


def _limit(game: OneGame, hand: int, row: int) -> int:
    """The limit whose value the points of a win are, which no hand below a limit has; 0 for none."""
    results = game.events.results
    points, winner = int(results.ten[row, 1]), int(results.winner[row])
    is_dealer = int(game.events.hands.dealer[hand]) == winner
    shares = 6 if is_dealer else 4
    if winner == int(results.loser[row]) and game.players == 3:
        # Nobody pays for the fourth seat.
        shares = 4 if is_dealer else 3
    limits = [
        limit for limit, base in enumerate(_BASES, 1) if points % shares == 0 and points // shares >= base
    ]
    is_exact = points in (base * shares for base in _BASES) or points >= _BASES[-1] * shares
    return max(limits, default=0) if is_exact else 0


def _melds(game: OneGame, hand: int, seat: Seat) -> list[int]:
    """Codes of the calls of a seat, most recent first, kita among them; a kakan replaces its pon."""
    plays, calls = game.events.plays, game.events.calls
    first, stop = game.events.hands.play_offsets[hand : hand + 2].tolist()
    codes: dict[tuple[int, ...], int] = {}
    for row in range(first, stop):
        kind = int(plays.kind[row])
        if plays.seat[row] != seat or not PlayKind.CHI <= kind <= PlayKind.KITA:
            continue
        call = int(plays.row[row])
        is_pon = kind in (PlayKind.PON, PlayKind.KAKAN)
        key = (PlayKind.PON, int(plays.tile[row]) // 4) if is_pon else (row,)
        codes[key] = int(calls.code[call])
    return list(codes.values())[::-1]


def _states_some_people(game: OneGame) -> bool:
    """Whether grades, ratings or sexes of some players are stated and of others not."""
    people, row = game.headers.people, game.row
    counts = (sum(one is not None for one in column[row]) for column in (people.dan, people.rate, people.sex))
    return any(0 < count < len(game.names) for count in counts)


def _has_valued_limit(game: OneGame) -> bool:
    offsets = game.events.hands.result_offsets
    return game.form == Oddity.MJAI and any(
        game.events.results.ten[row, 1] != ABSENT and _limit(game, hand, row) > 0
        for hand in game.hands
        for row in range(*offsets[hand : hand + 2].tolist())
    )


_LOST: Final[LossTable] = {
    "disconnects": lambda game: game.headers.disconnects[game.row] > 0,
    "grades and ratings that not all players have": _states_some_people,
    "yaku in unknown words": in_results(lambda result: result.unknown_yaku is not None),
    "the kind of a draw": in_results(lambda result: not result.is_win and result.draw_kind is None),
    "an end of the game without final scores": lambda game: (
        game.last_result is not None and not is_mjlog(game) and game.final_scores() is None
    ),
}
"""What an mjlog cannot hold."""
_FILLED: Final[LossTable] = {
    "identities of tiles (numbered as they appear)": lambda game: not is_mjlog(game),
    "dice (0)": lambda game: not is_mjlog(game),
    "honba and sticks of results": leaves_out(Claim.COUNTERS),
    "scores before results": leaves_out(Claim.SCORES_BEFORE),
    "tiles of results": in_results(
        lambda result: (
            (result.is_win or bool(result.shown))
            and (Claim.WIN_TEHAI if result.is_win else Claim.SHOWN_TILES) in result.unstated
        )
    ),
    "who is tenpai at a draw (nobody)": in_results(
        lambda result: (
            not result.is_win
            and (result.draw_kind is None or result.draw_kind in ASKS_TENPAI)
            and result.shown is None
        )
    ),
    "a liable seat of each yakuman (nobody)": in_results(
        lambda result: Claim.PAO in result.unstated and bool(result.yakuman)
    ),
    "fu of wins (0)": in_results(
        lambda result: result.is_win and result.fu is None and result.points is not None
    ),
    "limits of wins (as their points have them)": _has_valued_limit,
    "final results with uma and oka (0)": lambda game: (
        game.final_scores() is not None and game.final_results() is None
    ),
}
"""What an mjlog cannot go without."""
