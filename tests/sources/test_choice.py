"""Sources and choices from the words of a user, and which logs a choice wants."""

import io
import pickle
from datetime import date
from pathlib import Path
from urllib.parse import quote

import numpy as np
import pytest

from analyzer.errors import UserMistake
from analyzer.sources import SourceLog, SourceProblem, iter_logs
from analyzer.sources.asking import choice_of, file_finder, origins_of
from analyzer.sources.choice import KEYS, Choice, log_id_of, log_key
from tests.case_files import each, rows, whole
from tests.sources.archives import LOG

HANCHAN = "2011020417gm-00a9-0000-b67fcaa3"
SANMA = "2022010100gm-00b1-0000-0123abcd"


def choice_with(fields):
    """The choice of a row, whose lists are tuples or sets."""
    sets = {
        name: (frozenset if name == "ids" else tuple)(value)
        for name, value in fields.items()
        if type(value) is list
    }
    return Choice(**{**fields, **sets})


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A working folder with a folder, two logs, lists and a link."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a" / "deep").mkdir(parents=True)
    for name in ("a/1.xml", "b.xml", "@b.xml", "a/b.xml"):
        (tmp_path / name).write_bytes(LOG)
    (tmp_path / "link").symlink_to("a", target_is_directory=True)
    lists = {
        "ids.txt": f"# wanted\n\nhttps://tenhou.net/0/?log={HANCHAN}&tw=2\r\n",
        "bad.txt": f"{HANCHAN}\nnone\n",
        "empty.txt": "# none yet\n\n",
    }
    for name, text in lists.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("here")
@each(rows("sources/choices", "asked"))
def test_words_become_a_choice(row):
    assert choice_of(**row["options"]) == choice_with(row["choice"])
    # A number of NumPy's could not be written to the terms of a run.
    assert type(choice_of(limit=np.int64(2)).limit) is int


@pytest.mark.usefixtures("here")
@each(rows("sources/choices", "refused"))
def test_a_word_that_cannot_be_used_is_named_with_what_can(row):
    with pytest.raises(UserMistake) as raised:
        choice_of(**row["options"])

    assert str(raised.value) == row["message"]


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("url", whole("sources/choices")["viewers"])
def test_the_page_of_a_viewer_is_no_log_and_the_others_of_a_list_are_read(url):
    reason = "this is a page, not a log; save the log"
    stdin = io.BytesIO(f"{url}\nb.xml\n".encode())

    assert list(iter_logs(["@-"], stdin=stdin)) == [SourceProblem(url, reason), SourceLog("b.xml", LOG)]
    with pytest.raises(UserMistake) as mistake:
        iter_logs([url])
    assert str(mistake.value) == f"'{url}': {reason}"


ABSENT = "does not exist"
LISTS = [
    ("# what I have\n\n  b.xml  \na\r\n", ["b.xml", "a/1.xml", "a/b.xml"]),
    (f"absent.zip\nb.xml\n{'x' * 5000}\n", [("absent.zip", ABSENT), "b.xml", ("x" * 5000, ABSENT)]),
    ("\ufeffb.xml\n", ["b.xml"]),
    # Signs have no meaning in a list.
    ("-\n@b.xml\n", [("-", ABSENT), "@b.xml"]),
]


@pytest.mark.parametrize(("text", "items"), LISTS)
def test_a_list_names_files_and_folders_from_where_one_stands(here, text, items):
    (here / "list.txt").write_text(text, encoding="utf-8")
    told = [SourceLog(one, LOG) if isinstance(one, str) else SourceProblem(*one) for one in items]

    assert list(iter_logs(["@list.txt"])) == list(iter_logs(["@-"], stdin=io.BytesIO(text.encode()))) == told


def test_a_place_is_a_source_once_however_often_and_by_whatever_path_it_is_named(here):
    (here / "list.txt").write_text("b.xml\nno\0path\nno\0path\n", encoding="utf-8")
    named = ["a", here / "a", "link", "a/", "./a/../a", "link/deep/..", "a/1.xml", "link/1.xml", "@list.txt"]
    (here / "deeper").symlink_to("a/deep", target_is_directory=True)

    for sources, places in (
        (named, ["a", "a/1.xml", "b.xml", "no\0path"]),
        (["./@b.xml"], ["@b.xml"]),
        ([Path("@b.xml")], ["@b.xml"]),
        # A path through a link is another place.
        (["b.xml", "deeper/../b.xml"], ["b.xml", "deeper/../b.xml"]),
    ):
        assert [origin.place for origin in origins_of(sources)] == [Path(place) for place in places]


@pytest.mark.parametrize("name", ["a", "{here}/a", "link", "a/../link", "file://{here}/a"])
def test_a_resolved_source_is_named_by_its_place_and_knows_its_files(here, name):
    (origin,) = origins_of([name.format(here=here)], resolved=True)

    assert (origin.place, origin.label) == (here.resolve() / "a", f"{here.resolve().as_posix()}/a")
    has = file_finder(origin)
    assert [has(f"{origin.label}{end}") for end in ("/1.xml", "/gone.xml", "")] == [True, False, False]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device there")
