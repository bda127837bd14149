"""Tables of games, hands, seats and draws: one schema, and Parquet files written and read by it.

`schema` has every column; it and the modules that fill them know numpy only.  Arrow is in `arrow` and
`parquet`, so that nothing imports it before a table is made.
"""
