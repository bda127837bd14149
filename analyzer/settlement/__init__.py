"""Facts and a rule set in, points out: each rule one small function on all hands at once."""

from analyzer.settlement.game_end import Carry
from analyzer.settlement.ryuukyoku import Ryuukyoku
from analyzer.settlement.settle import Calls, RulesOfHands, Settlement, Wins, settle
from analyzer.settlement.win_facts import Said, Situation

__all__ = ["Calls", "Carry", "RulesOfHands", "Ryuukyoku", "Said", "Settlement", "Situation", "Wins", "settle"]
