"""Decisions about people: sanctions, appeals, merged accounts."""
