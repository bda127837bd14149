"""The report about a run: one self-contained HTML file."""

from analyzer.report.run_page import write_report

__all__ = ["write_report"]
