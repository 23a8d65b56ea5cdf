"""Messages between two friends."""
