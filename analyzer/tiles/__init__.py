"""Tiles as counts: waits, tenpai and winning shapes, by tables over single suits."""
