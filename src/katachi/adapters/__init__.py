"""Doors to other frameworks: OpenSpiel and PettingZoo (extra `adapters`)."""
