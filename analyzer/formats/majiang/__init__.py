"""Records of 電脳麻将 (majiang): one JSON object a game."""
