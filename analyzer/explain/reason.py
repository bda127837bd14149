"""A reason as a record: what it says, of which seats, tiles and numbers, by which rule, from which source."""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping, Sequence
from enum import Enum, unique
from typing import Any, Final, NamedTuple, TypeAlias

from analyzer.replay.facts import FURITEN_DISCARD, FURITEN_PASSED, FURITEN_RIICHI
from analyzer.rules.rule_set import RuleSet, RuleValue
from analyzer.settlement.points import FuPart
from analyzer.settlement.yaku_names import Yaku
from analyzer.tiles.counts import mask_text
from analyzer.vocabulary import LIMITS, Seat, kind_text, mpsz, points_text, tile_text

__all__ = [
    "Reason",
    "Section",
    "Why",
    "plain",
    "reason",
    "ruled",
]


_LIABLE: Final = "seat {seat} let the last set of {yaku:yaku} be called: it is liable and "
_OVER: Final = "the game is over: "


@unique
class Why(Enum):
    """Kinds of reasons.

    The value is the wording, with the facts of the reason in braces (`analyzer.explain.reason` formats
    them); of a step that can fail it is two wordings: for a step that is met, and for one that is not.
    """

    # Headings.
    AN_OVERDUE_DRAW = "Overdue"
    A_WIN = "Seat {seat} wins: {way}, {worth}"
    AN_INVALID_WIN = "Seat {seat} calls a win that is none: {way}"
    OTHER_RONS = "Other rons"
    THE_DRAW = "The draw"
    CONDITION_OF_CHOMBO = "Condition of chombo"
    COST_OF_CHOMBO = "What chombo costs"
    CONDITION = "Condition of {draw}"
    WHO_IS_TENPAI = "Tenpai"
    TEHAI_AT_END = "Tehai at the end"
    WHAT_FOLLOWS = "What follows"

    OVERDUE = "{draw} should have ended the hand before: play went on"

    # The winning hand.
    NO_WINNING_HAND = "the tiles are not a winning hand"
    SEVEN_PAIRS = "seven pairs: {sets}; won on {kind:kind}"
    THIRTEEN_ORPHANS = "thirteen orphans, won on {kind:kind}"
    SETS = "{sets}; {kind:kind} completes {completed}"
    YAKU = "{yaku:yaku}: {han} han"
    YAKUMAN = "{yaku:yaku}: yakuman"
    DOUBLE_YAKUMAN = "{yaku:yaku}: yakuman (counts twice)"
    NO_YAKU = "no yaku"
    DORA = "{name}: indicator {tile:tile} makes {kind:kind}, {held} held"
    NO_DORA = "{name}: indicator {tile:tile} does not count"
    RED_FIVES = "red fives: {count} held"
    NORTHS = "norths set aside: {count}"
    LEAST_YAKU = "a win needs {least} han of yaku, it has {has}"
    SHORT_WAIT = "after a call every tile it waits for must give {least} han of yaku, and not every one does"
    NOT_KEPT_APART = (
        "the winning tile was not kept apart: no fu for the wait or a tsumo that may be pinfu, and no pinfu"
    )
    PAARENCHAN = "the dealer's ninth hand in a row: no yaku needed, a yakuman"
    NO_WIN = "not a win under this rule set: nothing is paid for it"

    # Fu and base points.
    FU = "{part:fu}: {fu} fu"
    FU_OF_KIND = "{part:fu} {kind:kind}: {fu} fu"
    ALL_FU = "{total} fu in all"
    ROUNDED_FU = "{total} fu in all, rounded up to {fu}"
    YAKUMAN_BASE = "{units} yakuman: base points {base:,}"
    LIMIT_BASE = "{han} han {fu} fu is a {limit:limit}: base points {base:,}"
    KIRIAGE_BASE = "{han} han {fu} fu is rounded up to a mangan: base points {base:,}"
    BASE = "base points: {fu} fu × 2^(2 + {han} han) = {base:,}"

    # Payments of a win.
    RON = "ron by a {who}: {times} × {base:,}, rounded up to hundreds: {points:,} points"
    LIABLE_TSUMO = "tsumo by a {who}: {points:,} points"
    TSUMO_BY_DEALER = "tsumo by a dealer: 2 × {base:,}, rounded up: {double:,} from each of {others}"
    TSUMO_BY_CHILD = (
        "tsumo by a child: {double:,} from the dealer (2 × {base:,}), {single:,} from each of {others} others"
    )
    TSUMO_EVENLY = "tsumo by a {who}: {share:,} from each of 2, a half of {times} × {base:,} rounded up"
    LIABLE_ALONE = _LIABLE + "pays it alone"
    LIABLE_ANYWAY = _LIABLE + "pays it in any case"
    LIABLE_HALF = _LIABLE + "shares it with seat {loser}"
    LIABLE_FOR_REST = "seat {seat} answers for the rest of the hand too"
    REST_UNKNOWN = (
        "who pays the rest of the hand is not known; here seat {seat} answers for the rest of the hand too"
    )
    REST_AS_USUAL = "the rest of the hand is paid as if nobody were liable"
    HONBA_FROM_SEAT = "{honba} honba: {points:,} more from seat {seat}"
    HONBA_FROM_EACH = "{honba} honba: {points:,} more from each payer"
    STICKS_WON = "riichi sticks on the table: {sticks} × {stick:,} to the winner"
    POT_TO_OTHER = "honba and sticks go to the winner next in turn after the discarder"
    NOT_PAID = "ron of {seats:seats} is not paid"
    FURITEN_RON = "ron of seat {seat} is no win: furiten, {furiten:furiten}"
    CLOSED_KAN_RON = "ron of seat {seat} is no win: nobody may win on a closed kan"
    KOKUSHI_ALONE = "ron of seat {seat} is no win: thirteen orphans alone may win on a closed kan"

    # Which draw it is, and what is paid.
    NO_END = "play stopped where no rule of this set ends a hand"
    EXHAUSTIVE = "the live wall is used up and nobody won on the last discard"
    NAGASHI = "all discards of {seats:seats} are terminals and honours, and none was called"
    SUUFON_RENDA = "the four first discards are one wind, without a call between"
    KYUUSHU_KYUUHAI = "nine kinds of terminals and honours at the first draw"
    SUUCHA_RIICHI = "the fourth riichi stands"
    SUUKAIKAN = "four kans by two seats or more"
    SANCHAHOU = "three seats call ron on one tile"
    CHOMBO = "chombo by {seats:seats}: the hand is played again"
    PAYMENTS = "payments {deltas:signed}"
    NO_PAYMENTS = "no payments"

    # Who is tenpai.
    TENPAI = "seat {seat} is tenpai, waiting for {waits:waits}"
    TENPAI_IN_RIICHI = "seat {seat} is tenpai, waiting for {waits:waits}, and in riichi must show it"
    NOTEN = "seat {seat} is noten"
    SAYS_NOTEN = "seat {seat} waits for {waits:waits}, says noten and is"
    FURITEN_NOTEN = "seat {seat} waits for {waits:waits}, but is furiten: noten"
    YAKULESS_NOTEN = "seat {seat} waits for {waits:waits}, but has no yaku: noten"
    NO_WAIT_COUNTS = "seat {seat} waits for {waits:waits}, and none of these counts: noten"
    WAITS = "seat {seat} waits for {waits:waits}"
    WAITS_FURITEN = "seat {seat} waits for {waits:waits}, furiten: {furiten:furiten}"
    FURITEN_TENPAI = "seat {seat} is furiten ({furiten:furiten}), which does not matter at a draw"
    COPIES = "seat {seat}, {kind:kind}: {where}"
    NOTHING_DUE = "{tenpai} of {seats} are tenpai: nothing is paid"
    PENALTY_SHARED = (
        "{points:,} in all: each of {noten} noten pays {paid:,}, each of {tenpai} tenpai gets {gets:,}"
    )
    PENALTY_BY_TENPAI = "each of {noten} noten pays {paid:,} for {tenpai} tenpai"
    PENALTY_TO_EACH = "each noten seat pays {points:,} to each tenpai seat"

    # Chombo.
    RIICHI_SHOWN_AT_END = "the live wall is used up: whoever is in riichi shows its tehai"
    RIICHI_SHOWN_AT_FOURTH = "the fourth riichi stands: whoever is in riichi shows its tehai"
    RIGHT_RIICHI = (
        "seat {seat} declared riichi with discard {turn}, {tile:tile}, and waits for {waits:waits}: no chombo"
    )
    NOTEN_RIICHI = "seat {seat} declared riichi with discard {turn}, {tile:tile}, and {held:tiles} is noten"
    EMPTY_RIICHI = (
        "seat {seat} declared riichi with discard {turn}, {tile:tile}, and waits for {waits:waits}, "
        "of which none counts"
    )
    LOGGED_AS_DRAW = "a log has no name for chombo: the draw stands there as if every riichi were right"
    REVERSE_MANGAN = "a mangan tsumo the other way round is paid at once"
    REVERSE_BY_DEALER = "seat {seat}, the dealer, pays {points:,} to each"
    REVERSE_BY_CHILD = "seat {seat} pays {points:,} to the dealer and {half:,} to everybody else"
    PAID_AT_END = "nothing is paid in the game"
    FROM_RESULT = "{points:,} points are taken from the final result of seat {seat}"
    STICKS_BACK = "the sticks of this hand go back: {stick:,} to {seats:seats}"
    NOT_PLAYED = "the hand counts as not played: nothing else is paid, and it is played again"

    # Conditions of draws.
    KNOWN = ("the rule set has {draw}", "the rule set does not have {draw}")
    LIVE_TILES = "{count} tiles are left in the live wall"
    LAST_DISCARD = (
        "the last discard, {tile:tile} of seat {seat}, was not won on",
        "the last discard, {tile:tile} of seat {seat}, was won on",
    )
    NO_DISCARD = "seat {seat}: no discard"
    YAOCHU_RIVER = "seat {seat}: {count} discards, all terminals and honours, none called"
    OTHER_DISCARD = "seat {seat}: discard {turn} of {count}, {tile:tile}, is neither terminal nor honour"
    CALLED_DISCARD = "seat {seat}: discard {turn} of {count}, {tile:tile}, was called by seat {caller}"
    FIRST_DISCARDS = "the first discards are one wind: {listed:listed}"
    CALLS_BEFORE_FOURTH = "calls before the fourth discard: {listed:listed}"
    STOPPED = ("play stopped there", "{count} plays followed it")
    FIRST_DRAW = "seat {seat} has drawn and not discarded yet"
    YAOCHU_KINDS = "it holds {count} kinds of terminals and honours: {tiles:tiles}; nine are needed"
    CALLS_BEFORE = "calls before: {listed:listed}"
    DECLARES_RIICHI = (
        "seat {seat} declares riichi and its discard is not won on",
        "seat {seat} declares riichi but its discard is won on",
    )
    RIICHI_STAND = "{count} riichi stand; four are needed"
    KANS = "{count} kans: {listed:listed}"
    KANS_BY = "by {count} seats; two or more are needed"
    NO_DISCARD_AFTER_KAN = "no discard followed the fourth kan"
    DISCARD_AFTER_KAN = (
        "seat {seat} discards {tile:tile} after it, which nobody wins on",
        "seat {seat} discards {tile:tile} after it, which somebody wins on",
    )
    NO_TILE_TO_RON = "no tile was let go of"
    CALLS_RON = "seat {seat} waits for {waits:waits} and calls ron on {kind:kind} of seat {loser}"
    RON_CALLS = "{count} seats call ron; three are needed"

    # What follows.
    DEALER_STAYS = "dealer seat {seat} stays"
    DEALER_MOVES = "dealer seat {seat} moves on"
    HONBA = "honba {before} to {after}"
    STICKS_STAY = "{left} of {sticks} sticks stay on the table"
    NEXT = "next: {hand}, dealer seat {seat}"
    NEXT_OR_END = "next: {hand}, dealer seat {seat}; the dealer may end the game instead"
    OVER_BUST = _OVER + "bust of {seats:seats}"
    OVER_TEPPEN = _OVER + "{seats:seats} above the highest score"
    OVER_TARGET = _OVER + "the last hand is played, with {seats:seats} at the target"
    OVER_YAME = _OVER + "the dealer would go on, but is top and at the target"
    OVER_LIMIT = _OVER + "no hand can follow the last one"

    # The end of the game.
    STICKS_LEFT = "{sticks} sticks left on the table: {points:signed}"
    LESS_RETURN = "scores less the return points"
    WITH_UMA = "with what each rank adds"
    NOT_ROUNDED = "not rounded"
    ROUNDED = "rounded to thousands"
    EQUAL_SCORES = "equal scores"
    CHOMBO_TAKEN = "chombo: {points:signed}"


