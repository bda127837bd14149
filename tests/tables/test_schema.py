import json
import re

from analyzer.tables.schema import DESCRIPTIONS, TABLES, as_json, as_markdown

TYPES = {
    *("bool", "int32", "int64", "float64", "date", "string", "category"),
    *("list<int32>", "list<category>"),
}
COLUMNS = [(table, column) for table, columns in TABLES.items() for column in columns]


def test_names_are_plain_and_columns_say_what_they_are():
    for names in (TABLES, *([column.name for column in columns] for columns in TABLES.values())):
        assert len(set(names)) == len(names)
        assert [name for name in names if not re.fullmatch(r"[a-z][a-z0-9_]*", name)] == []
    assert {column.type for _, column in COLUMNS} <= TYPES
    assert [
        column for _, column in COLUMNS if not column.meaning.endswith(".") or "|" in "".join(column)
    ] == []
    assert [*DESCRIPTIONS] == [*TABLES]


def test_columns_of_one_name_have_one_type():
    shared: dict[str, set[str]] = {}
    for _, column in COLUMNS:
        shared.setdefault(column.name, set()).add(column.type)

    assert {name: types for name, types in shared.items() if len(types) > 1} == {}


def test_the_page_in_docs_is_the_one_the_schema_gives(root):
    page = (root / "docs" / "data-dictionary.md").read_text(encoding="utf-8")

    assert page == as_markdown(), "run: tenhou-analyzer schema > docs/data-dictionary.md"


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
