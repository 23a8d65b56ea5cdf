"""What the admin is built of: acts with reasons, roles, the audit log."""
