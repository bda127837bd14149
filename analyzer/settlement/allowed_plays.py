"""Plays that the replay, which knows no rules, reports as illegal, and a rule set allows."""

from __future__ import annotations

from analyzer.replay.facts import Illegal
from analyzer.rules.grades import Kuikae, OpenKanDora, RiichiAnkan, Suukaikan
from analyzer.rules.rule_set import RuleSet


def allowed_plays(rules: RuleSet) -> set[Illegal]:
    """What of `Illegal` a rule set allows."""
    before_draw = rules.open_kan_dora in (OpenKanDora.AT_ONCE, OpenKanDora.BEFORE_DRAW)
    settled_by_rules = {
        Illegal.DORA_BEFORE_DRAW: before_draw,
        # Where it is shown after the discard, too: some forms of logs do not tell which of the two it was.
        Illegal.DORA_LATE: not before_draw,
        Illegal.DORA_AFTER_DISCARD: rules.open_kan_dora == OpenKanDora.AFTER_DISCARD,
        Illegal.DORA_OF_ROBBED_KAN: rules.open_kan_dora != OpenKanDora.BEFORE_DRAW,
        Illegal.DORA_MISSING: not rules.kan_dora,
        Illegal.KUIKAE: rules.kuikae == Kuikae.ALLOWED,
        Illegal.KUIKAE_OTHER_END: rules.kuikae != Kuikae.FORBIDDEN,
        Illegal.CALL_OF_LAST_DISCARD: rules.last_discard_calls,
        Illegal.KAN_ON_LAST_TILE: rules.last_tile_kan,
        Illegal.KITA_OFF: rules.nuki_dora,
        Illegal.ANKAN_AFTER_RIICHI: rules.riichi_ankan != RiichiAnkan.NEVER,
        Illegal.ANKAN_CHANGES_READING: rules.riichi_ankan != RiichiAnkan.SAME_READING,
        Illegal.KOKUSHI_ON_ANKAN: rules.kokushi_on_ankan,
        Illegal.FIFTH_KAN: rules.suukaikan == Suukaikan.FIFTH_WITHOUT_URA,
    }
    return {code for code, is_allowed in settled_by_rules.items() if is_allowed}
