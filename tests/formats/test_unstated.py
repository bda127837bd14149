"""The words by which converted logs say what their source leaves out."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from analyzer import formats
from analyzer.errors import MalformedLog
from analyzer.formats.conversion import convert
from analyzer.formats.events import Claim, Oddity
from analyzer.formats.unstated import claim_words, read_words, words_of
from tests.formats.mjai.games import GAME, as_lines

DOCS = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
CLAIMS = (
    "counters scores-before deposit dealer shown-tiles win-tehai win-melds pao final-result deltas draw-kind"
    " ura dora-time start-scores final-scores red-fives shown-seats"
)
"""Logs have been written with them: none may change its meaning."""
CASES = tomllib.loads(Path(__file__).parents[1].joinpath("cases/formats/unstated.toml").read_text("utf-8"))


def test_every_claim_has_its_word():
    assert claim_words(Claim(sum(Claim))) == CLAIMS
    assert read_words(CLAIMS) == ((Oddity.UNSTATED, sum(Claim)),)


def test_the_page_names_every_word():
    listed = set(
        re.findall("`([a-z6-]+)[:`]", DOCS.partition("### What is not stated")[2].partition("\n## ")[0])
    )

    assert {*CLAIMS.split(), "soul-record", "more-reds"} <= listed


@pytest.mark.parametrize(("text", "named"), CASES["marks"])
def test_marks_are_words_and_back(text, named):
    marks = [(Oddity[name], detail) for name, detail in named]

    assert words_of(marks) == text
    assert read_words(text) == tuple(marks)


@pytest.mark.parametrize(
    "text",
    ["tenpai", "pao:1", "soul-record:1", "mjai:three", "more-reds:171", "majiang:4", "²", "pao " * 200],
)
def test_other_words_are_refused(text):
    with pytest.raises(ValueError, match=re.escape(text.split()[0])):
        read_words(text)


def in_form(form, words):
    """A game whose first hand is said not to state something."""
    game = formats.read_logs([as_lines(GAME)]).read()
    (text,) = [convert(*game, form).text]
    if form == "mjai":
        return text.replace('"start_kyoku"', f'"start_kyoku","unstated":{json.dumps(words)}', 1)
    document = json.loads(text)
    if form == "tenhou6":
        document["unstated"][0] = words
    else:
        document["log"][0][0]["qipai"]["unstated"] = words
    return json.dumps(document)


@pytest.mark.parametrize("words", ["tenpai", "mjai", 2, ["pao"]])
@pytest.mark.parametrize("form", ["mjai", "tenhou6", "majiang"])
def test_json_with_other_words_is_refused_in_one_line(form, words):
    with pytest.raises(MalformedLog) as refused:
        formats.read(in_form(form, words).encode())

    (line,) = str(refused.value).splitlines()
    assert "unstated" in line
    assert "expected words for what is not stated (counters, scores-before, " in line
    assert ("'tenpai'" in line) == (words == "tenpai")


@pytest.mark.parametrize("form", ["mjai", "tenhou6", "majiang"])
def test_json_with_known_words_is_read(form):
    events = formats.read(in_form(form, "start-scores").encode())

    said = events.oddities.detail[events.oddities.code == Oddity.UNSTATED] & int(Claim.START_SCORES)
    assert said.any()
