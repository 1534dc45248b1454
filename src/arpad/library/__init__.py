"""The front door: what a Python program calls. What it is given is checked and converted here, and only here."""
