"""Tables of games, hands, seats and draws: one schema, and Parquet files that follow it.

`columns.md` lists every column; `schema` reads it and needs no Arrow, which is imported when a table is made.
"""
