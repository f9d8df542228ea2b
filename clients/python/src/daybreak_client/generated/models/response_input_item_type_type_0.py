# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ResponseInputItemTypeType0 = Literal["function_call", "function_call_output", "message", "reasoning"]

RESPONSE_INPUT_ITEM_TYPE_TYPE_0_VALUES: set[ResponseInputItemTypeType0] = {
    "function_call",
    "function_call_output",
    "message",
    "reasoning",
}


def check_response_input_item_type_type_0(value: str) -> ResponseInputItemTypeType0:
    if value in RESPONSE_INPUT_ITEM_TYPE_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RESPONSE_INPUT_ITEM_TYPE_TYPE_0_VALUES!r}")
