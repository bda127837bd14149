"""For each scenario a look at the bytes of a log that says whether a hand of it shows the thing."""

from __future__ import annotations

from typing import Final

from tests.simulation.looks_of_draws import LOOKS_OF_DRAWS
from tests.simulation.looks_of_ends import LOOKS_OF_ENDS
from tests.simulation.looks_of_forms import LOOKS_OF_FORMS
from tests.simulation.looks_of_values import LOOKS_OF_VALUES
from tests.simulation.looks_of_wins import LOOKS_OF_WINS, Look
from tests.simulation.looks_of_yakuman import LOOKS_OF_YAKUMAN
from tests.simulation.seen import Game

LOOKS: Final[dict[str, Look]] = {
    **LOOKS_OF_DRAWS,
    **LOOKS_OF_WINS,
    **LOOKS_OF_VALUES,
    **LOOKS_OF_YAKUMAN,
    **LOOKS_OF_ENDS,
    **LOOKS_OF_FORMS,
}


def is_shown(scenario: str, data: bytes, hand: int) -> bool:
    """Whether the hand of this index shows it.

    Raises:
        KeyError: When there is no look for the scenario.
    """
    game = Game(data)
    return LOOKS[scenario](game, game.hands[hand])
