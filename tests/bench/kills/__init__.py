"""Kills each process and server of a running site in turn while programs play: what was lost, doubled, hung; halts."""
