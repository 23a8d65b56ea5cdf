"""Many tables of thinking bots at the same time on the one worker of a small site."""
