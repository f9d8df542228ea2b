# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

MessageThinkingType = Literal["adaptive", "disabled", "enabled"]

MESSAGE_THINKING_TYPE_VALUES: set[MessageThinkingType] = {
    "adaptive",
    "disabled",
    "enabled",
}


def check_message_thinking_type(value: str) -> MessageThinkingType:
    if value in MESSAGE_THINKING_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {MESSAGE_THINKING_TYPE_VALUES!r}")
