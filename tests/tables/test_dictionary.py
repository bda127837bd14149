import json

from analyzer.tables.schema import TABLES, as_json, as_markdown


def test_the_page_in_docs_is_the_one_the_schema_gives(root):
    page = (root / "docs" / "data-dictionary.md").read_text(encoding="utf-8")

    assert page == as_markdown(), "run: tenhou-analyzer schema > docs/data-dictionary.md"


def test_the_page_has_a_row_for_every_column():
    sections = as_markdown().split("\n## ")[1:]

    assert [section.split("\n", 1)[0] for section in sections] == list(TABLES)
    for section, columns in zip(sections, TABLES.values(), strict=True):
        lines = [line for line in section.splitlines() if line.startswith("- ")]
        assert [line.partition(" (")[0] for line in lines] == [f"- `{column.name}`" for column in columns]
        assert all(column.meaning in line for line, column in zip(lines, columns, strict=True))
        assert [" *null*: " in line for line in lines] == [bool(column.null) for column in columns]


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
