"""The page of a player: its numbers are those of the tables, its hands are drawn, its name is obeyed."""

import re

import pytest

pytest.importorskip("vl_convert", reason="the extra 'report' is not installed")

from analyzer.batch.outputs import NameMode, Names
from analyzer.errors import UserMistake
from analyzer.report import write_player
from analyzer.stats.archive import load_archive
from tests.view.browser import console, needs_browser, phone_words
from tests.written_runs import write_logs

NAME = "sim1 steady"


@pytest.fixture(scope="module")
def page(archive, tmp_path_factory):
    """The page of a player of the samples, and the folder it is in."""
    path = tmp_path_factory.mktemp("player") / "steady.html"
    write_player(archive, NAME, path)
    return path


@pytest.fixture(scope="module")
def text(page):
    return page.read_text(encoding="utf-8")


def own_rows(archive, table):
    """Rows of a table that are of the player, by the table of players alone."""
    players = archive["players"].to_pandas()
    own = players[players["name"] == NAME][["log_id", "seat"]]
    return archive[table].to_pandas().merge(own, on=["log_id", "seat"])


def rates(text):
    """Value and average of each row of the table of rates of four players, as numbers."""
    (of_four,) = re.findall("<caption>4 players;.*?</table>", text, re.DOTALL)
    rows = re.findall(
        r'<tr><th scope="row"[^>]*>(\w+)<br>.*?<td>([^<]*)</td><td>.*?</td><td>([^<]*)</td>', of_four
    )
    return {
        name: tuple(float(cell.split("(")[0].replace("%", "").replace(",", "")) for cell in cells)
        for name, *cells in rows
    }


@pytest.mark.long
def test_it_counts_games_and_placements_of_the_player(archive, text):
    own = own_rows(archive, "players")
    placed = own[own["placement"].notna() & (own["players"] == 4)]

    assert f"<h1>{NAME}: {len(own)} games</h1>" in text
    value, average = rates(text)["first_rate"]
    assert value == pytest.approx(100 * (placed["placement"] == 1).mean(), abs=0.01)
    assert average == 25


@pytest.mark.long
def test_rates_stand_beside_those_of_all_seats(archive, text):
    seats = archive["seats"].to_pandas()
    four, own = seats[seats["players"] == 4], own_rows(archive, "seats")

    value, average = rates(text)["win_rate"]

    assert value == pytest.approx(100 * own[own["players"] == 4]["is_winner"].mean(), abs=0.01)
    assert average == pytest.approx(100 * four["is_winner"].mean(), abs=0.01)
    assert re.search(r"<td>\d+\.\d+ % \(\d+\.\d+ % to \d+\.\d+ %\)</td>", text)


@pytest.mark.long
def test_the_best_and_the_worst_hands_are_drawn_and_can_be_stepped_through(archive, page, text):
    gains = sorted(own_rows(archive, "seats")["delta"].dropna().astype(int).tolist())
    titles = [int(gain.replace(",", "")) for gain in re.findall(r"<h3>([+-][\d,]+) points: ", text)]

    # A gain is what the hand changes, the own riichi stick included.
    assert titles[:3] == sorted(titles[:3], reverse=True)
    assert titles[3:] == sorted(titles[3:])
    assert abs(titles[0] - gains[-1]) <= 1000
    assert abs(titles[3] - gains[0]) <= 1000
    links = re.findall(r'href="(steady-games/[^"#]*)#', text)
    assert len(links) == 6
    assert {link.split("/")[1] for link in links} == {
        path.name for path in (page.parent / "steady-games").iterdir()
    }
    assert text.count('<figure class="hand"') == 6


@pytest.mark.long
def test_it_names_no_address(text):
    assert re.findall(r"(?:https?|ftp|wss?)?:?//[\w.]", text) == []


def test_a_name_that_is_not_there_is_answered_with_the_nearest(archive, tmp_path):
    with pytest.raises(UserMistake, match=r"no player 'sim0 stedy' in this run; did you mean 'sim0 steady'"):
        write_player(archive, "sim0 stedy", tmp_path / "p.html")


def test_a_run_without_names_knows_no_player_by_name(wrong_log, tmp_path):
    run = write_logs(tmp_path / "out", wrong_log, stand_in=Names(NameMode.DROP).stand_in)

    with pytest.raises(UserMistake, match="the run has dropped the names of players"):
        write_player(load_archive(run), NAME, tmp_path / "p.html")


def test_a_run_without_players_says_what_is_missing(wrong_log, tmp_path):
    run = write_logs(tmp_path / "out", wrong_log, wanted=("games", "findings"))

    with pytest.raises(UserMistake, match="the run has no table of players"):
        write_player(load_archive(run), NAME, tmp_path / "p.html")


NASTY = "'; DROP TABLE players; --<script>alert(1)</script>"


@pytest.mark.long
def test_a_name_can_break_out_of_neither_a_query_nor_a_page(wrong_log, tmp_path):
    from urllib.parse import quote

    named = re.sub(rb'n0="[^"]*"', f'n0="{quote(NASTY)}"'.encode(), wrong_log.read_bytes())
    wrong_log.write_bytes(named)
    run = write_logs(tmp_path / "out", wrong_log)

    write_player(load_archive(run), NASTY, tmp_path / "p.html")

    text = (tmp_path / "p.html").read_text(encoding="utf-8")
    assert "alert(1)" in text
    assert "<script>alert" not in text
    assert "<h1>&#39;; DROP TABLE players; --&lt;script&gt;" in text


@needs_browser
def test_on_a_phone_every_word_can_be_read(page, tmp_path):
    words, width = phone_words(page, tmp_path)

    assert len(words) > 100
    assert [each for each in words if each[0] < 14] == []
    assert width == 390
    assert console(page, tmp_path) == []
