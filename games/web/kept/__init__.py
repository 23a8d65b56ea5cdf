"""Parts of pages that a process keeps: drawn once for what they show, compressed where that pays."""
