"""Many tables of thinking bots at once on the one worker of a small site."""