def test_a_list_that_is_not_there_or_has_no_end_is_refused(monkeypatch):
    monkeypatch.setattr("analyzer.sources.asking._MOST_LISTED", 10_000)
    endless = "it holds more than 10000 bytes"
    assert origins_of(["@-"], io.BytesIO(b"#" * 10_000)) == ()

    for source, name, reason in (
        ("@no", "no", "no such file or directory"),
        ("@/dev/zero", "/dev/zero", endless),
        ("@-", "-", endless),
    ):
        with pytest.raises(
            UserMistake, match=rf"^'{source}': cannot read the list '{name}': {reason}; expec"
        ):
            origins_of([source], io.BytesIO(bytes(10_001)))
    with pytest.raises(UserMistake, match=rf"^id '@/dev/zero': cannot read '/dev/zero': {endless}; expected"):
        choice_of(id="@/dev/zero")


@pytest.mark.parametrize("sources", [["-", "-"], ["-", "@-"], ["@-", "@-"]], ids=repr)
def test_standard_input_is_read_once(sources):
    with pytest.raises(UserMistake, match=r"reads standard input, which '@?-' has read already"):
        origins_of(sources, io.BytesIO(b""))


# What a choice wants.

LOBBIES = ("1521", "C0431", "0431", "12717")
EVERY = {
    "a": HANCHAN,
    "b": SANMA,
    **{letter: f"2019123123gm-0009-{lobby}-0123abcd" for letter, lobby in zip("cdef", LOBBIES, strict=True)},
}


@each(rows("sources/choices", "wanted"))
def test_a_name_that_holds_an_id_says_whether_its_log_is_wanted(row):
    choice = choice_with(row["choice"])
    names = {letter: f"logs.zip!2011/{log_id}&tw=1.mjlog" for letter, log_id in EVERY.items()}

    assert "".join(letter for letter, name in names.items() if choice.by_name(name)) == row["ids"]
    assert "".join(letter for letter, name in names.items() if not choice.rules_out(name)) == row["ids"]


GO_HOUOU_SANMA = b'<mjloggm ver="2.3"><SHUFFLE seed="" ref=""/><GO type="185" lobby="0"/><UN/></mjloggm>'


@pytest.mark.parametrize(
    "choice",
    [Choice(players=(3,)), Choice(rooms=("houou",)), Choice(lengths=("hanchan",)), Choice(lobbies=("0",))],
    ids=repr,
)
def test_where_no_name_tells_the_go_does(choice):
    assert choice.by_name("my.mjlog") is None
    assert choice.by_content("my.mjlog", GO_HOUOU_SANMA)
    assert choice.by_content("my.mjlog", GO_HOUOU_SANMA.decode().encode("utf-16"))
    assert not choice.by_content("my.mjlog", b"<mjloggm><GO type='1' lobby='1521'/></mjloggm>")
    assert not choice.by_content("my.mjlog", b"<mjloggm></mjloggm>")
    # A log of 2009, whose GO has no lobby, is in none, and without an id it has no day.
    assert choice.by_content("1.xml", b'<mjloggm><GO type="185"/></mjloggm>') is not bool(choice.lobbies)
    assert not Choice(since=date(2000, 1, 1)).by_content("1.xml", GO_HOUOU_SANMA)


@pytest.mark.parametrize("form", ["{}", "\ufeff{}", "my game: https://tenhou.net/6/#json={}", "encoded"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_json_says_its_id_itself(form, encoding):
    text = '{"title":["",""],"ref":"%s","log":[]}' % SANMA  # noqa: UP031 (braces)
    link = f"https://tenhou.net/5/#json={quote(text, safe='')}"
    log = (link if form == "encoded" else form.format(text)).encode(encoding)

    assert Choice(since=date(2022, 1, 1), players=(3,)).by_content("1.json", log)
    assert not Choice(until=date(2021, 12, 31)).by_content("1.json", log)


def test_an_edited_name_says_the_day_but_rules_nothing_out_and_a_folder_says_nothing():
    edited, choice = f"{HANCHAN}-edited.mjlog", Choice(since=date(2020, 1, 1))

    assert (choice.by_name(edited), choice.rules_out(edited), log_id_of(edited)) == (False, False, edited)
    for name in (f"{HANCHAN}/1.xml", f"{HANCHAN}.zip!1.xml"):
        assert Choice(players=(3,)).by_name(name) is None


def test_a_share_draws_about_so_many_a_part_of_a_larger_one_wherever_they_lie():
    names = [f"20220101{n % 24:02d}gm-00a9-0000-{n:08x}" for n in range(4_000)]
    places = ("{}", "a/{}.mjlog", "x.zip!{}.gz", "logs.db!{}")

    def drawn(share, place="{}"):
        return {name for name in names if Choice(sample=share).by_name(place.format(name))}

    assert 720 < len(drawn(0.2)) < 880
    assert drawn(0.1) < drawn(0.2) < drawn(1.0) == {*names}
    assert all(drawn(0.2, place) == drawn(0.2) for place in places)
    assert all(0 <= log_key(name) < KEYS for name in names)


def test_a_choice_describes_what_was_asked_and_nothing_else():
    choice = Choice(since=date(2019, 4, 1), players=(4,), ids=frozenset({SANMA, HANCHAN}), limit=5)

    told = {"since": "2019-04-01", "players": [4], "ids": [HANCHAN, SANMA], "limit": 5}
    assert (Choice().describe(), choice.describe()) == ({}, told)
    assert pickle.loads(pickle.dumps(choice)) == choice  # noqa: S301 - our own bytes
