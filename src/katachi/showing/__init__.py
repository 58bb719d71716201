"""How objects show themselves: one line, tables, plots, columns for data frames."""

from __future__ import annotations

from katachi.showing.columns import Columns
from katachi.showing.picture import Picture
from katachi.showing.shows_itself import ShowsItself
from katachi.showing.table import Table, html_table

__all__ = ["Columns", "Picture", "ShowsItself", "Table", "html_table"]
