"""GTP: the protocol, programs that speak it, katachi as an engine, and a check of engines."""
