"""Every row of the catalogue has a definition, can be counted, and is on the page; and files of one's own."""

import re
import shlex
from pathlib import Path

import pytest

from analyzer.errors import UserMistake
from analyzer.stats.archive import load_archive
from analyzer.stats.catalogue import Kind, load_catalogue, shipped_catalogue
from analyzer.stats.checking import asked_for
from analyzer.stats.expressions import parsed_list
from analyzer.stats.page import definitions_page
from analyzer.stats.views import shipped_views

CATALOGUE = shipped_catalogue()


def test_names_and_topics_are_words():
    words = {*CATALOGUE.names, *CATALOGUE.topics}

    assert [word for word in words if not re.fullmatch(r"[a-z][a-z0-9_]*", word)] == []


def test_every_definition_is_a_sentence_with_a_unit():
    assert [one.name for one in CATALOGUE if not re.fullmatch(r"[A-Z].{10,}\.", one.definition)] == []
    assert [one.name for one in CATALOGUE if not one.unit] == []


def test_every_view_says_what_its_rows_are():
    views = [shipped_views()[name] for name in shipped_views().names()]

    assert [view.name for view in views if not view.meaning.endswith(".")] == []


def test_no_statistic_has_the_name_of_a_topic():
    assert {*CATALOGUE.names} & {*CATALOGUE.topics} == set()


@pytest.mark.long
def test_every_statistic_can_be_counted_over_the_samples_by_what_it_is_usually_shown_by(samples):
    archive = load_archive(samples)
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
    for view in map(views.__getitem__, views.names()):
        stored = {name for name, source in view.sources.items() if source.table not in views.helpers}
        own = {*view.columns()} - (stored - {*view.own})
        assert [name for name in own if f"`{name}`" not in page.partition("## Views")[2]] == []


def test_the_page_has_every_statistic():
    page = definitions_page()

    assert [name for name in CATALOGUE.names if f"\n- `{name}`" not in page] == []


def test_every_statistic_beside_a_name_of_another_project_is_there(root):
    """Checked by name, column and type, as if a user had asked for it."""
    page = (root / "docs" / "other-projects.md").read_text(encoding="utf-8")
    ours = [line.split(" | ")[1] for line in page.splitlines() if line.startswith("| ") and "`" in line]
    asked = [shlex.split(text) for cell in ours for text in re.findall("`([^`]+)`", cell)]

    assert len(asked) > 80
    for name, *options in asked:
        given = dict(zip(options[::2], options[1::2], strict=True))
        assert {*given} <= {"--by", "--where"}
        by, where = ([*parsed_list(given[one])] if one in given else [] for one in ("--by", "--where"))
        assert asked_for([CATALOGUE.find(name)], by, where)


def test_what_has_no_meaning_without_an_axis_demands_it(samples):
    archive = load_archive(samples)
    for name, axis in (
        ("quiet_draw_rate", "quiet_turn"),
        ("river_survival_rate", "discard"),
        ("tenpai_after_discard_rate", "turn"),
    ):
        with pytest.raises(UserMistake, match=f"^{name} has no meaning over all values of {axis}; expected"):
            archive.stat(name, by="room")
        assert not archive.stat(name, by=f"{axis} // 3 AS third").empty
        assert not archive.stat(name, where=f"{axis} = 9").empty
    of_topic = {statistic.name for statistic, _ in archive.results("draws")}
    by_turn = {statistic.name for statistic, _ in archive.results("draws", where="true", by="year")}
    assert "draw_rate" in of_topic
    assert "quiet_draw_rate" not in of_topic | by_turn


def test_a_topic_stands_for_its_statistics_and_no_name_for_all():
    draws = CATALOGUE.chosen(["draws"])

    assert {one.topic for one in draws} == {"draws"}
    assert CATALOGUE.chosen(["draws", "draw_rate"]) == draws
    assert [one.name for one in CATALOGUE.chosen([])] == [*CATALOGUE.names]


def test_words_find_what_has_all_of_them():
    assert "draw_rate" in [one.name for one in CATALOGUE.search("exhaustive share")]
    assert CATALOGUE.search("no such word") == ()


