"""Games of tenhou.net/6 as columns of `Events`, whose elements are those that an mjlog of them would have."""

from __future__ import annotations

from typing import Final

from analyzer.errors import MalformedLog
from analyzer.formats.builder import EventsBuilder
from analyzer.formats.claims import Claim, Contradiction
from analyzer.formats.each_game import not_collecting, read_each
from analyzer.formats.events import MAX_HANDS, Events, Oddity, ReadGame, SoulTable
from analyzer.formats.headers import Header
from analyzer.formats.log_id import GoType
from analyzer.formats.tenhou6.document import MAX_BYTES, Field, games_of, malformed, separate_hands
from analyzer.formats.tenhou6.play_hand import Elements, end_hand, play_hand
from analyzer.formats.tenhou6.read_hand import HandText, read_hand
from analyzer.formats.tenhou6.read_head import Head, read_head
from analyzer.formats.tenhou6.read_notation import Call, Laid, Taken
from analyzer.vocabulary import ABSENT, AKA_IDS, SEATS

__all__ = ["read_tenhou6"]

_LOWEST_AKA: Final = 51
_REDS: Final = ((), AKA_IDS, (*AKA_IDS, 53))
"""Ids of the red fives by how many of pin the wall has; of two, the second is the next copy."""
_GO: Final = 1
"""Element index of GO, behind the root."""


def read_tenhou6(data: bytes, *, max_bytes: int = MAX_BYTES) -> list[ReadGame | MalformedLog]:
    """Every game of a JSON document, or why a game cannot be read.

    Columns state more than the format does.  Tehai, melds, honba, sticks and scores of results follow from
    play; oddities say what is not stated.

    Args:
        data: The document, not compressed: an object, a list of objects, one object a line, or links.
        max_bytes: Longer input is refused.

    Raises:
        MalformedLog: When the bytes are no such document, or no game of it can be read; the message names the
            place in the document, the location the hand.

    Source: documents of the site compared with the mjlog of the same games; public converters.
    """
    with not_collecting():
        games = games_of(data, max_bytes)
        later = separate_hands(games)
        return [
            game._replace(log_id=None) if place in later and isinstance(game, ReadGame) else game
            for place, game in enumerate(read_each(games, _read_game))
        ]


def _read_game(game: Field | MalformedLog) -> ReadGame:
    if isinstance(game, MalformedLog):
        raise game
    members = game.members("an object with the members 'log', 'name' and 'rule'")
    if "log" not in members:
        raise game.error("a member 'log'")
    hands = _hands(members["log"])
    head = read_head(members, hands[0].players)
    seats = _stated_players(head)
    if seats not in (None, hands[0].players):
        expected = f"tiles dealt to {seats} seats, as the type of the game has it"
        raise malformed(members["log"].place, expected, f"tiles dealt to {hands[0].players}")
    names_aka = _names_aka(hands)
    has_aka = head.has_aka or names_aka
    reds = 2 if head.soul is not None and SoulTable.TWO_RED_CIRCLES in head.soul else int(has_aka)
    # An mjlog would have GO and UN behind the root, where these are stated, and TAIKYOKU.
    taikyoku = _GO + (head.go is not None) + head.people.states_people
    elements = Elements(taikyoku)
    # Where four copies of a five are plain, no wall with red fives is theirs.
    build = EventsBuilder(hands[0].players, _REDS[reds if names_aka else 0], element=elements.last)
    build.note(Oddity.TENHOU6, 0, reds)
    if not names_aka:
        build.note(Oddity.UNSTATED, 0, int(Claim.RED_FIVES))
    if head.soul is not None:
        build.note(Oddity.MAHJONG_SOUL, 0, int(head.soul))
    if head.contradicts:
        build.note(Oddity.CONTRADICTION, _GO, int(Contradiction.RULE))
    for text in hands:
        play_hand(build, text, elements)
        end_hand(build, text, elements, head, ends_game=text is hands[-1])
    return ReadGame(_with_head(build.build(), head, taikyoku), _header(head), head.log_id)


def _header(head: Head) -> Header:
    stated = dict(head.go or ())
    return head.people._replace(announced=(stated.get("rule", ""), stated.get("csrule", "")))


def _stated_players(head: Head) -> int | None:
    """Seats by the type of the game; None where it is not stated."""
    go_type = None if head.go is None else int(dict(head.go)["type"])
    return None if go_type is None else SEATS - bool(go_type & GoType.SANMA)


def _with_head(events: Events, head: Head, taikyoku: int) -> Events:
    """The events with the table that the document states."""
    games, stated = events.games, dict(head.go or ())
    games.go_type[:] = int(stated.get("type", ABSENT))
    games.lobby[:] = int(stated.get("lobby", ABSENT))
    games.announces_rules[:] = bool(stated.get("rule") or stated.get("csrule"))
    games.first_dealer[:], games.taikyoku[:] = 0, taikyoku
    return events


def _hands(log: Field) -> list[HandText]:
    entries = log.items(range(1, MAX_HANDS + 1), f"a list of 1 to {MAX_HANDS} hands")
    hands = [read_hand(Field(entry.value, entry.place, hand)) for hand, entry in enumerate(entries)]
    for entry, hand in zip(entries, hands, strict=True):
        if hand.players != hands[0].players:
            raise entry.error(f"a hand of {hands[0].players} players, as the first")
    return hands


def _names_aka(hands: list[HandText]) -> bool:
    """Whether some hand has a red five."""
    return any(
        number >= _LOWEST_AKA
        for hand in hands
        for numbers in (hand.dora, hand.ura, *hand.haipai, *(_numbers(what) for _, what in hand.steps))
        for number in numbers
    )


def _numbers(what: Taken | Laid) -> tuple[int, ...]:
    """Numbers of the tiles that a step names."""
    if isinstance(what, Call):
        return what.tiles
    return (what,) if isinstance(what, int) else ()
