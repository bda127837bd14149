"""Where logs come from: files, folders, archives and standard input, recognised by content.

`plan` lists what there is as units of work, `read_unit` reads one, and `iter_logs` is both in one process.
The room yields bytes and reports what it could not read; of a log it knows only its name and its GO.
"""

from analyzer.sources.choice import Choice, log_id_of
from analyzer.sources.items import Absent, Item, Limits, Skipped, SourceLog, SourceProblem
from analyzer.sources.plan import Plan, Survey, iter_logs, plan
from analyzer.sources.units import Unit, read_unit

__all__ = [
    "Absent",
    "Choice",
    "Item",
    "Limits",
    "Plan",
    "Skipped",
    "SourceLog",
    "SourceProblem",
    "Survey",
    "Unit",
    "iter_logs",
    "log_id_of",
    "plan",
    "read_unit",
]
