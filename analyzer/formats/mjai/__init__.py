"""mjai, the format of engines: one JSON object a line."""
