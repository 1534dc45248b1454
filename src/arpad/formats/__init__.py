"""The files of the field: tournament reports and rating lists, read and written; no rating rule is known here."""
