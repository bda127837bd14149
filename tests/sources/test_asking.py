from datetime import date

import pytest

from analyzer.errors import UserMistake
from analyzer.sources import Choice
from analyzer.sources.asking import choice_of

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
