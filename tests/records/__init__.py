"""Tests of game records in and out."""
