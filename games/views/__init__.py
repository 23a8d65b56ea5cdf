"""Pages. A view reads through selectors, writes through services, and turns refusals into words."""
