"""The counters of this process for `/metrics`. Counting costs a microsecond: no query, and no request to Redis."""
