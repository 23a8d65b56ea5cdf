"""The site against boardgame.io, in interleaved rounds of the same load on the same machine."""
