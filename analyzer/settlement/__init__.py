"""Facts and a rule set in, points out: each rule one small function on all hands at once."""

from analyzer.settlement.abortive import overdue
from analyzer.settlement.carry import Carry, carry
from analyzer.settlement.ryuukyoku import Ryuukyoku, settle_ryuukyoku

__all__ = ["Carry", "Ryuukyoku", "carry", "overdue", "settle_ryuukyoku"]
