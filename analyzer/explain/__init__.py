"""Why a hand is settled as it is: one record for each reason, worded in one place.

It knows what was played, the rule set, and what settlement makes of them; it decides nothing.
"""
