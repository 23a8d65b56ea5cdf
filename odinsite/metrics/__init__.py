"""`/metrics` for Prometheus.

Each process counts in its memory (accounts.metrics), and adds its counts to those of all processes in Redis every ten
seconds. Figures of the moment come with its heartbeat, so those of a dead process vanish. Any web process answers for
the whole site, on however many machines. prometheus_client writes the answer; its own multiprocess mode keeps files by
process, which only one machine's processes share, and which a killed one leaves behind.
"""
