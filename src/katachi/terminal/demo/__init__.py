"""The tour that `katachi demo` gives."""
