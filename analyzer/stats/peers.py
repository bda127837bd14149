"""What other projects compute, and which statistic of ours says it, or why none does."""

from __future__ import annotations

from typing import Final

from analyzer.stats import peers_draws, peers_players, peers_riichi, peers_wins
from analyzer.stats.peer import Peer

__all__ = ["PEERS"]

PEERS: Final[tuple[Peer, ...]] = (
    *peers_draws.PEERS,
    *peers_players.PEERS,
    *peers_riichi.PEERS,
    *peers_wins.PEERS,
)
