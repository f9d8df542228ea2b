# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

UpdateType = Literal["artifact", "checkpoint", "job", "log", "model", "reset", "run"]

UPDATE_TYPE_VALUES: set[UpdateType] = {
    "artifact",
    "checkpoint",
    "job",
    "log",
    "model",
    "reset",
    "run",
}


def check_update_type(value: str) -> UpdateType:
    if value in UPDATE_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {UPDATE_TYPE_VALUES!r}")
