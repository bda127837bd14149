"""One game and its hands for people: what a notebook or a script holds in its hand, and how it is drawn."""

from analyzer.view.display import shown_settlement
from analyzer.view.game import Game, Hand, Hands, read_game

__all__ = ["Game", "Hand", "Hands", "read_game", "shown_settlement"]
