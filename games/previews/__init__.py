"""Previews of links: what messengers and other sites show of an address."""
