"""What only a process of its own shows: imports, signals, pipes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.batch.engines.trials import wait_until

HEAVY = {"duckdb", "numba", "pandas", "pyarrow"}
NOT_FOR_ONE_LOG = {
    "bz2",
    "calendar",
    "concurrent.futures",
    "difflib",
    "html",
    "importlib.resources",
    "jinja2",
    "json",
    "lzma",
    "sqlite3",
    "numpy.ma",
    "tempfile",
    "analyzer.cli.junit",
    "analyzer.explain",
    "analyzer.formats.mjlog.scanner",
    "analyzer.formats.tenhou6",
    "analyzer.formats.mjlog.writer",
    "analyzer.sources.packed",
    "analyzer.sources.sqlite",
    "analyzer.sources.zips",
}
"""What other logs, formats and containers need; each takes a millisecond or more, of some hundred."""
LISTING = """
import sys
from analyzer.cli import main
sys.argv = ["tenhou-analyzer", *{words!r}]
try:
    main()
finally:
    print(*sorted({heavy!r} & set(sys.modules)), file=sys.stderr)
"""


def heavy_imports(folder, *words, heavy=frozenset(HEAVY | {"numpy", "lxml"})):
    done = subprocess.run(
        [sys.executable, "-c", LISTING.format(words=words, heavy=set(heavy))],
        capture_output=True,
        check=False,
        cwd=folder,
        text=True,
    )
    return done.returncode, set(done.stderr.split())


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["validate", "--help"], ["run", "--help"]])
def test_help_imports_nothing_heavy(tmp_path, words):
    assert heavy_imports(tmp_path, *words) == (0, set())


@pytest.mark.parametrize("words", [["schema"], ["rules", "list"]])
def test_words_about_tables_and_rules_import_no_engine(tmp_path, words):
    status, imported = heavy_imports(tmp_path, *words)

    assert status == 0
    assert not imported & HEAVY


@pytest.mark.parametrize("form", ["text", "jsonl", "junit"])
def test_one_log_is_validated_without_numba_pandas_and_pyarrow(logs, form):
    status, imported = heavy_imports(
        logs, "validate", "--checks", "draw-kind", "honest.mjlog", "--format", form
    )

    assert status == 0
    assert imported == {"numpy", "lxml"}


HAND = b"""
{"kyoku": "E1.0", "left": 0, "last": "discard 3 9m", "seat": {"0": {"waits": "36m"}}}
"""


@pytest.mark.parametrize(
    "words",
    [
        ("validate", "-q", "honest.mjlog"),
        ("validate", "-q", "--group", "wrong.mjlog"),
        ("show", "honest.mjlog", "E1.0", "--explain"),
        ("convert", "-q", "honest.mjlog", "--to", "mjai"),
        ("rules", "settle", "hand.json", "--rules", "tenhou"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_one_log_or_hand_needs_no_engine_of_tables(logs, words):
    (logs / "hand.json").write_bytes(HAND)

    _, imported = heavy_imports(logs, *words)

    assert not imported & HEAVY


def test_one_log_is_validated_without_what_only_others_need(logs):
    words = ("validate", "--checks", "draw-kind,shown-tiles", "honest.mjlog")

    assert heavy_imports(logs, *words, heavy=NOT_FOR_ONE_LOG) == (0, set())


def test_the_module_is_the_command(start, logs):
    process = start("validate", "honest.mjlog", "--checks", "draw-kind")
    out, err = process.communicate(timeout=300)

    assert (process.returncode, err) == (0, b"")
    assert out.startswith(b"1 games, 1 hands, ")


def test_a_usage_error_of_the_process_ends_with_status_2(start, logs):
    process = start("validate", "absent.mjlog")
    out, err = process.communicate(timeout=300)

    assert (process.returncode, out) == (2, b"")
    assert err.startswith(b"Error: 'absent.mjlog' does not exist")


def test_standard_input_of_the_process_is_read(start, honest):
    process = start("validate", "-", "--checks", "draw-kind", stdin=subprocess.PIPE)
    out, err = process.communicate(honest, timeout=300)

    assert (process.returncode, err) == (0, b"")
    assert out.startswith(b"1 games, 1 hands, ")


def is_empty(pipe):
    import fcntl
    import termios

    return fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)) == bytes(4)


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_ctrl_c_ends_with_status_130_and_one_word(start, logs):
    process = start("validate", "-q", "-", stdin=subprocess.PIPE)
    # More than a pipe holds: when all is written, it has begun to read.
    process.stdin.write(b"<mjloggm>" + b" " * (1 << 20))
    process.stdin.flush()
    wait_until(lambda: is_empty(process.stdin))
    # It waits for the rest; Python hears no signal between two readings.
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    process.wait(timeout=60)

    assert process.returncode == 130
    assert process.stderr.read() == b"\nInterrupted.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break differently there")
def test_a_reader_that_goes_away_is_no_error(logs):
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "analyzer", "schema"],
        stdout=write_end,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(write_end)

    assert (done.returncode, done.stderr) == (141, b"")


COMMAND = (sys.executable, "-W", "error", "-m", "analyzer")
CLOSED = (
    ["stdout"],
    pytest.param(["stdout", "stderr"], marks=pytest.mark.long),
    pytest.param(["stdin", "stdout", "stderr"], marks=pytest.mark.long),
)


def without(*closed, words):
    """Status and the two outputs of a command that is started with these standard streams closed."""
    redirections = " ".join({"stdin": "<&-", "stdout": ">&-", "stderr": "2>&-"}[name] for name in closed)
    done = subprocess.run(
        [
            "/bin/sh",
            "-c",
            f'exec "$@" {redirections}',
            "sh",
            sys.executable,
            "-W",
            "error",
            "-m",
            "analyzer",
            *words,
        ],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="no such shell there")
@pytest.mark.parametrize(
    "words",
    [
        ["validate", "honest.mjlog", "--checks", "draw-kind"],
        ["show", "honest.mjlog"],
        ["stats", "out", "draw_rate", "-q"],
        ["stats", "out", "draw_rate", "-q", "--format", "json"],
        ["schema"],
        ["run", "honest.mjlog", "-o", "again", "-q", "--checks", "draw-kind", "--tables", "hands"],
    ],
    ids=lambda words: "-".join(words[:1] + words[4:]),
)
@pytest.mark.parametrize("closed", CLOSED, ids="-".join)
def test_nobody_who_listens_is_no_error(call, logs, words, closed, few_statistics):
    if words[0] == "stats":
        call("run", "honest.mjlog", "-o", "out", "-q", "--checks", "draw-kind")

    assert without(*closed, words=words) == (0, b"", b"")


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="no such shell there")
def test_worker_processes_work_though_nobody_listens(logs):
    words = [
        "run",
        "honest.mjlog",
        "wrong.mjlog",
        "-o",
        "out",
        "--checks",
        "draw-kind",
        "--workers",
        "2",
    ]

    assert without("stdin", "stdout", "stderr", words=[*words, "-q"]) == (1, b"", b"")
    assert (logs / "out" / "summary.json").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="no such shell there")
@pytest.mark.parametrize("source", ["-", "@-"])
def test_a_closed_standard_input_cannot_be_read_and_says_so(logs, source):
    status, out, err = without("stdin", words=["validate", source])

    assert (status, out) == (2, b"")
    assert err == f"Error: {source!r}: standard input is closed\n".encode()


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded so on Linux")
@pytest.mark.parametrize("mebibytes", [120, 180, 240])
def test_too_little_memory_is_one_line(logs, mebibytes):
    """What cannot be loaded, what cannot be had, and threads that cannot be started."""
    limit = f'ulimit -v {mebibytes * 1024}; exec "$@"'
    words = ["run", "honest.mjlog", "wrong.mjlog", "-o", "out", "-q", "--workers", "1"]
    done = subprocess.run(
        ["/bin/sh", "-c", limit, "sh", sys.executable, "-m", "analyzer", *words],
        capture_output=True,
        check=False,
        # A library that cannot start a thread may wait for it for ever.
        timeout=120,
    )

    if done.returncode != 1:
        assert done.returncode == 2
        assert done.stderr.startswith(b"Error: ")
        assert b"memory" in done.stderr
    assert done.stderr.count(b"\n") == (done.returncode == 2)
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device there")
@pytest.mark.parametrize("word", ["schema", "--version", "--help"])
def test_a_full_disk_is_one_line(logs, word):
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "analyzer", word], stdout=full, stderr=subprocess.PIPE, check=False
        )

    assert (done.returncode, done.stderr) == (2, b"Error: No space left on device\n")


@pytest.mark.skipif(sys.platform == "win32", reason="names are Unicode there")
def test_names_that_no_terminal_can_show_do_not_break_a_run(logs, honest):
    (logs / "牌譜.mjlog").write_bytes(honest.replace(b'type="yao9"', b'type="kaze4"'))
    done = subprocess.run(
        [sys.executable, "-m", "analyzer", "validate", "牌譜.mjlog", "--checks", "draw-kind", "--quiet"],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
    )

    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.startswith(rb"\u724c\u8b5c.mjlog E1.0 #6 draw-kind: ")


def test_completion_of_the_shell_knows_the_commands():
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; sys.argv[0]='tenhou-analyzer'; from analyzer.cli import main; main()",
        ],
        capture_output=True,
        check=False,
        env={
            **os.environ,
            "_TENHOU_ANALYZER_COMPLETE": "bash_complete",
            "COMP_WORDS": "tenhou-analyzer v",
            "COMP_CWORD": "1",
        },
        text=True,
    )

    assert done.stdout == "plain,validate\n"
