"""`python -m katachi` is `katachi`."""

from katachi.cli import app

if __name__ == "__main__":
    app(prog_name="katachi")
