"""Forms of lobby."""
