# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ResponseToolType = Literal["function"]

RESPONSE_TOOL_TYPE_VALUES: set[ResponseToolType] = {
    "function",
}


def check_response_tool_type(value: str) -> ResponseToolType:
    if value in RESPONSE_TOOL_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RESPONSE_TOOL_TYPE_VALUES!r}")
