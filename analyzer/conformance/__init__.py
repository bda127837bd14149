"""The conformance pack: rare games with what must come of them, for authors of clients."""

from analyzer.conformance.pack import write_pack

__all__ = ["write_pack"]
