"""Statistics over the tables: what each says, how it is counted, and its intervals."""
