"""The piece of work that a process does: its id, which its log lines and tasks have, and its number of queries."""
