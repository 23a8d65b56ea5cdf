"""Parts of pages that a process caches: drawn once for what they show, compressed where that pays."""
