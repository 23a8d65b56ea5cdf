"""What all of the admin is made of: acts with reasons, roles, the audit log."""
