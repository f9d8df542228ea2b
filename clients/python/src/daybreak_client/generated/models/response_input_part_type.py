# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ResponseInputPartType = Literal["input_text", "output_text", "reasoning_text", "refusal"]

RESPONSE_INPUT_PART_TYPE_VALUES: set[ResponseInputPartType] = {
    "input_text",
    "output_text",
    "reasoning_text",
    "refusal",
}


def check_response_input_part_type(value: str) -> ResponseInputPartType:
    if value in RESPONSE_INPUT_PART_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RESPONSE_INPUT_PART_TYPE_VALUES!r}")
