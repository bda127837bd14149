"""The documents and the Python reference as one site: made by one command, without a warning or a network."""

import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

import analyzer

ROOT = Path(__file__).resolve().parent.parent
COMMAND = "mkdocs build --strict --config-file docs/site/mkdocs.yml"

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder that the command makes in a copy of the checkout."""
    for library in ("mkdocs", "material", "mkdocstrings", "nbconvert"):
        pytest.importorskip(library, reason=f"{library} is not installed: no site can be made")
    checkout = tmp_path_factory.mktemp("checkout")
    ignored = shutil.ignore_patterns("simulated*", "__pycache__")
    for name in ("analyzer", "docs", "notebooks", "data"):
        shutil.copytree(ROOT / name, checkout / name, ignore=ignored)
    for name in ("README.md", "CHANGELOG.md", "LICENSE"):
        shutil.copy(ROOT / name, checkout)
    done = subprocess.run(
        [sys.executable, "-m", *COMMAND.split()],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout), "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, "WARNING" in done.stderr) == (0, False), done.stderr
    return checkout / "site"


class Loaded(HTMLParser):
    """Addresses that a page loads by itself, and the ids of its elements."""

    def __init__(self, page):
        super().__init__()
        self.addresses, self.ids = [], set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.ids.add(given.get("id"))
        loads = given.get("src") or (given.get("href") if tag == "link" else None)
        if loads:
            self.addresses.append(loads)


def test_the_command_is_the_one_that_is_documented():
    documented = f"NO_MKDOCS_2_WARNING=1 {COMMAND}"

    assert documented in (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert documented in (ROOT / "docs" / "site" / "mkdocs.yml").read_text(encoding="utf-8")


def test_every_document_and_notebook_has_a_page_that_is_led_to_and_loads_nothing_from_a_network(site):
    documents = {f"{path.stem}.html" for path in (ROOT / "docs").glob("*.md")}
    notebooks = {f"notebooks/{path.stem}.html" for path in (ROOT / "notebooks").glob("*.ipynb")}
    pages = {path.relative_to(site).as_posix() for path in site.rglob("*.html")}
    start = (site / "index.html").read_text(encoding="utf-8")
    loaded = [one for page in pages for one in Loaded(site / page).addresses]

    assert {*documents, *notebooks, "index.html"} - pages == set()
    assert pages - {"404.html", *re.findall(r'href="([^"#]+)', start)} == set()
    assert loaded
    assert [one for one in loaded if re.match(r"(?:\w+:)?//", one)] == []


def test_every_public_name_has_its_reference(site):
    ids = Loaded(site / "python.html").ids
    classes = {"analyzer.view.Game", "analyzer.stats.archive.Archive", "analyzer.audit.Finding"}

    assert {f"analyzer.{name}" for name in analyzer.__all__} - {
        "analyzer.__version__",
        "analyzer.Game",
    } <= ids
    assert classes | {"analyzer.view.Game.to_mjai", "analyzer.stats.archive.Archive.stat"} <= ids
