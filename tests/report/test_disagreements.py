"""The findings of a run as the report tells them: where, and a picture if the log is found."""

import gzip
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from uuid import uuid4
from zipfile import ZipFile

import pyarrow as pa
import pytest

import analyzer
from analyzer.errors import UserMistake
from analyzer.folders import folder
from analyzer.report import write_report
from analyzer.report.run_page import MOST, _findings_lead, disagreements
from analyzer.sources import iter_logs
from analyzer.stats.archive import Archive
from analyzer.tables.load import RunTables
from analyzer.tables.schema import TABLES
from tests.hands import Hand

TEHAI = ("123456789m1122p", "123456789p1122s", "123456789s1122z", "3334445556667z")
FIRST, SECOND, THIRD = (f"2024010{day}00gm-0089-0000-0000000{day}" for day in (1, 2, 3))


class Run(dict):
    """A run with these findings, and with these names of players by log id and seat if it wrote them."""

    def __init__(self, *findings, players=None):
        columns = [each.name for each in TABLES["findings"]]
        self["findings"] = pa.table({name: [row.get(name) for row in findings] for name in columns})
        if players is not None:
            rows = [{"log_id": log_id, "seat": seat, "name": name} for log_id, seat, name in players]
            self["players"] = pa.Table.from_pylist(rows)

    def table(self, name, columns, where):
        return self[name].select(columns).filter(where)


def finding(log_id=FIRST, source="gone", **more):
    """A finding on the first hand of a log."""
    plain = {"kyoku": 0, "honba": 0, "hand": 0, "element": 6, "check": "draw-kind", "message": "m"}
    said = {"verdict": "inconsistent", "count": 1, "leads": True}
    return {"log_id": log_id, "source": str(source), **said, **plain, **more}


def test_each_game_has_a_page_with_the_findings_of_the_run_and_each_finding_its_place_in_it(log):
    path = log(FIRST)
    first = analyzer.read(path).hands[0].play_list[0].element
    findings = [
        finding(FIRST, path, element=first, message="one & two"),
        finding(FIRST, path, element=None),
        finding(SECOND),
    ]

    found = disagreements(Run(*findings, finding(FIRST, path, verdict="undecided", message="open")))

    (file,) = found.pages
    assert [one.hand.page for one in found.told] == [f"{file}#0/1", f"{file}#0/2", ""]
    assert file == f"{FIRST}-1.html"
    assert "draw-kind: one &amp; two" in found.pages[file]
    assert "draw-kind: open" in found.pages[file]
    assert [*disagreements(Run(finding("../sub/a b<c>", path))).pages] == [".._sub_a_b_c_-1.html"]
    # A game is shown under the shipped rule set that the run judged it by.
    (judged,) = disagreements(Run(finding(FIRST, path, rule_set="wrc"))).pages.values()
    assert ("rules: wrc" in judged, "rules: wrc" in found.pages[file]) == (True, False)


@pytest.fixture
def log(tmp_path):
    """Writes a log of one hand, and gives its path."""

    def log(log_id, drawn="4z"):
        path = tmp_path / f"{log_id}.mjlog"
        path.write_bytes(Hand(*TEHAI, indicator="7z").draw(0, drawn).ryuukyoku().xml())
        return path

    return log


def drawn_tiles(run, logs=()):
    """The tile that the dealer has drawn in each picture, by the words for those who do not see it."""
    pictures = [one.hand.picture for one in disagreements(run, logs).told]
    return ["".join(re.findall(r"tehai 123456789m1122p and (\d[mpsz]);", one)) for one in pictures]


PLACES = [
    ({}, f"{FIRST} E1.0 #6"),
    ({"kyoku": 5, "honba": 2, "element": 0}, f"{FIRST} S2.2 #0"),
    ({"element": None}, f"{FIRST} E1.0"),
    ({"kyoku": None, "honba": None, "hand": None}, f"{FIRST} #6"),
    ({"honba": None}, f"{FIRST} E1 #6"),
]


def test_a_finding_says_where_it_is_as_far_as_that_is_known():
    found = disagreements(Run(*(finding(**more) for more, _ in PLACES)))

    for (_, place), one in zip(PLACES, found.told, strict=True):
        assert (one.place, one.check, one.message) == (place, "draw-kind", "m")
        assert (one.hand.picture, one.hand.page) == ("", "")
        assert one.citation.startswith(f"{place} draw-kind")


def test_what_is_undecided_is_left_out_and_of_many_the_first_are_told():
    many = [finding(message=str(number)) for number in range(MOST + 1)]
    many = [finding(verdict="undecided"), finding(verdict="malformed", message="unread"), *many]

    found = disagreements(Run(*many, finding(leads=False)))

    assert (len(found.told), found.how_many, found.games) == (25, 27, 1)
    assert [one.message for one in found.told[:3]] == ["unread", "0", "1"]


def test_logs_that_are_gone_are_searched_for_by_their_ids(log):
    paths = [log(FIRST, "4z"), log(SECOND, "7z"), log(THIRD, "6z")]
    run = Run(finding(SECOND, "gone"), finding(THIRD, "lost"), finding(FIRST, paths[0]))

    assert drawn_tiles(run, paths[1:]) == ["7z", "6z", "4z"]
    assert drawn_tiles(run) == ["", "", "4z"]
    assert drawn_tiles(run, paths[1:2]) == ["7z", "", "4z"]


