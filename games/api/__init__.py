"""`/api/v1/`, the interface for programs: it calls the services that pages call."""
