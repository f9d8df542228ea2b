# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ResponseRequestToolChoiceType0 = Literal["auto", "none", "required"]

RESPONSE_REQUEST_TOOL_CHOICE_TYPE_0_VALUES: set[ResponseRequestToolChoiceType0] = {
    "auto",
    "none",
    "required",
}


def check_response_request_tool_choice_type_0(value: str) -> ResponseRequestToolChoiceType0:
    if value in RESPONSE_REQUEST_TOOL_CHOICE_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RESPONSE_REQUEST_TOOL_CHOICE_TYPE_0_VALUES!r}")
