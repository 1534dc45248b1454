"""The public site: everything that does not begin with `/office/`, readable by everybody without a log-in."""
