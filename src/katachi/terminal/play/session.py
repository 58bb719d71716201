"""A game at the terminal, from the first move to the last.

The session reads lines and prints text; where both come from and go to is the caller's business,
so a script can play as well as a person.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.text import Text

from katachi.errors import KatachiError
from katachi.games import Color, Game, GameLike, Outcome, Position, PositionLike, opponent
from katachi.games.outcome import COLORS
from katachi.records import GameRecord, save_sgf, write_sgf
from katachi.records.loaded_game import LoadedGame, load_game_record
from katachi.terminal.board import ASCII, Look, Overlay, draw, player_label
from katachi.terminal.play.players import HUMAN, RESIGN, Player

# Asks with a prompt; None at the end of the input.
Ask = Callable[[str], str | None]
# The best moves of a position with their values, a line each.
Advise = Callable[[PositionLike], Sequence[str]]


@dataclass(frozen=True)
class Seat:
    """Who plays a colour: a name for the record, and a player, or None for a person."""

    name: str = HUMAN
    player: Player | None = None


@dataclass(frozen=True)
class PlaySettings:
    """How a session behaves.

    `hints` marks the legal moves on the board. `advise` answers `hint`; without it there are only
    legal moves to tell. `loaded` is a game to go on with. `save` is a file for the game, written
    however the session ends. `overwrite` allows to replace files that were there before. `date` and
    `comment` go into the record.
    """

    look: Look = ASCII
    hints: bool = False
    advise: Advise | None = None
    loaded: LoadedGame | None = None
    save: Path | None = None
    overwrite: bool = False
    date: str = ""
    comment: str = ""


class PlaySession:
    """One game between two seats."""

    def __init__(
        self,
        game: GameLike,
        seats: Mapping[Color, Seat],
        settings: PlaySettings,
        *,
        ask: Ask,
        console: Console,
    ) -> None:
        """Nothing is printed or asked before `run`."""
        self._game = game
        self._seats = seats
        self._settings = settings
        self._ask = ask
        self._console = console
        self._hints = settings.hints
        self._start: PositionLike | None = None  # if it is not that of the game
        self._positions: list[PositionLike] = [game.start()]
        self._moves: list[str] = []
        self._outcome: Outcome | None = None
        self._left = False
        self._own_files: set[Path] = set()
        self._commands: dict[str, tuple[str, str, Callable[[str], None]]] = {
            "help": ("help", "this list", self._help),
            "hint": ("hint", "good moves, how good they are, and why", self._hint),
            "moves": ("moves, ?", "all legal moves", self._legal),
            "?": ("", "", self._legal),
            "hints": ("hints", "mark the legal moves on the board, or no longer", self._mark),
            "board": ("board", "draw the board again", self._board),
            "undo": ("undo", "take back your last move and the answer to it", self._undo),
            "resign": ("resign", "give up", self._resign),
            "save": ("save FILE", "write the game so far as SGF", self._save),
            "load": ("load FILE N", "go on with another game, after its move N", self._load),
            "quit": ("quit", "leave the game unfinished", self._quit),
        }
        if settings.loaded is not None:
            self._take_over(settings.loaded)

    @property
    def record(self) -> GameRecord:
        """The game so far."""
        return GameRecord(
            self._game,
            tuple(self._moves),
            black=self._seats["black"].name,
            white=self._seats["white"].name,
            outcome=self._outcome,
            start=self._start,
            date=self._settings.date,
            comment=self._settings.comment,
        )

    def run(self) -> None:
        """Plays until the game is over, resigned or left, then saves if that was asked for."""
        self._greet()
        self._draw()
        try:
            while self._outcome is None and not self._left:
                seat = self._seats[self._position.to_move]
                if seat.player is None:
                    self._take_line()
                    continue
                with self._console.status(f"{seat.name} thinks"):
                    move = seat.player.choose(self._position)
                if move == RESIGN:
                    self._resign("")
                else:
                    self._play(move)
        finally:
            self._save_at_the_end()

    @property
    def _position(self) -> PositionLike:
        return self._positions[-1]

    @property
    def _person_moves(self) -> bool:
        return self._seats[self._position.to_move].player is None

    def _say(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style=style), soft_wrap=True)

    def _say_of(self, color: Color, words: str) -> None:
        """A line that begins with a colour and its stone."""
        label = player_label(self._position, color, self._settings.look)
        self._console.print(label + Text(words), soft_wrap=True)

    def _greet(self) -> None:
        self._say(str(self._game) if isinstance(self._position, Position) else self._game.name)
        persons = [color for color in COLORS if self._seats[color].player is None]
        for color in COLORS:
            you = ", that is you" if persons == [color] else ""
            self._say_of(color, f": {self._seats[color].name}{you}")
        if isinstance(self._position, Position):
            self._say(self._position.game.aim, "dim")
        if self._settings.loaded is not None:
            self._say(self._settings.loaded.source)
        if persons:
            self._say("Type a move, or help.", "dim")

    def _draw(self) -> None:
        hints = self._position.legal_moves if self._hints and self._person_moves else ()
        last = self._moves[-1] if self._moves else None
        board = draw(self._position, self._settings.look, Overlay(last=last, hints=hints))
        self._console.print()
        self._console.print(board, soft_wrap=True)
        if self._outcome is not None:
            self._say(f"{self._outcome}.", "bold")
            return
        self._say_of(self._position.to_move, " to move")
        if self._person_moves:
            legal = self._position.legal_moves
            if len(legal) == 1:
                self._say(f"The only legal move is {legal[0]}.")
            elif "swap" in legal:
                self._say("You may swap.")

    def _take_line(self) -> None:
        """One line of a person: a command or a move."""
        line = self._ask(f"{self._position.to_move}> ")
        if line is None:
            self._say("End of input: the game is left unfinished.")
            self._left = True
            return
        word, _, argument = line.strip().partition(" ")
        if not word:
            return
        if word.lower() in self._commands:
            self._commands[word.lower()][2](argument.strip())
            return
        try:
            self._play(line.strip())
        except KatachiError as error:
            # The position stands on the screen already.
            self._say(str(error).partition("; position: ")[0])

    def _play(self, move: str) -> None:
        before = self._position
        self._positions.append(before.play(move))
        move = self._spelling(before, move)
        self._moves.append(move)
        self._say(f"{len(self._moves)}. {before.to_move.capitalize()} plays {move}", "bold")
        if self._position.is_over:
            self._outcome = self._counted_outcome()
        self._draw()

    def _counted_outcome(self) -> Outcome:
        """The result as people count it: without dead stones, which are named."""
        position = self._position
        counted = position.game.final_count(position) if isinstance(position, Position) else None
        if counted is None:
            return position.outcome
        if counted.dead:
            self._say(f"Dead stones, taken off: {' '.join(counted.dead)}")
        return counted.outcome

    @staticmethod
    def _spelling(position: PositionLike, move: str) -> str:
        """The usual text of a move that may be typed in several ways."""
        if isinstance(position, Position):
            return position.game.moves[position.game.number(move)]
        return move

    def _help(self, _: str) -> None:
        examples = ", ".join(list(self._position.legal_moves)[:3])
        self._say(f"Type a move, like {examples}, or one of:")
        for usage, meaning, _function in self._commands.values():
            if usage:
                self._say(f"  {usage:<12} {meaning}")

    def _hint(self, _: str) -> None:
        if self._settings.advise is None:
            self._legal("")
            return
        for line in self._settings.advise(self._position):
            self._say(f"  {line}")

    def _legal(self, _: str) -> None:
        self._say(f"Legal moves: {' '.join(self._position.legal_moves)}")

    def _mark(self, _: str) -> None:
        self._hints = not self._hints
        self._draw()

    def _board(self, _: str) -> None:
        self._draw()

    def _undo(self, _: str) -> None:
        """Back to the last time that a person was to move."""
        for plies in range(1, len(self._moves) + 1):
            if self._seats[self._positions[-1 - plies].to_move].player is None:
                self._say(f"Took back {' '.join(self._moves[-plies:])}.")
                del self._positions[-plies:], self._moves[-plies:]
                self._draw()
                return
        self._say("There is nothing to take back.")

    def _resign(self, _: str) -> None:
        winner = opponent(self._position.to_move)
        self._outcome = Outcome(winner, "resignation", 1.0 if winner == "black" else -1.0)
        self._say(f"{self._outcome}.", "bold")

    def _save(self, argument: str) -> None:
        if not argument:
            self._say("Save where? Type save FILE.")
            return
        try:
            self._write(Path(argument))
        except KatachiError as error:
            self._say(f"Not saved: {error}.")

    def _load(self, argument: str) -> None:
        name, _, number = argument.rpartition(" ")
        if not name or not number.isdecimal():
            name, number = argument, ""
        if not name:
            self._say("Load what? Type load FILE, or load FILE N.")
            return
        if not isinstance(self._game, Game):
            self._say(f"Not loaded: files know the built-in games, not {self._game.name}.")
            return
        try:
            loaded = load_game_record(Path(name), self._game, move=int(number) if number else None)
        except (KatachiError, OSError) as error:
            self._say(f"Not loaded: {error}.")
            return
        if loaded.record.game != self._game:
            self._say(
                f"Not loaded: it is a game of {loaded.record.game}, not of {self._game}. Leave "
                f"this one and type katachi play --load {name}."
            )
            return
        self._say(loaded.source)
        self._take_over(loaded)
        self._draw()

    def _take_over(self, loaded: LoadedGame) -> None:
        """Goes on where a loaded game stands."""
        self._start = loaded.record.start
        self._positions = list(loaded.positions)
        self._moves = list(loaded.moves)
        self._outcome = self._counted_outcome() if self._position.is_over else None

    def _quit(self, _: str) -> None:
        self._say("The game is left unfinished.")
        self._left = True

    def _write(self, path: Path) -> None:
        own = path.resolve() in self._own_files
        save_sgf(self.record, path, overwrite=own or self._settings.overwrite)
        self._own_files.add(path.resolve())
        self._say(f"Saved to {path}.")

    def _save_at_the_end(self) -> None:
        """If the file cannot be written after all, the game is printed: nothing is lost."""
        if self._settings.save is None:
            return
        try:
            self._write(self._settings.save)
        except KatachiError as error:
            self._say(f"Not saved: {error}. Here it is:")
            self._say(write_sgf(self.record))


def line_reader(stream: TextIO, console: Console) -> Ask:
    """Asks for lines from a stream.

    On a terminal with line editing and history; from elsewhere the lines are shown as if they had
    been typed.
    """
    if stream is sys.stdin and stream.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - gives input() its line editing

        def typed(prompt: str) -> str | None:
            try:
                return input(prompt)
            except EOFError:
                console.print()
                return None

        return typed

    def read(prompt: str) -> str | None:
        line = stream.readline()
        shown_line = line.rstrip("\n") if line else ""
        console.print(Text(f"{prompt}{shown_line}".rstrip()), soft_wrap=True)
        return line if line else None

    return read
