"""Public engines answer the conformance pack; docs/engines.md is the result."""
