"""The database engine of web processes, whose pages do not wait for a database that is away."""
