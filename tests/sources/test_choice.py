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


LOBBIES = {lobby: f"2019123123gm-0009-{lobby}-0123abcd" for lobby in ("C0431", "0431", "12717")}
EVERY = {HANCHAN, SANMA, PRIVATE, *LOBBIES.values()}
LATE = {PRIVATE, *LOBBIES.values()}
CHOICES = [
    (Choice(), EVERY),
    (Choice(since=date(2011, 2, 5)), EVERY - {HANCHAN}),
    (Choice(since=date(2011, 2, 4)), EVERY),
    (Choice(until=date(2019, 12, 31)), EVERY - {SANMA}),
    (Choice(until=date(2019, 12, 30)), {HANCHAN}),
    (Choice(players=(3,)), {SANMA}),
    (Choice(players=(3, 4)), EVERY),
    (Choice(rooms=("houou",)), {HANCHAN, SANMA}),
    (Choice(rooms=("ippan", "joukyuu")), LATE),
    (Choice(lengths=("tonpuu",)), {SANMA}),
    (Choice(lobbies=("0",)), {HANCHAN, SANMA}),
    (Choice(lobbies=("1521", "7")), {PRIVATE}),
    (Choice(lobbies=("C0431",)), {LOBBIES["C0431"]}),
    (Choice(lobbies=("431",)), {LOBBIES["C0431"], LOBBIES["0431"]}),
    (Choice(lobbies=("L0431", "1271")), set()),
    (Choice(lobbies=("12717",)), {LOBBIES["12717"]}),
    (Choice(ids=frozenset({SANMA})), {SANMA}),
    (Choice(rooms=("houou",), players=(4,)), {HANCHAN}),
]


@pytest.mark.parametrize(("choice", "wanted"), CHOICES)
def test_a_name_that_holds_an_id_says_whether_its_log_is_wanted(choice, wanted):
    names = {log_id: f"logs.zip!2011/{log_id}&tw=1.mjlog" for log_id in EVERY}

    assert {log_id for log_id, name in names.items() if choice.by_name(name)} == wanted
    assert {log_id for log_id, name in names.items() if not choice.rules_out(name)} == wanted


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


def test_a_log_of_2009_whose_go_has_no_lobby_is_in_none_and_one_without_id_has_no_day():
    log = b'<mjloggm><GO type="9"/></mjloggm>'

    assert not Choice(lobbies=("0",)).by_content("1.xml", log)
    assert Choice(players=(4,)).by_content("1.xml", log)
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
    edited = f"{HANCHAN}-edited.mjlog"
    choice = Choice(since=date(2020, 1, 1))

    assert choice.by_name(edited) is False
    assert not choice.rules_out(edited)
    assert log_id_of(edited) == edited
    for name in (f"{HANCHAN}/1.xml", f"{HANCHAN}.zip!1.xml"):
        assert Choice(players=(3,)).by_name(name) is None


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
