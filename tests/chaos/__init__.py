"""Chaos: people play while servers, database and bus are killed, frozen, filled and cut off, and strangers send broken
requests; in the end every state that anybody was told is compared with the record."""
