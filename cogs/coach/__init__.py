"""The coach: what newcomers are told and shown."""
