"""What is published with a list. Needs the extra `engine`."""
