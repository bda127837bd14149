"""Every row of the catalogue has a definition, can be counted, and is on the page; and files of one's own."""

import re
import shlex

import pytest

from analyzer.errors import UserMistake
from analyzer.stats.catalogue import Kind, shipped_catalogue
from analyzer.stats.checking import asked_for
from analyzer.stats.expressions import parsed_list
from analyzer.stats.page import definitions_page
from analyzer.stats.views import shipped_views

CATALOGUE = shipped_catalogue()


def test_names_and_topics_are_words_and_definitions_sentences():
    words = {*CATALOGUE.names, *CATALOGUE.topics}

    assert [word for word in words if not re.fullmatch(r"[a-z][a-z0-9_]*", word)] == []
    assert {*CATALOGUE.names} & {*CATALOGUE.topics} == set()
    assert [one.name for one in CATALOGUE if not re.fullmatch(r"[A-Z].{10,}\.", one.definition)] == []
    assert [one.name for one in CATALOGUE if not one.unit] == []
    # The page says so once.
    rates = [one.name for one in CATALOGUE if one.kind is Kind.RATE]
    assert [one.name for one in CATALOGUE if one.definition.startswith("Share of ")] == rates
    assert [view.name for view in shipped_views().values() if not view.meaning.endswith(".")] == []


@pytest.mark.long
def test_every_statistic_can_be_counted_over_the_samples_by_what_it_is_usually_shown_by(archive):
    usual = {one.usual for one in CATALOGUE if one.usual}
    for axis in sorted(usual):
        archive.results([one.name for one in CATALOGUE if one.usual == axis], axis)

    frame = archive.stat([one.name for one in CATALOGUE if not one.axis])

    assert set(frame["statistic"]) <= set(CATALOGUE.names)
    assert len(set(frame["statistic"])) > 0.8 * len(CATALOGUE)
    means = {one.name for one in CATALOGUE if one.kind is Kind.MEAN}
    rates = frame[~frame["statistic"].isin(means) & frame["low"].notna()]
    assert ((rates["low"] <= rates["value"] + 1e-12) & (rates["value"] <= rates["high"] + 1e-12)).all()
    assert rates["value"].between(0, 1).all()


def test_the_page_of_definitions_is_in_step(root):
    page = (root / "docs" / "statistics.md").read_text(encoding="utf-8")

    assert page == definitions_page(), "run: tenhou-analyzer stats --definitions > docs/statistics.md"


def test_the_page_has_every_column_that_the_data_dictionary_has_not():
    """A joined column whose name is taken is named by a rule there."""
    page, views = definitions_page(), shipped_views()
    for view in views.values():
        stored = {name for name, source in view.sources.items() if source.table not in views.helpers}
        own = {*view.columns()} - (stored - {*view.own})
        assert [name for name in own if f"`{name}`" not in page.partition("## Views")[2]] == []


def test_every_statistic_beside_a_name_of_another_project_is_there(root):
    """Checked by name, column and type, as if a user had asked for it."""
    page = (root / "docs" / "other-projects.md").read_text(encoding="utf-8")
    ours = [line.partition(": ")[2] for line in page.splitlines() if line.startswith("- ")]
    asked = [shlex.split(text) for cell in ours for text in re.findall("`([^`]+)`", cell)]

    assert len(asked) > 80
    for name, *options in asked:
        given = dict(zip(options[::2], options[1::2], strict=True))
        assert {*given} <= {"--by", "--where"}
        by, where = ([*parsed_list(given[one])] if one in given else [] for one in ("--by", "--where"))
        assert asked_for([CATALOGUE.find(name)], by, where)


def test_what_has_no_meaning_without_an_axis_is_shown_by_it_alone(archive):
    assert not archive.stat("tenpai_after_discard_rate", by="turn // 3 AS third").empty
    assert not archive.stat("tenpai_after_discard_rate", where="turn = 9").empty
    of_topic = {statistic.name for statistic, _ in archive.results("draws")}
    by_turn = {statistic.name for statistic, _ in archive.results("draws", where="true", by="year")}
    assert "draw_rate" in of_topic
    assert "quiet_draw_rate" not in of_topic | by_turn
    (named,) = archive.results("quiet_draw_rate", "quiet_turn")
    assert named[0].name == "quiet_draw_rate"


def test_a_topic_stands_for_its_statistics_and_no_name_for_all():
    draws = CATALOGUE.chosen(["draws"])

    assert {one.topic for one in draws} == {"draws"}
    assert CATALOGUE.chosen(["draws", "draw_rate"]) == draws
    assert [one.name for one in CATALOGUE.chosen([])] == [*CATALOGUE.names]


def test_a_name_that_does_not_exist_is_refused_with_the_nearest():
    with pytest.raises(UserMistake, match="'draw_rat' is not a statistic; did you mean 'draw_rate'"):
        CATALOGUE.find("draw_rat")
    with pytest.raises(UserMistake, match="--list` has all names"):
        CATALOGUE.find("0123456789")
