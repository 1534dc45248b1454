"""Rating lists as files: fixed columns, XML and CSV, row by row."""
