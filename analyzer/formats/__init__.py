"""The formats of logs: bytes to events and back."""
