"""Mahjong Soul's own records, as JSON or protobuf."""
