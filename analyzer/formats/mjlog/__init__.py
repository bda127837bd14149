"""XML of Tenhou's logs: bytes to elements and back; nothing else knows lxml."""
