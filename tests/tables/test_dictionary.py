import json

import pytest

from analyzer.errors import UserMistake
from analyzer.folders import folder
from analyzer.tables.load import RunTables, Tables
from analyzer.tables.schema import TABLES, as_json, as_markdown


def test_the_page_in_docs_is_the_one_the_schema_gives(root):
    page = (root / "docs" / "data-dictionary.md").read_text(encoding="utf-8")

    assert page == as_markdown(), "run: tenhou-analyzer schema > docs/data-dictionary.md"


def test_the_page_has_a_row_for_every_column():
    sections = as_markdown().split("\n## ")[1:]

    assert [section.split("\n", 1)[0] for section in sections] == list(TABLES)
    for section, columns in zip(sections, TABLES.values(), strict=True):
        rows = [line.split(" | ") for line in section.splitlines() if line.startswith("| `")]
        assert [row[0] for row in rows] == [f"| `{column.name}`" for column in columns]
        assert all(len(row) == 5 for row in rows)


def test_the_dictionary_for_programs_has_the_same_columns():
    tables = json.loads(json.dumps(as_json()))["tables"]

    (hand,) = [column for column in tables["seats"]["columns"] if column["name"] == "hand"]
    assert hand == {
        "name": "hand",
        "type": "int32",
        "unit": "index",
        "meaning": "Index of the hand in its game, from 0.",
        "null": "",
    }
    assert {name: len(table["columns"]) for name, table in tables.items()} == {
        name: len(columns) for name, columns in TABLES.items()
    }


RUN = Tables([RunTables(folder("out"), {})])


def test_a_run_says_which_tables_there_are():
    lines = repr(RUN).splitlines()

    assert lines[0] == "out; help(table) has the columns"
    assert [line.split()[0] for line in lines[1:]] == list(TABLES)
    assert RUN._repr_html_().count("<tr>") == len(TABLES) + 1


def test_what_is_said_of_each_table_stands_in_one_column():
    lines = repr(RUN).splitlines()

    assert lines[1] == "  games     One row per game"
    assert lines[7].startswith("  findings  One row per finding: ")


def test_a_table_says_what_its_columns_mean():
    (kyotaku,) = [column for column in TABLES["hands"] if column.name == "kyotaku"]
    lines = repr(RUN.help("hands")).splitlines()

    assert len(lines) == len(TABLES["hands"]) + 1
    (line,) = [line for line in lines if line.split()[0] == "kyotaku"]
    assert line.split(maxsplit=1)[1].startswith(f"{kyotaku.type}; ")
    assert line.endswith(f"; {kyotaku.meaning.rstrip('.')}; null when {kyotaku.null}")
    assert f'<td style="text-align:left">{kyotaku.meaning}</td>' in RUN.help("hands")._repr_html_()


def test_a_column_that_can_be_null_says_when():
    lines = repr(RUN.help("draws")).splitlines()

    for column, line in zip(TABLES["draws"], lines[1:], strict=True):
        assert line.endswith(f"; null when {column.null}" if column.null else column.meaning.rstrip("."))


def test_help_on_what_is_no_table_names_those_there_are():
    with pytest.raises(UserMistake, match="'hand' is not a table; did you mean 'hands'"):
        RUN.help("hand")
