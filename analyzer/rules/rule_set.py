"""A rule set: every rule that varies, as one value each; ``rules.toml`` says what each decides.

Settlement and audit read the fields they name and never the name of a set.  Adding a field means its row in
``rules.toml``, its value in every file of ``sets/`` and a function that reads it.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from inspect import get_annotations
from pathlib import Path
from typing import Final, NamedTuple

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
        before: As files write it, what was done before there was the rule, for those of users that lack it;
            None where every file must state it.
        no_and_yes: Likewise what false and true stand for where the rule was on or off before; None where it
            was not.
    """

    area: Area
    meaning: str
    lowest: int = 0
    highest: int = 200_000
    before: object = None
    no_and_yes: Sequence[object] | None = None


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

    seats: int
    winds: int
    start_points: int
    target_points: int

    tenpai_wait: grades.TenpaiWait
    furiten_tenpai: bool
    yakuless_tenpai: bool
    noten_declaration: grades.NotenDeclaration
    hidden_riichi: grades.HiddenRiichi
    unpenalised_show: grades.UnpenalisedShow

    noten_penalty: grades.NotenPenalty
    noten_penalty_points: int
    noten_payments: tuple[int, ...]

    nagashi: grades.Nagashi
    nagashi_points: int
    nagashi_repeat: grades.NagashiRepeat

    suufon_renda: bool
    kyuushu_kyuuhai: bool
    suucha_riichi: bool
    suukaikan: grades.Suukaikan
    double_ron: grades.DoubleRon
    triple_ron: grades.TripleRon
    abort_repeat: bool

    dealer_repeat: grades.DealerRepeat
    honba_growth: grades.HonbaGrowth
    honba_inherited: bool

    chombo_penalty: grades.ChomboPenalty
    chombo_points: int
    chombo_honba: bool

    bust: grades.Bust
    teppen: int
    agari_yame: grades.Yame
    tenpai_yame: grades.Yame
    extension_winds: int
    sudden_death: bool
    leftover_kyotaku: grades.LeftoverKyotaku
    tie_rule: grades.TieRule

    return_points: int
    uma: tuple[int, ...]
    uma_tonpuu: tuple[int, ...]
    uma_by_below: tuple[int, ...]
    rounding: grades.Rounding

    red_fives: tuple[int, ...]
    kuitan: bool
    kiriage_mangan: bool
    counted_yakuman: grades.CountedYakuman
    multiple_yakuman: bool
    most_yakuman: int
    double_yakuman: tuple[grades.DoubleYakuman, ...]
    renhou: grades.Renhou
    ippatsu: bool
    double_round_wind: bool
    double_wind_fu: int
    tile_kept_apart: bool
    rinshan_fu: bool
    ryuuiisou_needs_hatsu: bool
    dora: bool
    kan_dora: bool
    ura_dora: bool
    kan_ura: bool
    nuki_dora: bool

    riichi_stick: int
    honba_tsumo: int
    honba_ron: int
    honba_of_rons: grades.HonbaOfRons
    sticks_of_rons: grades.SticksOfRons
    tsumo_share: grades.TsumoShare
    pao: tuple[grades.Liability, ...]
    pao_scope: grades.LiabilityScope
    pao_honba: grades.LiabilityHonba
    rinshan_pao: bool

    least_han: int
    ryanshi_from: int
    paarenchan: int

    kuikae: grades.Kuikae
    riichi_points: int
    riichi_tiles: int
    riichi_ankan: grades.RiichiAnkan
    last_discard_calls: bool
    last_tile_kan: bool
    open_kan_dora: grades.OpenKanDora
    furiten: tuple[grades.Furiten, ...]
    kokushi_on_ankan: bool

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
    kinds = get_annotations(RuleSet)
    areas = tomllib.loads(Path(__file__).with_name("rules.toml").read_text(encoding="utf-8"))
    return {
        name: (kinds[name], Rule(Area(area), **({"meaning": about} if isinstance(about, str) else about)))
        for area, rules in areas.items()
        for name, about in rules.items()
    }


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
