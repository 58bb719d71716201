"""Cell weights: one number per class of cells, found by optimisers (CELLS)."""

from katachi.optimising.cells.cell_data import OBJECTIVES, CellData
from katachi.optimising.cells.cell_problem import NEIGHBOURHOODS, CellProblem
from katachi.optimising.cells.evolve_cells import (
    CELL_ANNEALING,
    CellResult,
    cell_method,
    evolve_cells,
)
from katachi.optimising.cells.grid import WeightGrid
from katachi.optimising.cells.weight_problem import WeightProblem, Weights

__all__ = [
    "CELL_ANNEALING",
    "NEIGHBOURHOODS",
    "OBJECTIVES",
    "CellData",
    "CellProblem",
    "CellResult",
    "WeightGrid",
    "WeightProblem",
    "Weights",
    "cell_method",
    "evolve_cells",
]
