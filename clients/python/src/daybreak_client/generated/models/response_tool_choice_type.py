# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ResponseToolChoiceType = Literal["function"]

RESPONSE_TOOL_CHOICE_TYPE_VALUES: set[ResponseToolChoiceType] = {
    "function",
}


def check_response_tool_choice_type(value: str) -> ResponseToolChoiceType:
    if value in RESPONSE_TOOL_CHOICE_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RESPONSE_TOOL_CHOICE_TYPE_VALUES!r}")
