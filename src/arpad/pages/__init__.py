"""What arpad shows in a browser or on paper: pages without script, of fragments that stand on their own."""
