import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analyzer.errors import UserMistake
from analyzer.sources import SourceLog, SourceProblem, iter_logs
from analyzer.sources.asking import origins_of
from tests.sources.archives import LOG


def paths(sources, stdin=None):
    return [origin.path for origin in origins_of(sources, stdin)]


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

    assert paths(["./@b.xml", Path("@b.xml")]) == [Path("@b.xml"), Path("@b.xml")]


def test_a_list_that_cannot_be_read_is_refused(here):
    with pytest.raises(
        UserMistake, match=r"^'@no': cannot read the list 'no': no such file or directory; expect"
    ):
        origins_of(["@no"])


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

    assert found == [str(Path(line.strip())) for line in lines if line.strip() and line.strip()[0] != "#"]


@given(st.binary())
def test_any_bytes_are_a_list_of_something(data):
    items = list(iter_logs(["@-"], stdin=io.BytesIO(b"nowhere/" + data.replace(b"\n", b"\nnowhere/"))))

    assert all(item.reason == "does not exist" for item in items)
