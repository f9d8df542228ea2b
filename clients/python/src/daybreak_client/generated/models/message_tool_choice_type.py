# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

MessageToolChoiceType = Literal["any", "auto", "none", "tool"]

MESSAGE_TOOL_CHOICE_TYPE_VALUES: set[MessageToolChoiceType] = {
    "any",
    "auto",
    "none",
    "tool",
}


def check_message_tool_choice_type(value: str) -> MessageToolChoiceType:
    if value in MESSAGE_TOOL_CHOICE_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {MESSAGE_TOOL_CHOICE_TYPE_VALUES!r}")
