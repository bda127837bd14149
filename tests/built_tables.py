"""The tables of a review, for tests that look at rows."""

from analyzer.tables.build import finding_table, game_rows
from analyzer.tables.schema import tables_of


def build_tables(review, wanted=None, stand_in=None):
    """The wanted tables by name, or all that are written by default."""
    names = tables_of(wanted)
    tables = {name: table for name, (table, _) in game_rows(review, names, stand_in).items()}
    return tables | ({"findings": finding_table(review.findings)} if "findings" in names else {})
