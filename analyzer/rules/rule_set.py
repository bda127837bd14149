"""A rule set: every rule that varies, as one documented value each.

Settlement and audit read the fields they name and never the name of a set.  Adding a field means its
value in every file of ``sets/`` and a function that reads it.
"""

from dataclasses import dataclass
from inspect import get_annotations
from typing import Annotated, Final, NamedTuple, get_args, get_origin

from analyzer.rules import grades
from analyzer.rules.grades import Area
from analyzer.vocabulary import AKA_IDS, TileId

RuleValue = bool | int | str | tuple[int, ...] | tuple[str, ...]
"""What a rule can be; a graded one is a Grade, which is a str."""


RED_FIVES: Final = (1, 1, 1)
NO_RED_FIVES: Final = (0, 0, 0)


class Rule(NamedTuple):
    """What a field of `RuleSet` means.

    Attributes:
        area: Section of the rule set file.
        meaning: One line.
        lowest: Smallest integer accepted.
        highest: Largest integer accepted.
        before: What was done before there was the rule, for files of users that lack it; None where every
            file must state it.
        no_and_yes: What false and true stand for where the rule was on or off before; None where it was not.
    """

    area: Area
    meaning: str
    lowest: int = 0
    highest: int = 200_000
    before: RuleValue | None = None
    no_and_yes: tuple[RuleValue, RuleValue] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """The rules of one kind of table; amounts in points, honba as their number.

    Attributes besides the rules:
        name: Name of the shipped file, or the path of the user's own.
        title: One line for people.
        sources: Source of each rule, in the order of the fields; see `source`.
    """

    name: str
    title: str
    sources: tuple[tuple[str, str], ...]

    seats: Annotated[int, Rule(Area.GAME, "players at the table", 3, 4)]
    winds: Annotated[int, Rule(Area.GAME, "winds in a full game: 1 tonpuusen, 2 hanchan", 1, 4)]
    start_points: Annotated[int, Rule(Area.GAME, "score of each seat at the start")]
    target_points: Annotated[int, Rule(Area.GAME, "score that somebody must have to end the game in time")]

    tenpai_wait: Annotated[grades.TenpaiWait, Rule(Area.TENPAI, "which wait makes a hand tenpai at a draw")]
    furiten_tenpai: Annotated[bool, Rule(Area.TENPAI, "a furiten hand counts as tenpai")]
    yakuless_tenpai: Annotated[
        bool, Rule(Area.TENPAI, "a hand that no wait gives a yaku counts as tenpai (keishiki tenpai)")
    ]
    noten_declaration: Annotated[grades.NotenDeclaration, Rule(Area.TENPAI, "calling a tenpai hand noten")]
    hidden_riichi: Annotated[grades.HiddenRiichi, Rule(Area.TENPAI, "a riichi seat that calls itself noten")]
    unpenalised_show: Annotated[
        grades.UnpenalisedShow,
        Rule(Area.TENPAI, "who shows a tenpai hand where nobody pays for noten", before="all"),
    ]

    noten_penalty: Annotated[grades.NotenPenalty, Rule(Area.NOTEN_PENALTY, "how noten seats pay")]
    noten_penalty_points: Annotated[
        int, Rule(Area.NOTEN_PENALTY, "points of the noten penalty, in all or per pair as it says")
    ]
    noten_payments: Annotated[
        tuple[int, ...],
        Rule(Area.NOTEN_PENALTY, "what each noten seat pays with one tenpai seat, with two, with three"),
    ]

    nagashi: Annotated[grades.Nagashi, Rule(Area.NAGASHI, "nagashi mangan")]
    nagashi_points: Annotated[
        int, Rule(Area.NAGASHI, "what a payer pays if one of the two is the dealer; half of it otherwise")
    ]
    nagashi_repeat: Annotated[grades.NagashiRepeat, Rule(Area.NAGASHI, "whether the dealer stays after it")]

    suufon_renda: Annotated[bool, Rule(Area.ABORTIVE, "four first discards of one wind end the hand")]
    kyuushu_kyuuhai: Annotated[
        bool, Rule(Area.ABORTIVE, "nine kinds of terminals and honours at the first draw may end the hand")
    ]
    suucha_riichi: Annotated[bool, Rule(Area.ABORTIVE, "the fourth riichi that stands ends the hand")]
    suukaikan: Annotated[grades.Suukaikan, Rule(Area.ABORTIVE, "four kans by two seats or more")]
    double_ron: Annotated[grades.DoubleRon, Rule(Area.ABORTIVE, "two rons on one tile")]
    triple_ron: Annotated[grades.TripleRon, Rule(Area.ABORTIVE, "three rons on one tile")]
    abort_repeat: Annotated[bool, Rule(Area.ABORTIVE, "the dealer stays after an abortive draw")]

    dealer_repeat: Annotated[grades.DealerRepeat, Rule(Area.REPEAT, "what makes the dealer stay")]
    honba_growth: Annotated[grades.HonbaGrowth, Rule(Area.REPEAT, "when a draw adds a honba")]
    honba_inherited: Annotated[
        bool, Rule(Area.REPEAT, "a new dealer after a draw takes over the honba; otherwise they go")
    ]

    chombo_penalty: Annotated[grades.ChomboPenalty, Rule(Area.CHOMBO, "how chombo is paid for")]
    chombo_points: Annotated[
        int,
        Rule(
            Area.CHOMBO,
            "reverse mangan: what goes to each seat if one of the two is the dealer, half of it otherwise; "
            "final result: points taken from it",
        ),
    ]
    chombo_honba: Annotated[bool, Rule(Area.CHOMBO, "the hand played again has one honba more")]

    bust: Annotated[grades.Bust, Rule(Area.GAME_END, "a score that ends the game at once (tobi)")]
    teppen: Annotated[int, Rule(Area.GAME_END, "a score above it ends the game at once (天辺); 0: none")]
    agari_yame: Annotated[
        grades.Yame,
        Rule(Area.GAME_END, "a dealer who wins the last hand, is top and has the target ends the game"),
    ]
    tenpai_yame: Annotated[
        grades.Yame,
        Rule(Area.GAME_END, "a dealer tenpai at the last draw, top and with the target ends the game"),
    ]
    extension_winds: Annotated[
        int, Rule(Area.GAME_END, "winds added while nobody has the target, hand by hand (西入)", 0, 3)
    ]
    sudden_death: Annotated[
        bool,
        Rule(
            Area.GAME_END,
            "in the winds added, a seat with the target ends the game though the dealer would stay",
            before=False,
        ),
    ]
    leftover_kyotaku: Annotated[grades.LeftoverKyotaku, Rule(Area.GAME_END, "sticks left when the game ends")]
    tie_rule: Annotated[grades.TieRule, Rule(Area.GAME_END, "how equal scores are ranked")]

    return_points: Annotated[
        int,
        Rule(Area.RESULT, "score that counts as zero; its excess over the start is the oka of the top"),
    ]
    uma: Annotated[tuple[int, ...], Rule(Area.RESULT, "points by rank after a hanchan", -200_000)]
    uma_tonpuu: Annotated[tuple[int, ...], Rule(Area.RESULT, "points by rank after a tonpuusen", -200_000)]
    uma_by_below: Annotated[
        tuple[int, ...],
        Rule(
            Area.RESULT,
            "in place of uma: points of rank 2 to the last with nobody, one, two ... all seats below the "
            "start; the top gets the rest; empty: uma as it is",
            -200_000,
        ),
    ]
    rounding: Annotated[grades.Rounding, Rule(Area.RESULT, "how scores become thousands")]

    red_fives: Annotated[
        tuple[int, ...],
        Rule(
            Area.SCORING,
            "red fives of man, pin and sou, each a dora",
            0,
            4,
            no_and_yes=(NO_RED_FIVES, RED_FIVES),
        ),
    ]
    kuitan: Annotated[bool, Rule(Area.SCORING, "tanyao may be open")]
    kiriage_mangan: Annotated[bool, Rule(Area.SCORING, "four han 30 fu and three han 60 fu are a mangan")]
    counted_yakuman: Annotated[grades.CountedYakuman, Rule(Area.SCORING, "thirteen han without a yakuman")]
    multiple_yakuman: Annotated[bool, Rule(Area.SCORING, "several yakuman in a hand add up")]
    most_yakuman: Annotated[
        int, Rule(Area.SCORING, "as how many yakuman a hand is paid at most; 0: no limit", before=0)
    ]
    double_yakuman: Annotated[
        tuple[grades.DoubleYakuman, ...],
        Rule(Area.SCORING, "yakuman that count twice", no_and_yes=((), tuple(grades.DoubleYakuman))),
    ]
    renhou: Annotated[grades.Renhou, Rule(Area.SCORING, "ron before the own first draw")]
    ippatsu: Annotated[bool, Rule(Area.SCORING, "a win in the go-round after riichi is a yaku")]
    double_round_wind: Annotated[
        bool,
        Rule(Area.SCORING, "East and West are both winds of an East round, South and North of a South round"),
    ]
    double_wind_fu: Annotated[int, Rule(Area.SCORING, "fu of a pair of the wind of seat and round", 2, 4)]
    tile_kept_apart: Annotated[
        bool,
        Rule(
            Area.SCORING,
            "a winning tile not kept apart from the hand gives neither fu for the wait nor pinfu, "
            "nor fu for the tsumo of a shape of pinfu",
        ),
    ]
    rinshan_fu: Annotated[
        bool, Rule(Area.SCORING, "a tsumo on a replacement tile has the fu of a tsumo", before=True)
    ]
    ryuuiisou_needs_hatsu: Annotated[
        bool, Rule(Area.SCORING, "ryuuiisou has a set or pair of hatsu", before=False)
    ]
    dora: Annotated[bool, Rule(Area.SCORING, "the indicator shown at the deal makes dora")]
    kan_dora: Annotated[bool, Rule(Area.SCORING, "each kan shows a dora indicator")]
    ura_dora: Annotated[bool, Rule(Area.SCORING, "a riichi winner has the dora under the first indicator")]
    kan_ura: Annotated[bool, Rule(Area.SCORING, "a riichi winner has the dora under the indicators of kans")]
    nuki_dora: Annotated[bool, Rule(Area.SCORING, "North may be set aside as a dora (kita)")]

    riichi_stick: Annotated[int, Rule(Area.PAYMENT, "points of a riichi stick")]
    honba_tsumo: Annotated[int, Rule(Area.PAYMENT, "what each payer of a tsumo adds for each honba")]
    honba_ron: Annotated[int, Rule(Area.PAYMENT, "what the payer of a ron adds for each honba")]
    honba_of_rons: Annotated[
        grades.HonbaOfRons, Rule(Area.PAYMENT, "which of several winners gets the honba", before="first")
    ]
    sticks_of_rons: Annotated[
        grades.SticksOfRons, Rule(Area.PAYMENT, "which of several winners gets the sticks", before="first")
    ]
    tsumo_share: Annotated[grades.TsumoShare, Rule(Area.PAYMENT, "what pays a tsumo with three players")]
    pao: Annotated[tuple[grades.Liability, ...], Rule(Area.PAYMENT, "yakuman with a liable seat")]
    pao_scope: Annotated[
        grades.LiabilityScope,
        Rule(Area.PAYMENT, "what a liable seat pays when other yakuman stand beside its own"),
    ]
    pao_honba: Annotated[
        grades.LiabilityHonba,
        Rule(Area.PAYMENT, "who pays the honba of a ron with a liable seat", before="liable"),
    ]
    rinshan_pao: Annotated[
        bool,
        Rule(
            Area.PAYMENT,
            "who discarded the tile of an open kan pays all of a tsumo on its replacement tile",
            before=False,
        ),
    ]

    least_han: Annotated[int, Rule(Area.SHIBARI, "han of yaku that every win needs", 1, 13, before=1)]
    ryanshi_from: Annotated[
        int, Rule(Area.SHIBARI, "honba from which a win needs two han of yaku; 0: none does", 0, 20)
    ]
    paarenchan: Annotated[
        int,
        Rule(
            Area.SHIBARI,
            "honba, all earned by the dealer alone, that make the next win a yakuman; 0: never",
            0,
            20,
        ),
    ]

    kuikae: Annotated[grades.Kuikae, Rule(Area.PLAY, "discards that the call just made forbids")]
    riichi_points: Annotated[int, Rule(Area.PLAY, "score needed to declare riichi", -200_000)]
    riichi_tiles: Annotated[int, Rule(Area.PLAY, "live tiles needed to declare riichi", 0, 70)]
    riichi_ankan: Annotated[
        grades.RiichiAnkan,
        Rule(
            Area.PLAY,
            "closed kans of the tile drawn after riichi",
            before="same-waits",
            no_and_yes=("never", "same-waits"),
        ),
    ]
    last_discard_calls: Annotated[bool, Rule(Area.PLAY, "the last discard may be called for a meld")]
    last_tile_kan: Annotated[bool, Rule(Area.PLAY, "a kan may be made with the last tile")]
    open_kan_dora: Annotated[
        grades.OpenKanDora, Rule(Area.PLAY, "when the indicator of an open kan is shown")
    ]
    furiten: Annotated[tuple[grades.Furiten, ...], Rule(Area.PLAY, "what bars a seat from ron")]
    kokushi_on_ankan: Annotated[
        bool, Rule(Area.PLAY, "thirteen orphans may win on a closed kan", before=True)
    ]

    @property
    def red_tiles(self) -> tuple[TileId, ...]:
        """Ids of the red fives: the first copies of each five."""
        counts = zip(AKA_IDS, self.red_fives, strict=True)
        return tuple(first + copy for first, count in counts for copy in range(count))

    def source(self, rule: str) -> str:
        """Where the value of a rule comes from: title, section and date."""
        return dict(self.sources)[rule]

    def value(self, rule: str) -> RuleValue:
        """Value of the rule of that name."""
        value: RuleValue = getattr(self, rule)
        return value


def _rules() -> dict[str, tuple[type, Rule]]:
    found: dict[str, tuple[type, Rule]] = {}
    hints: dict[str, object] = get_annotations(RuleSet)
    for name, hint in hints.items():
        if get_origin(hint) is Annotated:
            kind, rule = get_args(hint)
            found[name] = (kind, rule)
    return found


RULES: Final = _rules()
"""Type and meaning of every rule, by name, in the order of the files."""


def differences(left: RuleSet, right: RuleSet) -> list[str]:
    """Rules whose values differ, in the order of the files; a source alone is no difference.

    Examples:
        >>> from analyzer.rules import load
        >>> differences(load("tenhou-2010"), load("tenhou-2009"))
        ['tenpai_yame', 'uma_tonpuu']
    """
    return [name for name in RULES if left.value(name) != right.value(name)]