Fact: TypeAlias = int | str | tuple[int, ...] | tuple[str, ...]
"""What a reason speaks of: a number, a seat, a tile, a name, or several of one sort."""

_FURITEN: Final = (
    (FURITEN_DISCARD, "by its own discards"),
    (FURITEN_PASSED, "it let a wait pass"),
    (FURITEN_RIICHI, "it let a wait pass after riichi"),
)


class Reason(NamedTuple):
    """One reason why a hand is settled as it is.

    Attributes:
        why: What it says.
        facts: Names and values of what it speaks of.
        met: Whether a condition holds; None where the reason is no condition.
        rule: Field of the rule set that decides it; None where none does.
        value: Of that rule: a number, a text, true or false, or several of one sort.
        source: Where that value comes from.
    """

    why: Why
    facts: tuple[tuple[str, Fact], ...] = ()
    met: bool | None = None
    rule: str | None = None
    value: RuleValue | None = None
    source: str | None = None

    @property
    def text(self) -> str:
        """The reason in words."""
        return _WORDING.vformat(self._wording, (), dict(self.facts))

    @property
    def _wording(self) -> str:
        wording: str | tuple[str, str] = self.why.value
        return wording if isinstance(wording, str) else wording[0 if self.met else 1]

    @property
    def ruling(self) -> str | None:
        """The rule that decides it with its value, as a rule set file writes it; None where none does."""
        return None if self.rule is None else f"{self.rule} = {_value_text(self.value)}"

    def to_dict(self) -> dict[str, object]:
        """The record in plain values; tiles, yaku and limits by name."""
        forms = {name: form for _, name, form, _ in _WORDING.parse(self._wording)}
        return {
            "why": self.why.name.lower(),
            "text": self.text,
            "met": self.met,
            "rule": self.rule,
            "value": plain(self.value),
            "source": self.source,
            "facts": {name: _named(fact, forms.get(name)) for name, fact in self.facts},
        }

    def __str__(self) -> str:
        return self.text if self.rule is None else f"{self.text} [{self.ruling}; {self.source}]"


