# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ResponseObjectToolChoiceType0 = Literal["auto", "none", "required"]

RESPONSE_OBJECT_TOOL_CHOICE_TYPE_0_VALUES: set[ResponseObjectToolChoiceType0] = {
    "auto",
    "none",
    "required",
}


def check_response_object_tool_choice_type_0(value: str) -> ResponseObjectToolChoiceType0:
    if value in RESPONSE_OBJECT_TOOL_CHOICE_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RESPONSE_OBJECT_TOOL_CHOICE_TYPE_0_VALUES!r}")
