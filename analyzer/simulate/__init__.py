"""Legal games played by simple policies and written as valid mjlog, rare endings on demand."""

from analyzer.simulate.scenarios import SCENARIOS
from analyzer.simulate.scene import Scenario
from analyzer.simulate.simulate import LENGTHS, simulate

__all__ = ["LENGTHS", "SCENARIOS", "Scenario", "simulate"]
