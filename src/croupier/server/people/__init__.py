"""People: names, passwords, sessions, second factors, duties and care."""
