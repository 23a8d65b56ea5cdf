"""What games do when accounts close, merge, are judged or are exported."""
