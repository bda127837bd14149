"""Pages and displays from the templates of `view` and `report`: every HTML that people see."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from jinja2 import Environment

_FORBIDDEN: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def valid(text: str) -> str:
    """Text without the characters that XML forbids, which become U+FFFD."""
    return _FORBIDDEN.sub("\ufffd", text)


@cache
def shipped(name: str) -> str:
    """The text of a file of the package, as ``view/page.css``."""
    return files("analyzer").joinpath(name).read_text(encoding="utf-8")


def digest_of(text: str) -> str:
    """A style or a script as a content security policy names it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@cache
def _templates() -> Environment:
    # Imported here, because most commands write no page.
    import jinja2

    def cleaned(value: object) -> object:
        return valid(value) if type(value) is str else value

    found = jinja2.Environment(
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        loader=jinja2.FunctionLoader(shipped),
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=cleaned,
    )
    found.globals.update(digest=digest_of)
    found.filters.update(
        number=lambda value: f"{value:,}", signed=lambda value: f"{value:+,}" if value else "0"
    )
    return found


def rendered(template: str, **contents: object) -> str:
    """A template of the package, as ``view/game.html.j2``, with its contents; texts are escaped."""
    return _templates().get_template(template).render(contents)


def part(name: str, *contents: object) -> str:
    """One macro of ``view/parts.html.j2``, for a display in a notebook or a part of a page."""
    return str(getattr(_templates().get_template("view/parts.html.j2").module, name)(*contents))
