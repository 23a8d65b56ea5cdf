"""Traces of this process by OpenTelemetry, if its variables ask for them."""
