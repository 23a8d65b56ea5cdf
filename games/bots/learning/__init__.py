"""Learning the net that values turns (kernel/source/net.c) by play against itself."""
