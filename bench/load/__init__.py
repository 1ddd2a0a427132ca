"""Load: virtual players over real sockets on loopback."""
