"""Pictures of every page: people and games in every state, the list of pages, and the browser that photographs them."""
