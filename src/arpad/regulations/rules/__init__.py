"""The rules, each written once, as steps in the words of the regulations.

In this room a rule uses the vocabulary and nothing else: no `and or not ~ / // if`. A test walks the syntax tree.
"""
