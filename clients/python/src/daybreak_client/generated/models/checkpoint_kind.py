# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

CheckpointKind = Literal["import", "rl", "sft"]

CHECKPOINT_KIND_VALUES: set[CheckpointKind] = {
    "import",
    "rl",
    "sft",
}


def check_checkpoint_kind(value: str) -> CheckpointKind:
    if value in CHECKPOINT_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {CHECKPOINT_KIND_VALUES!r}")
