import json


def test_the_data_dictionary_is_printed(call, root):
    result = call("schema")

    assert result.exit_code == 0
    assert result.stdout == (root / "docs" / "data-dictionary.md").read_text(encoding="utf-8")


def test_the_data_dictionary_for_programs_is_json(call):
    tables = json.loads(call("schema", "--format", "json").stdout)["tables"]

    assert list(tables) == [
        "games",
        "players",
        "hands",
        "seats",
        "wins",
        "draws",
        "findings",
        "plays",
        "tehai",
    ]
