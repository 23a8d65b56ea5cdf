"""Parts of pages that each process caches by the values they show."""
