# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

TrajectoryMessageRole = Literal["assistant", "developer", "function", "system", "tool", "user"]

TRAJECTORY_MESSAGE_ROLE_VALUES: set[TrajectoryMessageRole] = {
    "assistant",
    "developer",
    "function",
    "system",
    "tool",
    "user",
}


def check_trajectory_message_role(value: str) -> TrajectoryMessageRole:
    if value in TRAJECTORY_MESSAGE_ROLE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TRAJECTORY_MESSAGE_ROLE_VALUES!r}")
