import io
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analyzer.errors import UserMistake
from analyzer.sources import Choice, SourceLog, SourceProblem, iter_logs
from analyzer.sources.asking import choice_of, file_finder, origins_of
from tests.sources.archives import LOG

ONE = "2011020417gm-00a9-0000-b67fcaa3"
OTHER = "2022010100gm-00b1-0000-0123abcd"


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2019-04-03", date(2019, 4, 3), date(2019, 4, 3)),
        ("2019-04", date(2019, 4, 1), date(2019, 4, 30)),
        ("2020-02", date(2020, 2, 1), date(2020, 2, 29)),
        ("2019", date(2019, 1, 1), date(2019, 12, 31)),
    ],
)
def test_a_month_or_a_year_is_meant_with_all_its_days(text, first, last):
    assert choice_of(since=text, until=text) == Choice(since=first, until=last)


def test_several_words_may_stand_with_commas_or_apart():
    together = choice_of(players=["3,4"], rooms=["houou, tokujou"], lengths=["tonpuu"], lobbies=["0,C0431"])
    apart = choice_of(
        players=["3", "4"], rooms=["houou", "tokujou"], lengths=["tonpuu"], lobbies=["0", "C0431"]
    )

    assert together == apart
    assert together == Choice(
        players=(3, 4), rooms=("houou", "tokujou"), lengths=("tonpuu",), lobbies=("0", "C0431")
    )


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("1%", Choice(sample=0.01)),
        ("0.5%", Choice(sample=0.005)),
        ("100%", Choice(sample=1.0)),
        ("500", Choice(sample_logs=500)),
    ],
)
def test_a_sample_is_a_share_or_a_number(text, choice):
    assert choice_of(sample=text) == choice


VIEWERS = [
    f"http://tenhou.net/0/?log={ONE}&tw=2",
    f"https://tenhou.net/6/?log={ONE}",
    "https://tenhou.net/5/",
    "https://game.mahjongsoul.com/?paipu=190101-0123-4567",
    "https://game.maj-soul.com/1/?lang=jp&paipu=190101-0123-4567_a1",
]


@pytest.mark.parametrize("url", VIEWERS)
def test_the_page_of_a_viewer_is_no_log_and_the_others_of_a_list_are_read(tmp_path, url):
    (tmp_path / "1").write_bytes(LOG)
    listed = tmp_path / "list.txt"
    listed.write_text(f"{url}\n{tmp_path.as_posix()}/1\n", encoding="utf-8")
    reason = "this is a page, not a log; save the log"

    assert list(iter_logs([f"@{listed}"])) == [
        SourceProblem(url, reason),
        SourceLog(f"{tmp_path.as_posix()}/1", LOG),
    ]
    with pytest.raises(UserMistake) as mistake:
        iter_logs([url])
    assert str(mistake.value) == f"'{url}': {reason}"


def test_an_id_may_stand_in_a_link_or_a_list(tmp_path):
    path = tmp_path / "ids.txt"
    path.write_text(f"# wanted\n\nhttps://tenhou.net/0/?log={ONE}&tw=2\r\n", encoding="utf-8")

    assert choice_of(ids=[f"@{path}", OTHER]) == Choice(ids=frozenset({ONE, OTHER}))


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (
            {"since": "2019-13"},
            "since '2019-13' is no day; expected a day, month or year, as 2019-04-01, 2019-04 or 2019",
        ),
        (
            {"until": "2019-02-30"},
            "until '2019-02-30' is no day; expected a day, month or year, as 2019-04-01, 2019-04 or 2019",
        ),
        (
            {"since": "2020", "until": "2019"},
            "since 2020 is after until 2019; expected a day on or before it",
        ),
        ({"players": ["5"]}, "players '5' is unknown; expected 3 or 4"),
        (
            {"rooms": ["phoenix"]},
            "room 'phoenix' is unknown; expected ippan (般), joukyuu (上), tokujou (特) or houou (鳳)",
        ),
        ({"lengths": ["east"]}, "length 'east' is unknown; expected tonpuu (東風) or hanchan (半荘)"),
        (
            {"lobbies": ["main"]},
            "lobby 'main' is no lobby; expected a number such as 0 or 1521, or C or L and one",
        ),
        (
            {"sample": "0.1"},
            "sample '0.1' is no sample; expected a share such as 1%, or a number of logs such as 500",
        ),
        (
            {"sample": "0"},
            "sample '0' is no sample; expected a share such as 1%, or a number of logs such as 500",
        ),
        (
            {"sample": "101%"},
            "sample '101%' is no sample; expected a share such as 1%, or a number of logs such as 500",
        ),
        (
            {"ids": ["b67fcaa3"]},
            "id 'b67fcaa3' holds no log id; expected one such as 2011020417gm-00a9-0000-b67fcaa3",
        ),
    ],
)
def test_a_word_that_cannot_be_used_is_named_with_what_can(asked, message):
    with pytest.raises(UserMistake) as raised:
        choice_of(**asked)

    assert str(raised.value) == message


