"""From a report to a verdict: what an event's report means under an edition of the regulations."""
