"""Every setting of a server: what it means, which values it takes, what each server has chosen. No Discord."""
