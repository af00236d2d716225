"""The running tables: one verb, one locked transaction, one announcement when it is committed."""
