"""The site beside boardgame.io, in interleaved rounds of the same load on the same machine."""
