"""Pages of today’s hand."""