def test_a_name_that_does_not_exist_is_refused_with_the_nearest():
    with pytest.raises(UserMistake, match="'draw_rat' is not a statistic; did you mean 'draw_rate'"):
        CATALOGUE.find("draw_rat")
    with pytest.raises(UserMistake, match="--list` has all names"):
        CATALOGUE.find("0123456789")


ROW = {
    "name": "long_hands",
    "rows": "hands",
    "rate": "turn > 12",
    "unit": "share of hands",
    "definition": "Share of hands that last longer than twelve turns.",
}


def written(path, *rows):
    """A catalogue of these rows as a file; a value of None leaves the key out."""
    lines = []
    for row in rows:
        lines.append("[[statistic]]")
        lines += [f"{key} = {value!r}" for key, value in row.items() if value is not None]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_a_file_of_ones_own_is_a_catalogue(tmp_path, samples):
    mine = load_catalogue(written(tmp_path / "mine.toml", ROW))

    assert [one.topic for one in mine] == ["mine"]
    frame = load_archive(samples).stat("long_hands", catalogue=mine)
    assert frame["n"].tolist() == load_archive(samples).stat("draw_rate")["n"].tolist()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"ratee": "turn > 1"}, "'ratee' is not known; did you mean 'rate'"),
        ({"unit": None}, "'unit' is missing"),
        ({"rate": None}, "has no value; expected one of rate, mean, shares"),
        ({"mean": "turn"}, "has rate and mean"),
        ({"rows": "hand"}, "'hand' is no view; did you mean 'hands'"),
        ({"rate": 4}, "rate is 4; expected text"),
        ({"headline": "yes"}, "headline is 'yes'; expected true or false"),
        ({"labels": ["a"]}, "has labels; expected them for shares only"),
        ({"rate": None, "shares": "end_kind", "labels": "a"}, "labels is 'a'; expected a list"),
    ],
)
def test_a_wrong_row_is_refused_with_its_place(tmp_path, changes, message):
    with pytest.raises(UserMistake, match=message) as refused:
        load_catalogue(written(tmp_path / "mine.toml", ROW | changes))

    assert "mine.toml', statistic 1 (long_hands)" in str(refused.value)


def test_a_name_given_twice_is_refused(tmp_path):
    with pytest.raises(UserMistake, match="statistic 2: 'long_hands' is there twice"):
        load_catalogue(written(tmp_path / "mine.toml", ROW, ROW))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rate": "turnn > 12"}, "'turnn' is no column of hands; did you mean 'turn'"),
        ({"rate": "turn"}, "long_hands.*turn.*expected"),
        ({"rate": None, "mean": "room"}, "long_hands.*expected"),
        ({"of": "turn"}, "long_hands.*expected"),
    ],
)
def test_an_expression_that_is_not_right_is_refused(tmp_path, samples, changes, message):
    mine = written(tmp_path / "mine.toml", ROW | changes)

    with pytest.raises(UserMistake, match=message):
        load_archive(samples).stat("long_hands", catalogue=mine)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device there")
def test_a_catalogue_without_end_is_refused():
    with pytest.raises(UserMistake, match=r"^'/dev/zero' is not TOML: it holds more than 1048576 bytes$"):
        load_catalogue("/dev/zero")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[statistic", "is not TOML"),
        pytest.param("a = " + "9" * 4_301, "is not TOML", id="a long number"),
        ("", r"has no statistic; expected \[\[statistic\]\] rows"),
        ("[statistic]\nname = 'x'", "has statistic; expected .*statistic.* rows"),
        ("[view]\nname = 'x'", "has view; expected .*statistic.* rows"),
        (None, "cannot be read"),
    ],
)
def test_a_file_that_is_no_catalogue_is_refused(tmp_path, text, message):
    if text is not None:
        (tmp_path / "mine.toml").write_text(text)

    with pytest.raises(UserMistake, match=message):
        load_catalogue(tmp_path / "mine.toml")
