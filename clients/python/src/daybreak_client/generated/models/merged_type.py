# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

MergedType = Literal["bf16", "f32"]

MERGED_TYPE_VALUES: set[MergedType] = {
    "bf16",
    "f32",
}


def check_merged_type(value: str) -> MergedType:
    if value in MERGED_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {MERGED_TYPE_VALUES!r}")
