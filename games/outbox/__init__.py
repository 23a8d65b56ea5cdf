"""Asking for a notice: rows written in the transaction of the event."""
