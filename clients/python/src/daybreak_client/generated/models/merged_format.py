# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

MergedFormat = Literal["gguf-bf16", "gguf-f16", "gguf-f32", "gguf-q4_0", "gguf-q4_1", "gguf-q8_0", "safetensors"]

MERGED_FORMAT_VALUES: set[MergedFormat] = {
    "gguf-bf16",
    "gguf-f16",
    "gguf-f32",
    "gguf-q4_0",
    "gguf-q4_1",
    "gguf-q8_0",
    "safetensors",
}


def check_merged_format(value: str) -> MergedFormat:
    if value in MERGED_FORMAT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {MERGED_FORMAT_VALUES!r}")
