"""Deeds carried out: the state gathered, the office asked, the answer kept, in one transaction."""
