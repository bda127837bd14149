"""A statistic measured on rows written by hand, in the words of its definition."""

from analyzer.stats.counts import counted


def measured(statistic, rows):
    """Counts of a statistic: ``{(at, category): (n, total)}``.

    Bins and categories that have labels are given by them, others by their number, and None where there are
    none.  Of SHARES, n is the denominator and total how often the category came; of RATE and MEAN the
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
