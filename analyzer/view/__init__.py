"""One game and its hands for people: what a notebook or a script holds in its hand, and how it is drawn."""

from analyzer.view.game import Game, Hand, read_game

__all__ = ["Game", "Hand", "read_game"]
