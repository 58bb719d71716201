"""Files that are whole or absent: written at once, resumed after a stop, found by name."""
