# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

MessageToolTypeType0 = Literal["custom"]

MESSAGE_TOOL_TYPE_TYPE_0_VALUES: set[MessageToolTypeType0] = {
    "custom",
}


def check_message_tool_type_type_0(value: str) -> MessageToolTypeType0:
    if value in MESSAGE_TOOL_TYPE_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {MESSAGE_TOOL_TYPE_TYPE_0_VALUES!r}")
