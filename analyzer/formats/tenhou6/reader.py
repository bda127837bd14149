"""Games of tenhou.net/6 as the elements that an mjlog of the same game would have."""

from __future__ import annotations

from typing import Final

from analyzer.errors import MalformedLog
from analyzer.formats.claims import Claim, Contradiction
from analyzer.formats.each_game import read_each
from analyzer.formats.events import Oddity, ReadGame, ReadProblem, SoulTable
from analyzer.formats.markup import MAX_HANDS, MarkupBuilder
from analyzer.formats.tenhou6.document import MAX_BYTES, Field, games_of, separate_hands
from analyzer.formats.tenhou6.read_hand import HandText, read_hand
from analyzer.formats.tenhou6.read_head import read_head
from analyzer.formats.tenhou6.read_notation import Call, Discard, Taken
from analyzer.formats.tenhou6.write_play import PlayedHand
from analyzer.formats.tenhou6.write_result import write_result

__all__ = ["read_tenhou6"]

_LOWEST_AKA: Final = 51
_GO: Final = 1
"""Element index of GO, behind the root."""


def read_tenhou6(data: bytes, *, max_bytes: int = MAX_BYTES) -> list[ReadGame | MalformedLog]:
    """Elements of every game of a JSON document, or why a game cannot be read.

    Elements state more than the format does.  Tehai, melds, honba, sticks and scores of results follow from
    play; `decode` blanks dice and fu of limit hands when it sees the problem TENHOU6.  Tiles get the ids of
    copies in the order in which they appear.

    Args:
        data: The document, not compressed: an object, a list of objects, one object a line, or links.
        max_bytes: Longer input is refused.

    Raises:
        MalformedLog: When the bytes are no such document, or no game of it can be read; the message names the
            place in the document, the location the hand.

    Source: documents of the site compared with the mjlog of the same games; public converters.
    """
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
    names_aka = _names_aka(hands)
    has_aka = head.has_aka or names_aka
    reds = 2 if head.soul is not None and SoulTable.TWO_RED_CIRCLES in head.soul else int(has_aka)
    builder = MarkupBuilder()
    builder.start_game()
    builder.element("mjloggm", [("ver", head.version)])
    for tag, attributes in (("GO", head.go), ("UN", head.un), ("TAIKYOKU", [("oya", "0")])):
        if attributes is not None:
            builder.element(tag, attributes)
    problems = [ReadProblem(Oddity.TENHOU6, 0, detail=reds)]
    if not names_aka:
        # Where four copies of a five are plain, no wall with red fives is theirs.
        problems.append(ReadProblem(Oddity.UNSTATED, 0, detail=int(Claim.RED_FIVES)))
        reds = 0
    if head.soul is not None:
        problems.append(ReadProblem(Oddity.MAHJONG_SOUL, 0, detail=int(head.soul)))
    if head.contradicts:
        problems.append(ReadProblem(Oddity.CONTRADICTION, _GO, detail=int(Contradiction.RULE)))
    for text in hands:
        hand = PlayedHand(text, builder, reds=reds, stick=head.stick)
        hand.write()
        problems += hand.problems
        owari = head.owari if text is hands[-1] else None
        problems += write_result(builder, hand, owari, only_ura_of_riichi=head.soul is None)
    return ReadGame(builder.build(), problems, head.log_id)


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
        for numbers in (hand.dora, hand.ura, *hand.haipai, *(_numbers(step.what) for step in hand.steps))
        for number in numbers
    )


def _numbers(what: Taken | Discard) -> tuple[int, ...]:
    """Numbers of the tiles that a step names."""
    if isinstance(what, Call):
        return what.tiles
    return () if isinstance(what, Discard) else (what,)
