"""Whatever an adapter does, each case has an answer or a reason why there is none, and the run goes on."""

import sys

import pytest

from analyzer.conformance import running
from analyzer.conformance.adapters import command_of
from analyzer.conformance.cases import Case
from analyzer.conformance.running import run_cases
from analyzer.errors import UserMistake
from tests.case_files import each, rows

ANSWER = """
import json, os, subprocess, sys, time
for line in sys.stdin:
    case = json.loads(line)["case"]
    if case == "2":
        {misdeed}
    print(json.dumps({{"case": case, "kyotaku": 0}}), flush=True)
"""


def case_of(name):
    flow = {"next_hand": "E2.0", "next_dealer": 1, "kyotaku": 0, "end": None}
    expected = flow | {"outcome": "win", "wins": [], "invalid": [], "draw": None, "deltas": [], "reasons": []}
    return Case(name, "something", {"case": name}, expected, {"flow": {"grade": "measured"}})


CASES = [case_of(name) for name in "12345"]


def run(tmp_path, text, seconds=10):
    program = tmp_path / "adapter.py"
    program.write_text(text, encoding="utf-8")
    return [(one.verdict, *one.told) for one in run_cases([sys.executable, str(program)], CASES, seconds)]


def test_one_process_answers_all_cases(tmp_path):
    text = "import json, sys\nfor count, line in enumerate(sys.stdin):\n  case = json.loads(line)['case']\n"
    counting = text + "  print(json.dumps({'case': case, 'kyotaku': count}), flush=True)"

    told = [told for _, *told in run(tmp_path, counting)]

    assert told == [[], *([f"kyotaku: {count}, not 0"] for count in range(1, 5))]


@each(rows("conformance/misdeeds", "misdeed"))
def test_a_misdeed_is_named_and_the_next_case_is_asked(tmp_path, row):
    # Where it is to be late, nobody waits longer than a busy machine takes for an honest answer.
    seconds = 1 if row["says"].startswith("no answer") else 60
    first, second, *others = run(tmp_path, ANSWER.format(misdeed=row["does"]), seconds)

    assert first == ("right",)
    assert second[0] == "no answer"
    assert second[1].startswith(row["says"])
    assert others[-1] == ("right",)


def test_what_floods_standard_error_does_not_stop_it(tmp_path):
    misdeed = "sys.stderr.write('x' * 3_000_000)"

    assert run(tmp_path, ANSWER.format(misdeed=misdeed)) == [("right",)] * 5


def test_an_adapter_that_never_answers_is_one_mistake(tmp_path):
    file = tmp_path / "engine.py"
    file.write_text("def answer(case):\n    return {}\n", encoding="utf-8")
    many = [case_of(str(number)) for number in range(60)]

    with pytest.raises(UserMistake, match=r"answered none of the first 5 cases; of 4: died, exit status 0$"):
        [*run_cases([sys.executable, "-c", "1"], many)]
    # A file that only has a function is told how to name it.
    with pytest.raises(UserMistake, match="exit status 0; a function in it is named engine:answer"):
        [*run_cases([sys.executable, str(file)], many[:1])]


def test_one_that_breaks_down_for_good_is_not_asked_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr(running, "_PATIENCE", 7)
    many = [case_of(str(number)) for number in range(15)]
    program = tmp_path / "adapter.py"
    program.write_text(ANSWER.replace('case == "2"', 'case != "2"').format(misdeed="sys.exit()"))

    judged = [*run_cases([sys.executable, str(program)], many)]

    # The first two cases were asked in vain; what they came to is told when the third is answered.
    assert [one.verdict for one in judged] == ["no answer", "no answer", "right", *["no answer"] * 12]
    assert judged[9].told == ("died, exit status 0; a function in it is named adapter:answer",)
    assert judged[10].told == ("not asked: too many cases without an answer",)


def test_a_function_may_print_raise_and_take_the_case_apart_and_must_give_a_dict(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "engine.py").write_text(
        "def answer(question):\n"
        "    print('thinking')\n"
        "    case = question.pop('case')\n"
        "    return None if case == '4' else {'kyotaku': {'1': 0, '2': 7}[case]}\n"
    )

    *judged, last = run_cases("engine:answer", CASES[:4])

    assert [(one.verdict, *one.told) for one in judged] == [
        ("right",),
        ("wrong", "kyotaku: 7, not 0"),
        ("no answer", "KeyError: '3' (engine.py, line 4)"),
    ]
    assert last.told[0].startswith("TypeError: answer gave None; expected a dict (")


def test_a_python_file_needs_no_word_before_it(tmp_path):
    file = tmp_path / "adapter.py"
    file.write_text("")

    assert command_of(str(file)) == [sys.executable, str(file)]
    assert command_of(f"{sys.executable} -u x.py") == [sys.executable, "-u", "x.py"]


@pytest.mark.parametrize(
    ("adapter", "told"),
    [
        *((word, "there is no program") for word in ("no-such-program --fast", "", "engine.py")),
        ("node 'adapter.js", "No closing quotation"),
    ],
)
def test_what_is_no_program_is_a_mistake(adapter, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    with pytest.raises(UserMistake, match=told):
        command_of(adapter)
