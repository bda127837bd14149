"""Pages on a run and on its players, each one HTML file without the network."""

from analyzer.report.writing import write_player, write_players, write_report

__all__ = ["write_player", "write_players", "write_report"]
