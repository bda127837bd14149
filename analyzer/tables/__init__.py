"""Tables of games, hands, seats and draws: one schema, and Parquet files that follow it.

`schema` lists every column; it and the modules that fill the columns need only numpy.  Arrow is imported
when a table is made.
"""
