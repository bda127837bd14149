"""The report: one file, complete, without an address; what disagrees is drawn."""

import json
import re
import sys
from urllib.parse import quote, unquote

import pytest
from lxml import etree

from analyzer.batch.outputs import NameMode, Names
from analyzer.errors import UserMistake
from analyzer.report import write_report
from analyzer.report.run_page import Disagreements, run_contents, summary_of
from analyzer.stats.archive import Archive, load_archive
from tests.view.browser import needs_browser
from tests.written_runs import write_logs


def cells(text):
    """Rows of the tables of a page as texts, without those of names alone."""
    rows = [
        ["".join(cell.itertext()) for cell in row if cell.tag == "td"] for row in etree.HTML(text).iter("tr")
    ]
    return [row for row in rows if row]


@pytest.fixture(scope="module")
def rows(report):
    return cells(report.read_text(encoding="utf-8"))


def test_it_holds_no_address_of_the_network_is_small_and_on_paper_light(report):
    text = report.read_text(encoding="utf-8")

    assert re.findall(r"(?:https?|ftp|wss?)?:?//[\w.]", text) == []
    assert "@import" not in text
    assert "url(" not in text
    assert report.stat().st_size < 3_000_000
    assert text.count("prefers-color-scheme") == text.count("screen and (prefers-color-scheme: dark)") == 1


def test_it_says_what_is_in_it_and_what_was_checked(rows, report):
    assert ["games", "19", "4"] in rows
    assert ["hands", "162", "30"] in rows
    assert ["rules tenhou-sanma", "0", "4"] in rows
    assert [row[2:] for row in rows if row[0] == "well-formed"] == [["0", "0", "23", "0"]]
    assert [row[2:] for row in rows if row[0] == "wall-seed"] == [["0", "0", "4", "19"]]
    text = report.read_text(encoding="utf-8")
    assert "Draws: 9 exhaustive, 2 nagashi mangan" in text
    assert "this archive is all right: no log contradicts the rules." in text


def test_what_is_wrong_comes_first(wrong, tmp_path):
    write_report(wrong, tmp_path / "r.html")
    text = (tmp_path / "r.html").read_text(encoding="utf-8")

    assert "1 finding in 1 of 1 games: there the logs contradict the rules." in text
    places = [
        text.index(said) for said in ('class="verdict bad"', "2 checks failed", "Accounting", "wherever")
    ]
    assert places[:3] == sorted(places[:3])
    assert places[1] < places[3]
    assert "max-height" not in text.partition("</style>")[0]
    failed = text.split("2 checks failed")[1].split("</table>")[0]
    cells = re.findall("<td[^>]*>([^<]*)", failed)
    assert [cells[:6], cells[6:]] == [
        ["next-scores", "scores of the next hand", "1", "0", "6", "0"],
        ["draw-payment", "payments at a draw", "1", "0", "0", "0"],
    ]


def test_what_could_not_be_read_or_judged_is_told(wrong):
    summary, nothing = summary_of(wrong.runs[0].folder), Disagreements((), 0, 0, {})
    whole = run_contents(wrong, summary, [], nothing)["doubt"]
    summary["checks"]["draw-kind"]["undecided"], summary["unreadable"] = 3, 2

    assert whole == "Everything could be read, and judged where a check applies."
    doubt = run_contents(wrong, summary, [], nothing)["doubt"]
    assert doubt == "3 items could not be judged; 2 inputs could not be read."


def test_the_numbers_of_a_chart_are_those_of_the_statistic(archive, rows):
    frame = archive.stat("draw_rate", by="riichi_count")
    first = next(frame.itertuples())

    expected = [str(first.players), str(first.riichi_count), f"{100 * first.value:.1f} %"]
    assert expected in [row[:3] for row in rows]


def test_every_chart_has_a_definition_and_marks_that_say_their_sample(report):
    text = report.read_text(encoding="utf-8")
    panels = text.split('<figure class="panel">')[1:]

    assert len(panels) > 10
    for panel in panels:
        assert re.search(r'<p class="definition">[^<]{20,}</p>', panel)
        assert re.search(r"<title>[^<]+, n = [\d,]+, games = [\d,]+</title>", panel)
        assert re.search(r'<p class="sample">n = [\d,]+ in [\d,]+ (games?|groups)', panel)
        # Three and four players are never one number.
        assert all(re.search(r"[34] players", said) for said in re.findall("<title>([^<]+)</title>", panel))


