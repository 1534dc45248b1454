"""What a rating office decides about its book, each as a pure function from a view and a request to a change."""
