"""The vocabulary of rules, how steps become calculations, and the interpreter of whole numbers."""