def test_a_finding_is_told_drawn_cited_and_links_to_the_page_of_its_game_at_its_place(wrong, tmp_path):
    write_report(wrong, tmp_path / "r #1.html")
    text = (tmp_path / "r #1.html").read_text(encoding="utf-8")

    article = text.split('<article class="finding" id="f1">')[1].split("</article>")[0]
    cited = "2199010110gm-00a9-0000-7d4e1dd9 E1.0 #145 draw-payment by tenhou (tenhou-analyzer 0."
    assert f"Cite as: {cited}" in article
    assert "(+12000, -4000, -4000, -4000)" in article
    assert '<figure class="hand" style="margin:0"><svg' in article
    (link,) = re.findall('<a href="(r%20%231-games/[^"]*)">', text)
    file, _, place = link.partition("#")
    page = (tmp_path / unquote(file)).read_text(encoding="utf-8")
    (game,) = re.findall('id="game">(.*?)</script>', page)
    hand, turn = map(int, place.split("/"))
    assert hand == 0
    assert turn in [at for at, _ in json.loads(game)["hands"][0]["found"]]
    assert "draw-payment: log pays (+8000, -4000, -2000, -2000)" in page


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right on Windows")
def test_a_link_among_the_pages_of_games_is_not_followed(wrong, tmp_path):
    write_report(wrong, tmp_path / "r.html")
    (page,) = (tmp_path / "r-games").iterdir()
    page.unlink()
    (tmp_path / "letter").write_bytes(b"dear")
    page.symlink_to(tmp_path / "letter")

    with pytest.raises(UserMistake, match="a symbolic link, which is not followed"):
        write_report(wrong, tmp_path / "r.html")

    assert (tmp_path / "letter").read_bytes() == b"dear"


ALICE = "アリス"


@pytest.mark.usefixtures("without_charts")
@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        (Names(NameMode.DROP), None),
        (Names(NameMode.HASH, b"horse"), ("games", "hands", "findings")),
        (Names(NameMode.HASH, b"horse"), None),
    ],
    ids=["drop", "hash, without the table of players", "hash"],
)
def test_names_are_those_of_the_tables_of_the_run_and_others_are_in_no_page(
    wrong_log, tmp_path, names, wanted
):
    named = re.sub(rb'n0="[^"]*"', f'n0="{quote(ALICE)}"'.encode(), wrong_log.read_bytes())
    wrong_log.write_bytes(named)
    archive = load_archive(write_logs(tmp_path / "out", wrong_log, wanted=wanted, stand_in=names.stand_in))

    write_report(archive, tmp_path / "r.html", logs=[wrong_log.parent])

    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    (game,) = (tmp_path / "r-games").iterdir()
    hashed = f" {names.stand_in(ALICE)}" if names.mode == NameMode.HASH and not wanted else ""
    assert '<figure class="hand" style="margin:0"><svg' in text
    assert f"East seat 0{hashed} · South seat 1" in text
    assert ("seat 0 </tspan>" in text) == (not hashed)
    assert not hashed or hashed.strip() in archive["players"]["name"].to_pylist()
    for page in (text, game.read_text(encoding="utf-8")):
        assert ALICE not in page
        assert quote(ALICE) not in page


def test_the_same_run_gives_the_same_bytes(wrong, tmp_path):
    pages = [tmp_path / folder / "r.html" for folder in ("one", "two")]
    for page in pages:
        page.parent.mkdir()
        write_report(wrong, page)

    assert pages[0].read_bytes() == pages[1].read_bytes()


def test_a_report_is_about_one_run_and_a_file_that_cannot_be_written_is_one_line(wrong, tmp_path):
    with pytest.raises(UserMistake, match="a report is about one run"):
        write_report(Archive([*wrong.runs, *wrong.runs]), tmp_path / "r.html")
    with pytest.raises(UserMistake, match=r"cannot write '.*r\.html': No such file or directory"):
        write_report(wrong, tmp_path / "none" / "r.html")
    with pytest.raises(UserMistake, match=r"cannot write '.*': Is a directory"):
        write_report(wrong, tmp_path)


@needs_browser
def test_a_browser_has_nothing_to_complain_of_and_is_asked_to_load_nothing(report, tab):
    for width in (390, 768, 1280):
        tab.look(width, 844)
        tab.open(report)
        assert tab.value("document.documentElement.scrollWidth") == width

    assert (tab.messages, tab.loaded()) == ([], [])


@needs_browser
def test_a_table_is_sorted_by_the_column_that_is_pressed(report, tab):
    tab.open(report)
    tab.value("document.querySelectorAll('#checked th button')[4].click()")

    rows = cells(tab.value("document.querySelector('#checked table').outerHTML"))

    passed = [int(row[4].replace(",", "")) for row in rows]
    assert passed == sorted(passed)
    assert len(passed) > 40


@needs_browser
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("dark", [False, True])
def test_no_picture_of_it_is_blank(report, tab, width, dark):
    tab.look(width, 320, dark=dark)
    tab.open(report)

    assert len(tab.colours()) > 4


@needs_browser
def test_on_a_phone_every_word_can_be_read(report, wrong, tab, tmp_path):
    told = tmp_path / "r.html"
    write_report(wrong, told)

    charts, findings = tab.phone_words(report), tab.phone_words(told)
    felt = tab.value("getComputedStyle(document.querySelector('.hand svg > rect')).fill")

    assert len(charts) > 500
    assert findings.count("dora") == 1
    assert any("contradict the rules" in words for words in findings)
    assert felt == "rgb(231, 239, 230)"
