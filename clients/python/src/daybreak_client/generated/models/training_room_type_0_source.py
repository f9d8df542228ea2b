# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

TrainingRoomType0Source = Literal["assumed", "driver", "machine", "operator"]

TRAINING_ROOM_TYPE_0_SOURCE_VALUES: set[TrainingRoomType0Source] = {
    "assumed",
    "driver",
    "machine",
    "operator",
}


def check_training_room_type_0_source(value: str) -> TrainingRoomType0Source:
    if value in TRAINING_ROOM_TYPE_0_SOURCE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TRAINING_ROOM_TYPE_0_SOURCE_VALUES!r}")
