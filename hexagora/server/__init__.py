"""The server: tables in the browser, alone or with others. It knows no rules; it asks the games."""
