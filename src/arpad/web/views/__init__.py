"""The pages of the office: each reads what is asked, calls a query or a deed, and shows what comes of it."""
