"""The charts that are chosen."""

import pytest

pytest.importorskip("vl_convert", reason="the extra 'report' is not installed")

from analyzer.report.figures import CHAPTERS
from analyzer.stats.catalogue import find
from analyzer.stats.groups import check_grains

PANELS = [panel for _, panels in CHAPTERS for panel in panels]


def test_every_chart_shows_a_statistic_of_the_catalogue_in_groups_that_it_has():
    for panel in PANELS:
        check_grains(panel.by, panel.statistic, find(panel.statistic).grain)


def test_no_two_charts_ask_the_same():
    assert len({panel.title for panel in PANELS}) == len(PANELS)
