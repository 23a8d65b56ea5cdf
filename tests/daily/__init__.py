"""Tests of today's hand."""