def test_a_list_of_ids_that_is_not_there_or_holds_something_else_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ids.txt").write_text(f"{ONE}\nnone\n", encoding="utf-8")

    with pytest.raises(
        UserMistake, match=r"^id '@absent': cannot read 'absent': no such file or directory; exp"
    ):
        choice_of(ids=["@absent"])
    with pytest.raises(UserMistake, match=r"^id 'none' in line 2 of ids\.txt holds no log id; expected one"):
        choice_of(ids=["@ids.txt"])


def test_a_list_of_nothing_is_a_mistake_and_does_not_choose_everything(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ids.txt").write_text("# none yet\n\n", encoding="utf-8")

    with pytest.raises(UserMistake, match=r"^id .@ids\.txt.: the file lists nothing; expected a log id"):
        choice_of(ids="@ids.txt")
    for asked in ("players", "rooms", "lengths", "lobbies", "ids"):
        with pytest.raises(
            UserMistake, match=r"^the list for \w+ is empty; expected at least one, or no list"
        ):
            choice_of(**{asked: []})


def test_a_year_may_be_a_number_and_a_day_a_date():
    assert choice_of(since=2019, until=date(2019, 4, 3)) == Choice(date(2019, 1, 1), date(2019, 4, 3))


def test_a_limit_may_be_a_number_of_numpy():
    assert choice_of(limit=np.int64(2)).describe() == {"limit": 2}


def paths(sources, stdin=None):
    return [origin.place for origin in origins_of(sources, stdin)]


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "1.xml").write_bytes(LOG)
    (tmp_path / "b.xml").write_bytes(LOG)
    return tmp_path


def test_a_list_names_files_and_folders_from_where_one_stands(here):
    (here / "list.txt").write_text("# what I have\n\n  b.xml  \na\r\n", encoding="utf-8")

    assert list(iter_logs(["@list.txt"])) == [SourceLog("b.xml", LOG), SourceLog("a/1.xml", LOG)]


def test_what_a_list_names_and_is_not_there_is_a_problem_and_the_rest_is_read(here):
    (here / "list.txt").write_text("absent.zip\nb.xml\n" + "x" * 5000 + "\n", encoding="utf-8")

    missing, log, beyond = iter_logs(["@list.txt"])

    assert missing == SourceProblem("absent.zip", "does not exist")
    assert log == SourceLog("b.xml", LOG)
    assert beyond == SourceProblem("x" * 5000, "does not exist")


def test_a_list_may_come_on_standard_input(here):
    stdin = io.BytesIO(b"\xef\xbb\xbfb.xml\n")

    assert list(iter_logs(["@-"], stdin=stdin)) == [SourceLog("b.xml", LOG)]


def test_signs_have_no_meaning_within_a_list(here):
    assert paths(["@-"], io.BytesIO(b"-\n@b.xml\n")) == [Path("-"), Path("@b.xml")]


def test_a_file_whose_name_begins_like_a_list_is_given_with_its_folder(here):
    (here / "@b.xml").write_bytes(LOG)

    assert paths(["./@b.xml"]) == paths([Path("@b.xml")]) == [Path("@b.xml")]


