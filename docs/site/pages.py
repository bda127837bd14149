"""Pages of the site that lie outside `docs`, or are made: the start, notebooks, the Python reference."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Final

import nbformat
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from nbconvert import MarkdownExporter

import analyzer

ROOT: Final = Path(__file__).resolve().parents[2]
ELSEWHERE: Final = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "LICENSE": "LICENSE.txt",
    "analyzer/view/shapes/OFL.txt": "OFL.txt",
    "data/samples/ORIGIN.md": "samples.md",
    "analyzer/conformance/pack_readme.md": "pack.md",
}
"""Files outside the folder of the documents, and what they are called in the site."""
CLASSES: Final = (
    "analyzer.view.Game",
    "analyzer.view.Hand",
    "analyzer.explain.settled_hand.SettledHand",
    "analyzer.audit.Finding",
    "analyzer.stats.archive.Archive",
    "analyzer.rules.RuleSet",
)
"""What the functions of the public face give."""
LINK: Final = re.compile(r"\]\(([^)#:\s]+)(#[^)]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what does not lie in the folder of the documents."""
    for source, name in ELSEWHERE.items():
        files.append(File.generated(config, name, content=(ROOT / source).read_text(encoding="utf-8")))
    for notebook in sorted((ROOT / "notebooks").glob("*.ipynb")):
        _add_notebook(notebook, files, config)
    files.append(File.generated(config, "python.md", content=_python_page()))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Let links between files of the checkout lead to their pages."""
    sources = {name: source for source, name in ELSEWHERE.items()}
    source = sources.get(page.file.src_uri, f"docs/{page.file.src_uri}")

    def linked(match: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), match[1]))
        path = posixpath.relpath(_page_of(target), posixpath.dirname(page.file.src_uri) or ".")
        return f"]({path}{match[2] or ''})"

    return LINK.sub(linked, markdown)


def _page_of(target: str) -> str:
    """Name in the site of a file of the checkout."""
    if target in ELSEWHERE:
        return ELSEWHERE[target]
    if target == "notebooks":
        return _name_of(min((ROOT / "notebooks").glob("*.ipynb")))
    if target.startswith("notebooks/"):
        return _name_of(Path(target))
    return target.removeprefix("docs/")


def _name_of(notebook: Path) -> str:
    return f"notebooks/{notebook.stem}.md"


def _add_notebook(path: Path, files: Files, config: MkDocsConfig) -> None:
    """A notebook with its outputs as a page, its pictures beside it."""
    notebook = nbformat.read(path, as_version=4)
    text, resources = MarkdownExporter().from_notebook_node(
        notebook, {"unique_key": path.stem, "output_files_dir": path.stem}
    )
    files.append(File.generated(config, _name_of(path), content=text))
    for name, data in resources["outputs"].items():
        files.append(File.generated(config, f"notebooks/{name}", content=data))


def _python_page() -> str:
    """The public names, for mkdocstrings."""
    functions = [
        f"analyzer.{name}"
        for name in analyzer.__all__
        if callable(getattr(analyzer, name)) and name != "Game"
    ]
    return "# Python\n\n" + "\n\n".join(f"::: {name}" for name in [*functions, *CLASSES]) + "\n"
