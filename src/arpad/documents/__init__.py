"""Documents: the JSON that goes out, with its schemas, and the JSON that comes in.

The command line, an office and a web service make the same documents from the same functions. A function here takes
results of the rooms below as plain objects and gives what `json` can write; it prints nothing, reads no file and knows
no command line. Texts for people are made elsewhere.
"""
