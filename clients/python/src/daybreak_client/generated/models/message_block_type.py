# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

MessageBlockType = Literal["redacted_thinking", "text", "thinking", "tool_result", "tool_use"]

MESSAGE_BLOCK_TYPE_VALUES: set[MessageBlockType] = {
    "redacted_thinking",
    "text",
    "thinking",
    "tool_result",
    "tool_use",
}


def check_message_block_type(value: str) -> MessageBlockType:
    if value in MESSAGE_BLOCK_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {MESSAGE_BLOCK_TYPE_VALUES!r}")
