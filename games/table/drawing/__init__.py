"""What the page's script needs to draw plain turns by itself: facts of the table, and the server's words."""
