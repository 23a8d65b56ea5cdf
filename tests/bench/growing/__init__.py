"""What pages and services cost as a site and a person's past grow."""
