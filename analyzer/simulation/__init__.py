"""Legal games played by simple policies and written as valid mjlog, rare endings on demand."""

from analyzer.simulation.scenarios import SCENARIOS
from analyzer.simulation.scene import Scenario
from analyzer.simulation.simulate import LENGTHS, SIMULATOR, simulate

__all__ = ["LENGTHS", "SCENARIOS", "SIMULATOR", "Scenario", "simulate"]
