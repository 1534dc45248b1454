"""What arpad shows in a browser or on paper: pages whole without their script, of fragments that stand alone."""
