"""Settings: what is refused, and in which words."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference.search_settings import all_fields, repaired, settings_of
from reference.search_toys import Lines

import katachi
from katachi import Mcts, MctsSettings, PlayoutSettings, SelectionSettings, _core
from katachi.agents.setting_texts import setting_texts
from katachi.games.core_capabilities import games_with
from katachi.search.parts import RANGES
from katachi.search.reference import shortest
from katachi.search.settings import GROUPS


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[selection]\nexploration = -1.0", "selection.exploration must be 0 to 1e+06, not -1.0"),
        ("[selection]\ngrave_visits = 5", "selection.grave_visits needs selection.rave"),
        ("[selection]\namaf_moves = 5", "selection.amaf_moves needs selection.rave"),
        ("[selection]\nkiller_moves = 5", "selection.killer_moves needs selection.rave"),
        ("[selection]\nscore_bounds = true", "selection.score_bounds needs selection.solver"),
        ("[playout]\nforgetting = true", "playout.forgetting needs playout.last_good_reply"),
        ("[playout]\nngrams = 3", "playout.ngrams must be 0 to 2, not 3"),
        ("[playout]\nngram_averaging = true", "playout.ngram_averaging needs playout.ngrams = 2"),
        ("[expansion]\nedge_counts_itself = true", "needs expansion.edge_connections"),
        ("threads = 0", "threads must be 1 to 1024, not 0"),
        ("[selection]\nexplorration = 1.0", "explorration"),
        ("[selection]\nrave = 'yes'", "rave"),
        ("[selection]\nexploration = 'much'", "Expected `float`"),
        ("this is no toml", "settings are wrong"),
    ],
)
def test_impossible_settings_are_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(katachi.InvalidSettings) as caught:
        MctsSettings.from_toml(text)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        (MctsSettings(playout=PlayoutSettings(mate=2.0)), f"playout.mate is for {games_with('winning cells')}, not for othello"),
        (MctsSettings(selection=SelectionSettings(bias="ikeda")), "selection.bias = 'ikeda' needs knowledge"),
        (MctsSettings(selection=SelectionSettings(formula="puct")), "selection.formula = 'puct' needs knowledge"),
        (MctsSettings(selection=SelectionSettings(widening=True)), "selection.widening needs knowledge"),
        (MctsSettings(playout=PlayoutSettings(base="roulette")), "playout.base = 'roulette' needs playout weights"),
    ],
)  # fmt: skip
def test_settings_that_do_not_fit_the_game_are_refused(
    setting: MctsSettings, sentence: str
) -> None:
    with pytest.raises(katachi.InvalidSettings) as caught:
        Mcts(katachi.Othello(), setting)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("path", RANGES)
def test_every_range_is_watched_at_both_ends(path: str) -> None:
    kinds = {name: kind for name, kind, _ in all_fields()}
    low, high = RANGES[path]
    outside = [math.nan, math.inf, -math.inf] if kinds[path] is float else []
    for value in (low - 1, high + high, *outside):
        with pytest.raises(katachi.InvalidSettings, match=f"^{path} must be "):
            settings_of({path: kinds[path](value) if value == value // 1 else value})
    # Both ends themselves are allowed, unless the field needs another one.
    for value in (low, high):
        _, sentences = repaired({path: kinds[path](value)}, lambda settings: settings)
        assert all(" needs " in sentence for sentence in sentences)


def test_every_number_has_a_range() -> None:
    """First-play urgency may be infinite and has a check of its own; a seed is any whole number."""
    numbers = {path for path, kind, _ in all_fields() if kind in (int, float)}
    assert numbers - RANGES.keys() == {"selection.first_play_urgency", "seed"}


def test_nan_is_no_urgency() -> None:
    with pytest.raises(katachi.InvalidSettings, match="first_play_urgency"):
        MctsSettings(selection=SelectionSettings(first_play_urgency=math.nan))


@pytest.mark.parametrize("urgency", [-math.inf, -1e300, 1e300])
def test_an_urgency_that_single_precision_cannot_hold_is_refused(urgency: float) -> None:
    with pytest.raises(katachi.InvalidSettings, match="first_play_urgency"):
        MctsSettings(selection=SelectionSettings(first_play_urgency=urgency))


@pytest.mark.parametrize(
    "changes",
    [{"selection.formula": "nix"}, {"selection.exploration": "much"}, {"seed": "a"}],
)
def test_wrong_types_in_python_are_refused(changes: dict[str, object]) -> None:
    with pytest.raises(katachi.InvalidSettings):
        settings_of(changes)


def test_a_game_in_python_is_searched_in_one_thread() -> None:
    with pytest.raises(katachi.InvalidSettings, match="one thread"):
        Mcts(Lines(), MctsSettings(threads=2))


def test_any_whole_number_is_a_seed() -> None:
    for seed in (0, -1, 2**64 + 5, -(2**200)):
        assert Mcts(katachi.Hex(3), MctsSettings(seed=seed)).run(simulations=5).simulations == 5


def test_defaults_print_as_they_are_written() -> None:
    """The core has single precision: its 0.7 must not show as 0.699999988079071."""
    settings = MctsSettings()
    core = _core.MctsSettings()
    seen = 0
    for group in GROUPS:
        for name in getattr(settings, group).__struct_fields__:
            value = getattr(getattr(settings, group), name)
            if isinstance(value, float) and math.isfinite(value):
                seen += 1
                assert len(repr(value)) <= 6, (group, name, value)
                assert setting_texts(settings)[f"{group}.{name}"] == f"{value:g}"
                # Nothing changes for the core.
                assert getattr(getattr(settings.to_core(), group), name) == getattr(
                    getattr(core, group), name
                )
    assert seen > 10
    assert "exploration=0.7," in repr(settings)
    assert b"99999" not in msgspec.json.encode(settings)


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_the_shortest_number_is_the_same_in_single_precision(value: float) -> None:
    assert np.float32(shortest(value)) == np.float32(value)
    assert len(repr(shortest(value))) <= len(repr(value))
