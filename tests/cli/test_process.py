"""What only a process of its own shows: imports, signals, pipes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.batch.engines.trials import wait_until
from tests.case_files import each, rows, whole

MODULE = ("-W", "error", "-m", "analyzer")
SHELL = pytest.mark.skipif(sys.platform == "win32", reason="no such shell there")
LISTING = """
import sys
from analyzer.cli import main
for words in {commands!r}:
    sys.argv = ["tenhou-analyzer", *words.split()]
    try:
        main()
    except SystemExit:
        pass
print(*sorted({heavy!r} & set(sys.modules)), file=sys.stderr)
"""
WRITING = whole("cli/processes")["writing"]["commands"]
HAND = b"""
{"kyoku": "E1.0", "left": 0, "last": "discard 3 9m", "seat": {"0": {"waits": "36m"}}}
"""


def ran(*words, told=None, **how):
    """A process of Python that has ended, with these variables of the environment."""
    given = {"capture_output": True, "check": False, "env": {**os.environ, **(told or {})}}
    return subprocess.run([sys.executable, *words], **given, **how)


def in_shell(before, *words, after="", **how):
    """The command as a shell starts it."""
    command = ["/bin/sh", "-c", f'{before}exec "$@" {after}', "sh", sys.executable, *MODULE, *words]
    return subprocess.run(command, capture_output=True, check=False, stdin=subprocess.DEVNULL, **how)


@each(rows("cli/processes", "imports"))
def test_commands_import_no_more_than_they_need(logs, pack, row):
    (logs / "pack").symlink_to(pack)
    (logs / "hand.json").write_bytes(HAND)
    (logs / "engine.py").write_bytes(b"def answer(case): return {'wins': []} if not case['wins'] else {}")
    heavy = {"duckdb", "lxml", "numba", "numpy", "pandas", "pyarrow", *row.get("spared", ())}

    done = ran("-X", "utf8", "-c", LISTING.format(commands=row["commands"], heavy=heavy))

    assert b"Error" not in done.stderr
    # On a busy machine progress is told before.
    assert {*done.stderr.decode().splitlines()[-1].split()} == {*row["imported"]}


def test_the_module_is_the_command_and_reads_standard_input(start, honest):
    process = start("validate", "-", "--checks", "draw-kind", stdin=subprocess.PIPE)
    out, err = process.communicate(honest, timeout=300)

    assert (process.returncode, err) == (0, b"")
    assert out.startswith(b"1 games, 1 hands, ")


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_ctrl_c_ends_with_status_130_and_one_word(start, logs):
    import fcntl
    import termios

    process = start("validate", "-q", "-", stdin=subprocess.PIPE)
    # More than a pipe holds: when all is written and nothing is left in it, it waits for the rest.
    process.stdin.write(b"<mjloggm>" + b" " * (1 << 20))
    process.stdin.flush()
    wait_until(lambda: fcntl.ioctl(process.stdin, termios.FIONREAD, bytes(4)) == bytes(4))
    # Python hears no signal between two readings.
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    process.wait(timeout=60)

    assert (process.returncode, process.stderr.read()) == (130, b"\nInterrupted.\n")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break differently there")
def test_a_reader_that_goes_away_is_no_error(start):
    read_end, write_end = os.pipe()
    os.close(read_end)
    process = start("schema", stdout=write_end)
    os.close(write_end)

    assert (process.communicate()[1], process.returncode) == (b"", 141)


def without(*closed, words):
    """Status and the two outputs of a command that is started with these standard streams closed."""
    closing = {"stdin": "<&-", "stdout": ">&-", "stderr": "2>&-"}
    done = in_shell("", *words, after=" ".join(closing[name] for name in closed))
    return done.returncode, done.stdout, done.stderr


@SHELL
@pytest.mark.parametrize(
    ("closed", "commands"),
    [
        ("stdout", WRITING[:1]),
        *(pytest.param(closed, WRITING, marks=pytest.mark.long) for closed in ("stdout", "stdout stderr")),
        pytest.param("stdin stdout stderr", WRITING, marks=pytest.mark.long),
    ],
)
def test_nobody_who_listens_is_no_error(call, logs, closed, commands, few_statistics):
    if commands == WRITING:
        call("run", "honest.mjlog", "-o", "out", "-q", "--checks", "draw-kind")

    for words in commands:
        assert without(*closed.split(), words=words.split()) == (0, b"", b""), words


@SHELL
@pytest.mark.parametrize("source", [pytest.param("-", marks=pytest.mark.long), "@-"])
def test_a_closed_standard_input_cannot_be_read_and_says_so(logs, source):
    said = f"Error: {source!r}: standard input is closed\n".encode()

    assert without("stdin", words=["validate", source]) == (2, b"", said)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded so on Linux")
@pytest.mark.parametrize("mebibytes", [120, pytest.param(180, marks=pytest.mark.long), 240])
def test_too_little_memory_is_one_line(logs, mebibytes):
    """What cannot be loaded, what cannot be had, and threads that cannot be started."""
    words = ["run", "honest.mjlog", "wrong.mjlog", "-o", "out", "-q", "--workers", "1"]
    # A library that cannot start a thread may wait for it for ever.
    done = in_shell(f"ulimit -v {mebibytes * 1024}; ", *words, timeout=120)

    if done.returncode != 1:
        assert done.returncode == 2
        assert done.stderr.startswith(b"Error: ")
        assert b"memory" in done.stderr
    assert done.stderr.count(b"\n") == (done.returncode == 2)
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device there")
@pytest.mark.parametrize("word", ["schema", pytest.param("--help", marks=pytest.mark.long)])
def test_a_full_disk_is_one_line(start, word):
    with Path("/dev/full").open("wb") as full:
        process = start(word, stdout=full)

    assert process.communicate() == (None, b"Error: No space left on device\n")
    assert process.returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="names are Unicode there")
def test_names_that_no_terminal_can_show_do_not_break_a_run(logs, honest):
    (logs / "牌譜.mjlog").write_bytes(honest.replace(b'type="yao9"', b'type="kaze4"'))
    words = ("validate", "牌譜.mjlog", "--checks", "draw-kind", "--quiet")

    done = ran("-m", "analyzer", *words, told={"PYTHONIOENCODING": "latin-1"})

    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.startswith(rb"\u724c\u8b5c.mjlog E1.0 #6 draw-kind: ")


MAIN = "import os, sys; sys.argv = ['tenhou-analyzer', '--version']; from analyzer.cli import main; {}"


def test_completion_of_the_shell_knows_the_commands():
    words = {"COMP_CWORD": "1", "COMP_WORDS": "tenhou-analyzer v"}
    asked = {"_TENHOU_ANALYZER_COMPLETE": "bash_complete", **words}

    assert ran("-c", MAIN.format("main()"), told=asked).stdout == b"plain,validate\n"


@pytest.mark.parametrize("threads", ["1", pytest.param("4", marks=pytest.mark.long)])
def test_numpy_is_told_to_use_one_thread_unless_the_user_says_otherwise(monkeypatch, threads):
    ending = "import atexit; atexit.register(lambda: print(os.environ['OPENBLAS_NUM_THREADS'])); main()"
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    told = {} if threads == "1" else {"OPENBLAS_NUM_THREADS": threads}

    assert ran("-c", MAIN.format(ending), told=told, text=True).stdout.splitlines()[-1] == threads
