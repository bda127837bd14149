"""How fast the analyzer is, and how much memory it takes, beside lxml merely parsing the same bytes."""
