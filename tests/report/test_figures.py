"""The charts that are chosen."""

import pytest

pytest.importorskip("vl_convert", reason="the extra 'report' is not installed")

from analyzer.report.figures import CHAPTERS, _sample
from analyzer.stats.catalogue import find
from analyzer.stats.groups import check_grains

PANELS = [panel for _, panels in CHAPTERS for panel in panels]


def test_every_chart_shows_a_statistic_of_the_catalogue_in_groups_that_it_has():
    for panel in PANELS:
        check_grains(panel.by, panel.statistic, find(panel.statistic).grain)


def test_no_two_charts_ask_the_same():
    assert len({panel.title for panel in PANELS}) == len(PANELS)


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        # Shares of one whole have its number of cases in each bin; rates have their own.
        ([(3, 40), (3, 40), (4, 70), (4, 70)], "n = 40 (3 players); 70 (4 players)"),
        ([(3, 40), (3, 10), (4, 70), (4, 5)], "n = 50 (3 players); 75 (4 players)"),
        ([(4, 1200)], "n = 1,200 (4 players)"),
    ],
)
def test_cases_of_a_group_are_counted_once(counts, text):
    (panel,) = [panel for panel in PANELS if panel.statistic == "tenpai_count"]

    assert _sample([{"players": players, "n": n} for players, n in counts], panel) == text
