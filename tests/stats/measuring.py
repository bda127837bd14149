"""Measures a statistic on rows written by hand, with the labels of its definition."""

from analyzer.stats.counts import counted


def measured(statistic, rows):
    """Counts of a statistic: ``{(at, category): (n, total)}``.

    Bins and categories are given by their labels, or by number without labels, and are None if there are
    none.  For SHARES, n is the denominator and total the count of the category; for RATE and MEAN the
    category is None.
    """
    assert rows.grain == statistic.grain
    found = counted(statistic, rows)
    cells = {
        (named(at, statistic.axis_labels), named(category, statistic.labels)): (n, total)
        for at, category, n, total in found
    }
    if not any(category is not None for _, category in cells):
        return cells
    denominators = {at: n for (at, category), (n, _) in cells.items() if category is None}
    whole = denominators.get(None)
    return {
        (at, category): (denominators.get(at, whole), total)
        for (at, category), (_, total) in cells.items()
        if category is not None
    }


def named(place, labels):
    if place is None:
        return None
    return labels[place] if labels else place
