"""Where the stones of a handicap stand."""

from __future__ import annotations

from katachi.games.notation import GTP_COLUMNS


def most_handicap(size: int) -> int:
    """The largest fixed handicap of a board (GTP 2, section 4.1.1)."""
    if size < 7:
        return 0
    return 9 if size % 2 == 1 and size >= 9 else 4


def handicap_points(size: int, stones: int) -> tuple[str, ...]:
    """The points of a fixed handicap, in the order of GTP 2.

    >>> handicap_points(19, 5)
    ('D4', 'Q16', 'D16', 'Q4', 'K10')
    """
    line = 3 if size >= 13 else 2
    low, high, middle = line, size - 1 - line, size // 2

    def point(x: int, y: int) -> str:
        return f"{GTP_COLUMNS[x]}{y + 1}"

    points = [point(low, low), point(high, high), point(low, high), point(high, low)]
    if stones > 5:
        points += [point(low, middle), point(high, middle)]
    if stones > 7:
        points += [point(middle, low), point(middle, high)]
    if stones in {5, 7, 9}:
        points.append(point(middle, middle))
    return tuple(points[:stones])


def free_handicap_points(size: int, stones: int) -> tuple[str, ...]:
    """Points for a handicap that the engine may choose: the fixed ones, then others like them.

    Beyond the fixed points come, one by one, those farthest from all stones so far that keep off
    the edge: any number is spread over the board.

    >>> free_handicap_points(19, 4) == handicap_points(19, 4)
    True
    >>> free_handicap_points(6, 2)
    ('B2', 'E5')
    """
    points = list(handicap_points(size, min(stones, most_handicap(size))))
    edge = 1 if size < 7 else 2  # lines kept free, as handicap stones do
    middle = [(x, y) for y in range(edge, size - edge) for x in range(edge, size - edge)] or [
        (x, y) for y in range(size) for x in range(size)
    ]
    taken = [(GTP_COLUMNS.index(point[0]), int(point[1:]) - 1) for point in points]
    while len(taken) < min(stones, len(middle)):
        # Ties go to the point nearest the edge, then to the first.
        free = [place for place in middle if place not in taken]
        best = max(free, key=lambda place: (_room(place, taken, size), -_line(place, size)))
        taken.append(best)
    return tuple(f"{GTP_COLUMNS[x]}{y + 1}" for x, y in taken)


def _room(place: tuple[int, int], taken: list[tuple[int, int]], size: int) -> int:
    """The squared distance to the nearest stone."""
    x, y = place
    return min(((x - a) ** 2 + (y - b) ** 2 for a, b in taken), default=2 * size * size)


def _line(place: tuple[int, int], size: int) -> int:
    """How far from the edge."""
    return min(*place, size - 1 - place[0], size - 1 - place[1])
