"""Every rare thing that a game can be asked for, as the command line and the conformance pack list them."""

from __future__ import annotations

from typing import Final

from analyzer.simulate.forms import FORMS
from analyzer.simulate.scripts.draws import DRAWS
from analyzer.simulate.scripts.game_ends import GAME_ENDS
from analyzer.simulate.scripts.liability import PAO
from analyzer.simulate.scripts.scene import Scenario
from analyzer.simulate.scripts.values import VALUES
from analyzer.simulate.scripts.wins import WINS
from analyzer.simulate.scripts.yakuman import YAKUMAN

__all__ = ["SCENARIOS", "Scenario"]

_FORMS: Final = tuple(
    Scenario(name=form.name, meaning=form.meaning, players=form.players, rules=form.makes_sense, form=form)
    for form in FORMS
)

SCENARIOS: Final[tuple[Scenario, ...]] = (*DRAWS, *WINS, *VALUES, *PAO, *YAKUMAN, *GAME_ENDS, *_FORMS)
"""Names are unique; the order is that of lists for users."""