@pytest.fixture
def kept(log, tmp_path):
    """Keeps logs in a container of a kind, and gives their sources as a run names them."""

    def kept(kind):
        paths = [log(FIRST, "4z"), log(SECOND, "7z")]
        if kind.endswith("of a store"):
            url = f"memory://{uuid4().hex}"
            files = [Path(kept("zip")[0].rpartition("!")[0])] if kind.startswith("zip") else paths
            for path in files:
                folder(url).write(path.name, path.read_bytes())
            return [item.source for item in iter_logs([url])]
        # A folder may have a ``!`` in its name.
        (tmp_path / "now!").mkdir(exist_ok=True)
        if kind == "renamed":
            return [str(path.rename(tmp_path / "now!" / f"{at}.mjlog")) for at, path in enumerate(paths)]
        place = tmp_path / "now!" / f"kept.{kind}"
        if kind == "zip":
            with ZipFile(place, "w") as archive:
                for path in paths:
                    archive.write(path, f"2024/{path.name}")
        else:
            with closing(sqlite3.connect(place)) as database, database:
                database.execute("CREATE TABLE logs (log_id TEXT PRIMARY KEY, log BLOB)")
                rows = [(path.stem, gzip.compress(path.read_bytes())) for path in paths]
                database.executemany("INSERT INTO logs VALUES (?, ?)", rows)
        return [item.source for item in iter_logs([place])]

    return kept


@pytest.mark.parametrize("kind", ["zip", "db", "renamed", "files of a store", "zip of a store"])
def test_logs_inside_archives_databases_and_stores_are_found(kind, kept):
    sources = kept(kind)

    assert drawn_tiles(Run(*map(finding, (FIRST, SECOND), sources))) == ["4z", "7z"]
    if kind != "renamed":
        place = sources[0] if "store" in kind and "zip" not in kind else sources[0].rpartition("!")[0]
        assert drawn_tiles(Run(finding(FIRST, "gone")), [place]) == ["4z"]


@pytest.mark.parametrize("member", ["", "2024/games.jsonl"])
def test_the_games_of_a_file_of_several_are_found(log, tmp_path, member):
    lines = "".join(analyzer.read(log(FIRST, tile)).to_mjai().text for tile in ("4z", "7z"))
    place = tmp_path / ("games.zip" if member else "games.jsonl")
    if member:
        with ZipFile(place, "w") as archive:
            archive.writestr(member, lines)
    else:
        place.write_text(lines)
    name = f"{place}!{member}" if member else str(place)
    # The first game of a file has the name of the file.
    found = Run(*(finding(one, one) for one in (name, f"{name}#2")))

    assert drawn_tiles(found) == ["4z", "7z"]
    assert len(disagreements(found).pages) == 2


UNFOUND = {
    "gone.mjlog": "'gone.mjlog' does not exist; --logs names another place",
    "-": "its log was read from standard input; name a file with --logs",
    "memory://nowhere/a.zip!a.mjlog": "'memory://nowhere/a.zip' does not exist; --logs names another place",
    "empty.zip!a.mjlog": "its log is no longer in empty.zip; --logs names another place",
}


def test_a_hand_that_cannot_be_drawn_says_why(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ZipFile("empty.zip", "w").close()
    ids = [f"{FIRST[:-1]}{place}" for place in range(len(UNFOUND))]

    found = disagreements(Run(*map(finding, ids, UNFOUND))).told

    assert [one.hand.why for one in found] == [f"Not drawn: {why}." for why in UNFOUND.values()]


def test_a_finding_on_no_hand_of_its_log_has_no_picture_and_leads_to_the_page_of_its_game(log):
    gone = "Not drawn: its log has no such hand any more."
    broken = log(SECOND)
    broken.write_bytes(b"<mjloggm>" + broken.read_bytes())

    whole, none, past, unread = disagreements(
        Run(*(finding(FIRST, log(FIRST), hand=hand) for hand in (0, None, 1)), finding(SECOND, broken))
    ).told

    assert whole.hand.picture
    assert [one.hand.picture for one in (none, past, unread)] == [""] * 3
    assert none.hand.why == "Not drawn: it is about no single hand."
    assert (none.hand.page, past.hand.page) == (f"{FIRST}-1.html",) * 2
    assert (past.hand.why, unread.hand.why) == (gone, gone)


def test_players_are_named_as_the_run_names_them_and_never_as_the_log_does(log):
    players = [(FIRST, 0, "Alice"), (FIRST, 1, None), (FIRST, 2, "Carol"), (SECOND, 3, "Dave")]
    runs = [Run(finding(FIRST, log(FIRST)), players=some) for some in (None, players)]

    unnamed, named = (disagreements(run).told[0].hand.picture for run in runs)

    assert "East seat 0 · South seat 1 · West seat 2 · North seat 3<" in unnamed
    assert "East seat 0 Alice · South seat 1 · West seat 2 Carol · North seat 3<" in named
    assert "None" not in named


def test_it_is_said_how_many_findings_there_are_and_how_many_are_shown():
    assert {many: _findings_lead(many) for many in (0, 1, 25, 26, 1234)} == {
        0: "Nothing: no log says anything that the rules contradict.",
        1: "1 finding.",
        25: "25 findings.",
        26: "26 findings; the first 25 are shown.",
        1234: "1,234 findings; the first 25 are shown.",
    }


@pytest.mark.parametrize("summary", [None, "{", "\x80", "[]", '{"games": 1, "hands": 9, "checks": 7}'])
def test_a_run_without_a_summary_is_damaged(summary, tmp_path):
    if summary is not None:
        (tmp_path / "summary.json").write_text(summary, encoding="latin-1")

    with pytest.raises(UserMistake, match=r"summary\.json"):
        write_report(Archive([RunTables(folder(tmp_path), {})]), tmp_path / "report.html")
