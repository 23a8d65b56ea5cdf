"""What the page's script needs to draw turns and ends of hands: facts of the table, the server's words and pieces."""
