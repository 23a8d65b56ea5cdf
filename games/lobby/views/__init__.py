"""Pages of lobby."""