class Section(NamedTuple):
    """Reasons under a heading.

    Attributes:
        heading: What they speak of.
        lines: In order.
    """

    heading: Reason
    lines: tuple[Reason, ...]

    @property
    def title(self) -> str:
        """The heading in words."""
        return self.heading.text


def reason(why: Why, *, met: bool | None = None, **facts: Fact) -> Reason:
    """A reason that no field of the rule set decides."""
    return Reason(why, tuple(facts.items()), met)


def ruled(rules: RuleSet, rule: str | None, why: Why, *, met: bool | None = None, **facts: Fact) -> Reason:
    """A reason that a field of the rule set decides; none where the field is None."""
    if rule is None:
        return reason(why, met=met, **facts)
    return Reason(why, tuple(facts.items()), met, rule, _bare(rules.value(rule)), rules.source(rule))


def _bare(value: RuleValue) -> RuleValue:
    """The value as text where it is a grade."""
    if isinstance(value, tuple):
        return tuple(str(part) for part in value if isinstance(part, str)) or value
    return str(value) if isinstance(value, str) else value


def plain(value: object) -> object:
    """A value as JSON has it: a list for a tuple, a text for a grade."""
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    return str(value) if isinstance(value, str) else value


def _value_text(value: object) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_value_text, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _seats_text(seats: Sequence[Seat]) -> str:
    return f"seat{'s' if len(seats) > 1 else ''} {', '.join(map(str, seats))}" if seats else "nobody"


class _Wording(string.Formatter):
    """Formats the facts of a reason; the words after a colon say what a fact is."""

    def format_field(self, value: Any, format_spec: str) -> str:  # noqa: ANN401 - as its base
        words = _WORDS.get(format_spec)
        return format(value, format_spec) if words is None else words(value)


_WORDS: Final[Mapping[str, Callable[[Any], str]]] = {
    "kind": kind_text,
    "tile": tile_text,
    "tiles": mpsz,
    "waits": lambda mask: mask_text(mask) or "nothing",
    "yaku": lambda number: Yaku(number).text,
    "fu": lambda part: FuPart(part).text,
    "limit": LIMITS.__getitem__,
    "furiten": lambda bits: ", ".join(text for bit, text in _FURITEN if bits & bit),
    "seats": _seats_text,
    "listed": lambda parts: ", ".join(parts) or "none",
    "signed": points_text,
}
_WORDING: Final = _Wording()
_NAMES: Final = ("kind", "tile", "tiles", "waits", "yaku", "fu", "limit", "furiten")
"""Words for what is a number here and has a name outside."""


def _named(fact: Fact, form: str | None) -> object:
    return _WORDS[form](fact) if form in _NAMES else plain(fact)
