"""Where logs come from: files, folders, gzip, zip and standard input, told apart by their content.

Yields bytes and says what it could not read; knows nothing of what a log means.
"""

from analyzer.sources.items import Limits, Skipped, SourceLog, SourceProblem
from analyzer.sources.walk import iter_logs

__all__ = ["Limits", "Skipped", "SourceLog", "SourceProblem", "iter_logs"]
