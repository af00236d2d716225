"""Django's PostgreSQL backend with one thing more: a dead pooled connection is never handed out."""
