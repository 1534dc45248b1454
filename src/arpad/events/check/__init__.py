"""The conditions of an edition, asked of an event one by one."""
