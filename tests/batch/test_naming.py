import pytest

from analyzer.batch.naming import name_log

ID = "2011020417gm-00a9-0000-b67fcaa3"


@pytest.mark.parametrize(
    "source",
    [
        ID,
        f"{ID}.mjlog",
        f"{ID}&tw=2.mjlog",
        f"logs/2011/{ID}.xml.gz",
        f"a.zip!b/{ID}&tw=0.mjlog",
        f"a.zip!{ID}",
        f"C:\\logs\\{ID}.txt",
        f"0/log/?{ID}",
        f"0/?log={ID}&tw=3",
    ],
)
def test_a_file_named_by_an_id_is_that_log(source):
    assert name_log(source) == (ID, source)


@pytest.mark.parametrize("log_id", ["2022062622gm-0009-12717-4ba5fb37", "20061001gm-0001-0000-0123abcd"])
def test_long_lobbies_and_dates_without_hour_are_ids_too(log_id):
    assert name_log(f"{log_id}.mjlog").log_id == log_id


@pytest.mark.parametrize(
    "source",
    [
        "d-bug1.mjlog",
        f"{ID}-edited.mjlog",
        f"copy of {ID}.mjlog",
        f"{ID}/1.mjlog",
        "2011020417gm-00a9-0000-b67fcaa.mjlog",
        "<stdin>",
    ],
)
def test_any_other_name_stays_the_name_of_its_source(source):
    assert name_log(source) == (source, source)
