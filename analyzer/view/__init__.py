"""One game and its hands for people, in notebooks and scripts: as objects, text, pictures and pages."""

from analyzer.view.game import Game, Hand, read_game

__all__ = ["Game", "Hand", "read_game"]
