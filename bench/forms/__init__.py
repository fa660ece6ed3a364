"""Forms with the same fields in three toolkits, for `bench.fill`."""
