import pickle
from datetime import date
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.sources.choice import KEYS, Choice, log_id_of, log_key

HANCHAN = "2011020417gm-00a9-0000-b67fcaa3"
"""Phoenix room, four players, hanchan, public lobby."""
SANMA = "2022010100gm-00b1-0000-0123abcd"
"""Phoenix room, three players, tonpuu."""
PRIVATE = "2019123123gm-0009-1521-0123abcd"
"""Ippan bits, four players, hanchan, lobby 1521."""


@pytest.mark.parametrize(
    ("choice", "wanted"),
    [
        (Choice(), {HANCHAN, SANMA, PRIVATE}),
        (Choice(since=date(2011, 2, 5)), {SANMA, PRIVATE}),
        (Choice(since=date(2011, 2, 4)), {HANCHAN, SANMA, PRIVATE}),
        (Choice(until=date(2019, 12, 31)), {HANCHAN, PRIVATE}),
        (Choice(until=date(2019, 12, 30)), {HANCHAN}),
        (Choice(players=(3,)), {SANMA}),
        (Choice(players=(3, 4)), {HANCHAN, SANMA, PRIVATE}),
        (Choice(rooms=("houou",)), {HANCHAN, SANMA}),
        (Choice(rooms=("ippan", "joukyuu")), {PRIVATE}),
        (Choice(lengths=("tonpuu",)), {SANMA}),
        (Choice(lobbies=("0",)), {HANCHAN, SANMA}),
        (Choice(lobbies=("1521", "7")), {PRIVATE}),
        (Choice(ids=frozenset({SANMA})), {SANMA}),
        (Choice(rooms=("houou",), players=(4,)), {HANCHAN}),
    ],
)
def test_a_name_that_holds_an_id_says_whether_its_log_is_wanted(choice, wanted):
    names = {log_id: f"logs.zip!2011/{log_id}&tw=1.mjlog" for log_id in (HANCHAN, SANMA, PRIVATE)}

    assert {log_id for log_id, name in names.items() if choice.by_name(name)} == wanted
    assert {log_id for log_id, name in names.items() if not choice.rules_out(name)} == wanted


@pytest.mark.parametrize(
    ("lobby", "asked", "is_it"),
    [
        ("C0431", "C0431", True),
        ("C0431", "431", True),
        ("C0431", "L0431", False),
        ("0431", "C0431", False),
        ("12717", "12717", True),
        ("12717", "1271", False),
    ],
)
def test_a_lobby_is_asked_for_by_number_or_with_its_letter(lobby, asked, is_it):
    name = f"2019123123gm-0009-{lobby}-0123abcd"

    assert Choice(lobbies=(asked,)).by_name(name) is is_it


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


def test_a_log_of_2009_whose_go_has_no_lobby_is_in_none():
    log = b'<mjloggm><GO type="9"/></mjloggm>'

    assert not Choice(lobbies=("0",)).by_content("1.xml", log)
    assert Choice(players=(4,)).by_content("1.xml", log)


def test_a_log_without_id_has_no_day():
    assert not Choice(since=date(2000, 1, 1)).by_content("1.xml", GO_HOUOU_SANMA)


@pytest.mark.parametrize("form", ["{}", "\ufeff{}", "my game: https://tenhou.net/6/#json={}", "encoded"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_json_says_its_id_itself(form, encoding):
    text = '{"title":["",""],"ref":"%s","log":[]}' % SANMA  # noqa: UP031 (braces)
    link = f"https://tenhou.net/5/#json={quote(text, safe='')}"
    log = (link if form == "encoded" else form.format(text)).encode(encoding)

    assert Choice(since=date(2022, 1, 1), players=(3,)).by_content("1.json", log)
    assert not Choice(until=date(2021, 12, 31)).by_content("1.json", log)


def test_the_id_in_an_edited_name_still_says_the_day_but_only_the_id_alone_rules_out():
    edited = f"{HANCHAN}-edited.mjlog"
    choice = Choice(since=date(2020, 1, 1))

    assert choice.by_name(edited) is False
    assert not choice.rules_out(edited)
    assert log_id_of(edited) == edited


def test_the_name_of_a_folder_says_nothing_of_the_logs_in_it():
    assert Choice(players=(3,)).by_name(f"{HANCHAN}/1.xml") is None
    assert Choice(players=(3,)).by_name(f"{HANCHAN}.zip!1.xml") is None


LOG_IDS = st.builds(
    "20{:02d}0{}{:02d}{:02d}gm-00{}-0000-{:08x}".format,
    st.integers(9, 25),
    st.integers(1, 9),
    st.integers(1, 28),
    st.integers(0, 23),
    st.sampled_from(["a9", "b1", "e1", "09"]),
    st.integers(0, 2**32 - 1),
)


@given(LOG_IDS, st.floats(0.01, 1), st.floats(0.01, 1))
def test_a_smaller_share_is_part_of_a_larger_one(log_id, one, other):
    small, large = sorted([one, other])

    if Choice(sample=small).by_name(log_id):
        assert Choice(sample=large).by_name(log_id)


@given(LOG_IDS, st.sampled_from(["{}", "a/{}.mjlog", "x.zip!{}.gz", "logs.db!{}"]))
def test_a_log_is_drawn_by_its_id_wherever_it_lies(log_id, place):
    assert 0 <= log_key(log_id) < KEYS
    assert log_key(place.format(log_id)) == log_key(log_id)


@given(LOG_IDS, st.sampled_from(["tonpuu", "hanchan"]), st.sampled_from([3, 4]), st.dates(date(2009, 1, 1)))
def test_the_halves_of_a_choice_are_the_whole(log_id, length, players, day):
    one = Choice(players=(players,), lengths=(length,), since=day)
    apart = Choice(players=(players,)), Choice(lengths=(length,)), Choice(since=day)

    assert one.by_name(log_id) == all(choice.by_name(log_id) for choice in apart)


def test_a_share_draws_about_so_many():
    names = [f"20220101{n % 24:02d}gm-00a9-0000-{n:08x}" for n in range(10_000)]

    drawn = sum(bool(Choice(sample=0.2).by_name(name)) for name in names)

    assert 1800 < drawn < 2200


def test_a_choice_describes_what_was_asked_and_nothing_else():
    choice = Choice(since=date(2019, 4, 1), players=(4,), ids=frozenset({SANMA, HANCHAN}), limit=5)

    assert Choice().describe() == {}
    assert choice.describe() == {
        "since": "2019-04-01",
        "players": [4],
        "ids": [HANCHAN, SANMA],
        "limit": 5,
    }
    assert pickle.loads(pickle.dumps(choice)) == choice  # noqa: S301 - our own bytes
