"""Who pays for a liable yakuman with another beside it: known by tsumo, off another seat's discard not."""

from __future__ import annotations

import pytest

from analyzer.audit import LogName, Tally, review
from analyzer.rules import load
from analyzer.simulation.scene import Scenario, Scene
from analyzer.simulation.simulate import scenario_log
from tests.faults import gains, players
from tests.logs import Elements

CALLS = "E -5z S pon 555z -1p E -6z S pon 666z -9p W -7z S pon 777z -9m "
"""South calls White and Green from East, then Red from West, who is liable."""


def win(end: str, rest: str, seats: int) -> Elements:
    """A game whose first hand South wins so, with four more tiles beside the dragons."""
    scene = Scene(haipai={"S": f"9m19p{rest}556677z"}, indicators="9m", plays=CALLS + end)
    scenario = Scenario(name="pao", meaning="", players=(3, 4), scenes=(scene,))
    _, data = scenario_log(scenario, "tests", load("tenhou" if seats == 4 else "tenhou-sanma"))
    return Elements.of(data)


def tally(log: Elements) -> Tally:
    name = f"2199010110gm-00{0xA9 if players(log) == 4 else 0xB9:02x}-0000-00000000"
    return review([(LogName(name, name), log.xml())], checks=["win-payment"]).tallies["win-payment"]


def others(log: Elements) -> Elements:
    """The win paid by other seats than it was."""
    changed = Elements(log)
    at = changed.find("paoWho")
    paid = gains(changed, at)
    payer = next(seat for seat, gain in enumerate(paid) if gain < 0)
    other = next(seat for seat, gain in enumerate(paid) if gain <= 0 and seat != payer)
    numbers = changed.numbers(at, "sc")
    numbers[1 + 2 * payer] += 30
    numbers[1 + 2 * other] -= 30
    changed.set_numbers(at, "sc", numbers)
    return changed


@pytest.mark.parametrize("seats", [4, 3])
@pytest.mark.parametrize(
    ("end", "rest", "is_known"),
    [
        ("S +2z tsumo", "1122z", True),
        ("W +2z - S ron", "1122z", True),
        ("E +2z - S ron", "1122z", False),
        ("E +7p - S ron", "56p44s", True),
    ],
    ids=["tsumo", "off the liable seat", "off another seat", "a single yakuman off another seat"],
)
def test_a_payment_is_undecided_where_no_source_says_who_pays(
    end: str, rest: str, is_known: bool, seats: int
) -> None:
    log = win(end, rest, seats)

    right, wrong = tally(log), tally(others(log))

    assert (right.failed, right.undecided) == (0, 0 if is_known else 1)
    assert (wrong.failed, wrong.undecided) == ((1, 0) if is_known else (0, 1))
