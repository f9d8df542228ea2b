# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

TrajectoryOutcome = Literal["logged", "no_advantage", "too_long", "trained", "without_tokens"]

TRAJECTORY_OUTCOME_VALUES: set[TrajectoryOutcome] = {
    "logged",
    "no_advantage",
    "too_long",
    "trained",
    "without_tokens",
}


def check_trajectory_outcome(value: str) -> TrajectoryOutcome:
    if value in TRAJECTORY_OUTCOME_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TRAJECTORY_OUTCOME_VALUES!r}")
