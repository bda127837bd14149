"""Engines: they distribute units of work over this process, other processes, or other machines.

`scheduling` decides what is tried next; `processes` and `dask` have the workers that try it.
"""
