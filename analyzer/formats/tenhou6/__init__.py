"""JSON of tenhou.net/6: the same games in another notation, read into the same elements."""