def test_a_place_is_a_source_once_however_often_and_by_whatever_path_it_is_named(here):
    (here / "link").symlink_to("a", target_is_directory=True)
    (here / "a" / "deep").mkdir()
    (here / "list.txt").write_text("b.xml\nlink/../b.xml\nno\0path\nno\0path\n", encoding="utf-8")
    named = ["a", here / "a", "link", "a/", "./a/../a", "link/deep/..", "a/1.xml", "link/1.xml", "@list.txt"]

    assert paths(named) == [Path("a"), Path("a/1.xml"), Path("b.xml"), Path("no\0path")]


def test_a_path_through_a_link_is_no_other_place(here):
    (here / "deep" / "er").mkdir(parents=True)
    (here / "deep" / "b.xml").write_bytes(LOG)
    (here / "link").symlink_to("deep/er", target_is_directory=True)

    assert paths(["b.xml", "link/../b.xml"]) == [Path("b.xml"), Path("link/../b.xml")]


@pytest.mark.parametrize("name", ["a", "{here}/a", "link", "a/../link", "file://{here}/a"])
def test_a_resolved_source_is_named_by_its_place(here, name):
    (here / "link").symlink_to("a", target_is_directory=True)

    (origin,) = origins_of([name.format(here=here)], resolved=True)

    assert (origin.place, origin.label) == (here.resolve() / "a", f"{here.resolve().as_posix()}/a")


def test_a_missing_entry_of_a_list_is_named_by_its_place(here):
    (here / "list.txt").write_text("gone/b.xml\n", encoding="utf-8")

    (origin,) = origins_of(["@list.txt"], resolved=True)

    assert origin.label == f"{here.resolve().as_posix()}/gone/b.xml"


@pytest.mark.parametrize(
    ("source", "name", "is_there"),
    [("a", "/1.xml", True), ("a", "/gone.xml", False), ("a", "", False), ("a/1.xml", "", True)],
)
def test_a_file_is_found_in_its_source(here, source, name, is_there):
    (origin,) = origins_of([source], resolved=True)

    assert file_finder(origin)(f"{origin.label}{name}") == is_there


def test_a_list_that_cannot_be_read_is_refused(here):
    with pytest.raises(
        UserMistake, match=r"^'@no': cannot read the list 'no': no such file or directory; expect"
    ):
        origins_of(["@no"])


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device there")
def test_a_list_without_end_is_refused(monkeypatch):
    monkeypatch.setattr("analyzer.sources.asking._MOST_LISTED", 10_000)
    reason = "it holds more than 10000 bytes"

    with pytest.raises(UserMistake, match=rf"^'@/dev/zero': cannot read the list '/dev/zero': {reason}; exp"):
        origins_of(["@/dev/zero"])
    with pytest.raises(UserMistake, match=rf"^'@-': cannot read the list '-': {reason}; expected"):
        origins_of(["@-"], io.BytesIO(bytes(10_001)))
    with pytest.raises(UserMistake, match=rf"^id '@/dev/zero': cannot read '/dev/zero': {reason}; expected"):
        choice_of(ids="@/dev/zero")


@pytest.mark.parametrize("sources", [["-", "-"], ["-", "@-"], ["@-", "@-"]], ids=repr)
def test_standard_input_is_read_once(sources):
    with pytest.raises(UserMistake, match=r"reads standard input, which '@?-' has read already"):
        origins_of(sources, io.BytesIO())


NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs"], exclude_characters="#/"), min_size=1)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.one_of(NAMES, st.sampled_from(["", "  ", "# no", "\t#"]))), st.sampled_from(["\n", "\r\n"])
)
def test_every_line_that_says_something_is_a_source(lines, end):
    data = end.join(lines).encode()

    found = [str(path) for path in paths(["@-"], io.BytesIO(data))]

    named = [str(Path(line.strip())) for line in lines if line.strip() and line.strip()[0] != "#"]
    assert found == [*dict.fromkeys(named)]


@given(st.binary())
def test_any_bytes_are_a_list_of_something(data):
    items = list(iter_logs(["@-"], stdin=io.BytesIO(b"nowhere/" + data.replace(b"\n", b"\nnowhere/"))))

    assert all(item.reason == "does not exist" for item in items)
