"""What a rating office shows: pages in the browser."""
