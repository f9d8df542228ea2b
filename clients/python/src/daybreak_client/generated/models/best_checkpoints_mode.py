# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

BestCheckpointsMode = Literal["max", "min"]

BEST_CHECKPOINTS_MODE_VALUES: set[BestCheckpointsMode] = {
    "max",
    "min",
}


def check_best_checkpoints_mode(value: str) -> BestCheckpointsMode:
    if value in BEST_CHECKPOINTS_MODE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {BEST_CHECKPOINTS_MODE_VALUES!r}")
