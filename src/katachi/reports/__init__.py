"""Results as text, tables and pictures. A report renders; it decides nothing."""
