"""The cost of pages and services as a site and a person's past grow."""
