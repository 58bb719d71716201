"""The commands of the terminal, one module each; `katachi.cli` lists them."""
