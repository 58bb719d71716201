"""What people see at a terminal: consoles, tables, boards, games, the demo."""
