"""The terms of a run: everything that its tables depend on besides the logs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from hashlib import sha256
from typing import Final

from analyzer import __version__
from analyzer.batch.run_folder import TERMS, read_json
from analyzer.batch.work import Job
from analyzer.errors import UserMistake
from analyzer.folders import Folder
from analyzer.rules import RULES, RuleSet, load, names
from analyzer.tables.schema import SCHEMA_VERSION

__all__ = ["begun_terms", "keep_terms", "refuse_other", "seal_of", "terms_of_run", "told_terms"]

_SECRET: Final = "names_secret"  # noqa: S105
_HIDDEN: Final = {_SECRET: "secret for the names", "rules_digest": "content of its rules"}
"""Terms that are kept as digests, in words."""


def terms_of_run(job: Job, begun: Mapping[str, object] | None = None) -> dict[str, object]:
    """Everything except the logs that the tables of a run depend on, as JSON values.

    With the terms on which a run was ``begun``, the seal of the same secret is the same.
    """
    rules = job.terms.rules
    if isinstance(rules, RuleSet):
        named, used = rules.name, [rules]
    else:
        named, used = str(rules), [load(name) for name in (names() if rules == "auto" else [rules])]
    return {
        "version": __version__,
        "schema": SCHEMA_VERSION,
        "rules": named,
        "rules_digest": _digest(used),
        "checks": None if job.terms.checks is None else sorted(job.terms.checks),
        "choice": job.choice.describe(),
        "limits": asdict(job.limits),
        "names": job.names.mode.value,
        _SECRET: job.names.seal((begun or {}).get(_SECRET)),
        "keep_copies": job.keep_copies,
        "tables": job.outputs.describe(),
    }


def _digest(rule_sets: Iterable[RuleSet]) -> str:
    """SHA-256 over the values of every rule."""
    digest = sha256()
    for rules in rule_sets:
        for field in fields(rules):
            if field.name in RULES:
                value = getattr(rules, field.name)
                shown = sorted(map(repr, value)) if isinstance(value, frozenset) else repr(value)
                digest.update(f"{field.name}={shown}\n".encode())
    return digest.hexdigest()


def told_terms(terms: Mapping[str, object]) -> dict[str, object]:
    """The terms without the seal of the secret, which is another in every folder, and which nobody needs."""
    return {name: value for name, value in terms.items() if name != _SECRET}


def seal_of(terms: Mapping[str, object]) -> str:
    """A digest of the terms that can be told."""
    return sha256(json.dumps(told_terms(terms), sort_keys=True).encode()).hexdigest()[:16]


def begun_terms(out: Folder) -> dict[str, object] | None:
    """The terms with which a run into this folder began; None if they are missing or damaged."""
    return read_json(out, TERMS)


def keep_terms(out: Folder, terms: Mapping[str, object]) -> None:
    """Record with which terms a run begins."""
    out.write(TERMS, (json.dumps(terms, indent=2) + "\n").encode())


def refuse_other(out: Folder, begun: Mapping[str, object], terms: Mapping[str, object]) -> None:
    """Refuse to go on with a run that began on other terms; the message names the first that differs."""
    for name, now in terms.items():
        before = begun.get(name)
        if before != now:
            word = name.replace("_", " ")
            differs = f"{word} {_shown(before)}, not {_shown(now)}"
            differs = f"another {_HIDDEN[name]}" if name in _HIDDEN else differs
            raise UserMistake(
                f"{out.shown!r} was begun with {differs}; expected the same, or --fresh to start over"
            )


def _shown(value: object) -> str:
    return "all" if value in (None, {}) else json.dumps(value)
