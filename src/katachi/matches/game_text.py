"""Games of matches and experiments, as one line of text that any process can read."""

from __future__ import annotations

from dataclasses import fields, replace

import msgspec

from katachi.errors import InvalidGame, shown
from katachi.games.catalogue import parse_game
from katachi.games.contract import GameLike
from katachi.games.game import Game


def game_of_text(text: str) -> Game:
    """A game with its options: `hex11`, `go9 komi=5.5 scoring=stones`, `havannah5 swap=true`.

    >>> game_of_text("go9 komi=5.5"), game_of_text("hex 7 swap=true")
    (Go(9, komi=5.5), Hex(7, swap=True))
    """
    words = text.split()
    plain = [word for word in words if "=" not in word]
    game = parse_game(" ".join(plain))
    known = {field.name for field in fields(game)}
    options: dict[str, object] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            continue
        if name not in known:
            raise InvalidGame(f"{game.name} has no {shown(name)} in {shown(text)}")
        old = getattr(game, name)
        try:
            options[name] = msgspec.convert(value, type(old), strict=False)
        except (msgspec.ValidationError, UnicodeEncodeError) as error:
            raise InvalidGame(f"{shown(word)}: {error}") from None
    return replace(game, **options)  # type: ignore[arg-type]


def text_of_game(game: GameLike) -> str:
    """The text from which `game_of_text` makes the game again.

    A game written in Python has its own text, if it prints itself, or its name; nobody can make it
    again from that.

    >>> from katachi import Go, Hex
    >>> text_of_game(Go(9, komi=5.5, suicide=True)), text_of_game(Hex(7))
    ('go9 komi=5.5 suicide=true', 'hex7')
    """
    if not isinstance(game, Game):
        return repr(game) if type(game).__repr__ is not object.__repr__ else game.name
    options = [
        f"{item.name}={str(value).lower() if isinstance(value, bool) else value}"
        for item in fields(game)
        if item.name != "size" and (value := getattr(game, item.name)) != item.default
    ]
    return " ".join([f"{game.name}{game.size}", *options])
