"""Every row of the catalogue has a definition, reads only the columns it names, and is on the page."""

import re
from collections import Counter

import pytest

from analyzer.errors import UserMistake
from analyzer.folders import folder
from analyzer.stats.archive import load_archive
from analyzer.stats.catalogue import CATALOGUE, TOPICS, chosen, find
from analyzer.stats.compute import compute
from analyzer.stats.counts import count
from analyzer.stats.groups import STORED
from analyzer.stats.page import definitions_page, listed
from analyzer.stats.peers import peers
from analyzer.stats.reading import blocks, pieces_of
from analyzer.stats.rows import GRAINS
from analyzer.stats.statistic import SHARES
from analyzer.tables.manifest import read_manifest
from analyzer.tables.schema import TABLES
from tests.stats.frames import block_of
from tests.stats.measuring import measured

BY_NAME = {statistic.name: statistic for statistic in CATALOGUE}


def test_every_name_is_given_once():
    assert [name for name, times in Counter(one.name for one in CATALOGUE).items() if times > 1] == []


def test_names_topics_and_axes_are_words_of_a_file_and_a_column():
    words = {one.name for one in CATALOGUE} | set(TOPICS) | {one.axis for one in CATALOGUE if one.axis}

    assert [word for word in words if not re.fullmatch(r"[a-z][a-z0-9_]*", word)] == []


def test_every_definition_is_a_sentence_with_a_unit():
    assert [one.name for one in CATALOGUE if not re.fullmatch(r"[A-Z].{20,}\.", one.definition)] == []
    assert [one.name for one in CATALOGUE if not one.unit] == []


def test_every_statistic_counts_a_table_and_names_columns_that_exist():
    known = {f"{table}.{column.name}" for table in GRAINS for column in TABLES[table]}

    assert [one.name for one in CATALOGUE if one.grain not in GRAINS] == []
    assert [(one.name, set(one.columns) - known) for one in CATALOGUE if not set(one.columns) <= known] == []


def test_labels_are_those_of_shares_and_of_an_axis():
    assert [one.name for one in CATALOGUE if one.labels and one.kind is not SHARES] == []
    assert [one.name for one in CATALOGUE if one.axis_labels and not one.axis] == []


def test_no_statistic_has_the_name_of_a_topic():
    assert {one.name for one in CATALOGUE} & set(TOPICS) == set()


@pytest.mark.long
def test_every_statistic_reads_no_more_than_the_columns_it_names(samples):
    """Each statistic alone over the sample games, with only the columns it names."""
    run = read_manifest(folder(samples))
    pieces = pieces_of(run)[-1:]
    sly = []
    for statistic in CATALOGUE:
        columns = [*statistic.columns, f"{statistic.grain}.{ANCHORS[statistic.grain]}"]
        block = next(blocks(run, pieces, columns))
        try:
            count(statistic, block.rows(statistic.grain))
        except KeyError as missing:
            sly.append((statistic.name, missing.args[0]))

    assert sly == []


ANCHORS = {"games": "hands", "players": "seat", "hands": "winner_count", "seats": "seat", "wins": "seat"}


def test_every_statistic_has_a_value_over_the_sample_games_or_nothing_to_count(samples):
    cells = compute(read_manifest(folder(samples)), CATALOGUE, STORED)
    frame = load_archive(samples).stat([one.name for one in CATALOGUE])

    assert set(frame["statistic"]) <= set(BY_NAME)
    assert len(set(frame["statistic"])) > 0.8 * len(CATALOGUE)
    rates = frame[frame["statistic"].map(lambda name: BY_NAME[name].kind.value != "mean")]
    assert ((rates["low"] <= rates["value"] + 1e-12) & (rates["value"] <= rates["high"] + 1e-12)).all()
    assert rates["value"].between(0, 1).all()
    assert cells.num_rows


def test_the_page_of_definitions_is_in_step(root):
    page = (root / "docs" / "statistics.md").read_text(encoding="utf-8")

    assert page == definitions_page(), "run: tenhou-analyzer stats --definitions > docs/statistics.md"


def test_the_page_has_every_statistic_and_every_name_of_others():
    page = definitions_page()

    assert [one.name for one in CATALOGUE if f"| `{one.name}` |" not in page] == []
    assert [
        name for peer in peers() for name in peer.names if f"`{name}`" not in page.replace("\\|", "|")
    ] == []


def test_the_list_has_a_line_for_each():
    lines = [*listed(CATALOGUE)]

    assert len(lines) == len(CATALOGUE)
    assert any(re.match(r"draws +draw_rate +share of hands", line) for line in lines)


def test_a_topic_stands_for_its_statistics_and_no_name_for_all():
    assert {one.topic for one in chosen(["draws"])} == {"draws"}
    assert chosen(["draws", "draw_rate"]) == chosen(["draws"])
    assert chosen([]) == CATALOGUE


def test_a_name_that_does_not_exist_is_refused_with_the_nearest():
    with pytest.raises(UserMistake, match="'draw_rat' is not a statistic; did you mean draw_rate"):
        find("draw_rat")
    with pytest.raises(UserMistake, match="--list` has all names"):
        find("0123456789")


@pytest.mark.parametrize("hands", [[0], [0, 1, 0]])
def test_a_game_without_a_hand_breaks_no_statistic(hands):
    block = block_of(games={"hands": hands})

    for statistic in CATALOGUE:
        measured(statistic, block.rows(statistic.grain))
