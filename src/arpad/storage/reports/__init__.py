"""Reports that come into an office: kept, read in a process of their own, checked, put right, and into the book."""
