"""Runs over many logs: batches, engines, totals, and what is written of them."""
