"""A referee and a statistician for Tenhou mahjong logs."""

__version__ = "0.1.0.dev0"
