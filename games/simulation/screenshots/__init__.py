"""Screenshots of every page: scenes, the list of pages, and the browser."""
