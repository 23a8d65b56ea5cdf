"""Reports, signals and acts of staff."""
