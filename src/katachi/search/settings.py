"""Settings of the search: the parameters of its parts, grouped by phase.

The parts declare them in the core; docs/reference/search-settings.md lists all.
"""

from __future__ import annotations

import msgspec

from katachi import _core
from katachi.errors import InvalidSettings, shown
from katachi.search.parts import contradictions, range_refusals
from katachi.search.phases import (
    BackupSettings,
    ExpansionSettings,
    FinalSettings,
    PlayoutSettings,
    SelectionSettings,
)

# The settings of each phase, in the order of a simulation.
GROUPS = ("selection", "expansion", "playout", "backup", "final_move")
_DEFAULT = _core.MctsSettings()


class MctsSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    r"""Everything about a search except its budget.

    >>> selection = SelectionSettings(rave="hand_selected", exploration=0.4)
    >>> MctsSettings(selection=selection).selection.rave
    'hand_selected'
    >>> MctsSettings.from_toml("[playout]\nlast_good_reply = 2\nforgetting = true").threads
    1
    """

    selection: SelectionSettings = SelectionSettings()
    expansion: ExpansionSettings = ExpansionSettings()
    playout: PlayoutSettings = PlayoutSettings()
    backup: BackupSettings = BackupSettings()
    final_move: FinalSettings = FinalSettings()
    seed: int = _DEFAULT.seed
    threads: int = _DEFAULT.threads
    megabytes: int = _DEFAULT.megabytes

    def __post_init__(self) -> None:
        """Refuses wrong types, numbers out of range and parts that cannot work together."""
        for name in GROUPS:
            group = getattr(self, name)
            try:  # fields given in Python are not checked by msgspec itself
                msgspec.convert(msgspec.structs.asdict(group), type(group))
            except (msgspec.ValidationError, TypeError) as error:
                raise InvalidSettings(f"{name} is wrong: {error}") from None
        for name in ("seed", "threads", "megabytes"):
            if not isinstance(getattr(self, name), int):
                raise InvalidSettings(
                    f"{name} must be a whole number, not {shown(getattr(self, name))}"
                )
        for refusals in (range_refusals(self), contradictions(self)):
            for sentence in refusals:
                raise InvalidSettings(sentence)

    @classmethod
    def from_toml(cls, text: str) -> MctsSettings:
        """Reads TOML with the groups as tables; raises `InvalidSettings`."""
        try:
            return msgspec.toml.decode(text, type=cls)
        except msgspec.MsgspecError as error:
            raise InvalidSettings(f"settings are wrong: {error}") from None

    def to_core(self) -> _core.MctsSettings:
        """The structure of the core."""
        core = _core.MctsSettings()
        for group in GROUPS:
            target, source = getattr(core, group), getattr(self, group)
            for field in source.__struct_fields__:
                setattr(target, field, getattr(source, field))
        core.seed = self.seed % 2**64
        core.threads = self.threads
        core.megabytes = self.megabytes
        return core
