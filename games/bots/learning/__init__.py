"""Learns the net that values turns (kernel/source/net.c) by playing against itself."""
