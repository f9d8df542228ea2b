# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ChatMessageToolCallTypeType0 = Literal["function", "tool_call"]

CHAT_MESSAGE_TOOL_CALL_TYPE_TYPE_0_VALUES: set[ChatMessageToolCallTypeType0] = {
    "function",
    "tool_call",
}


def check_chat_message_tool_call_type_type_0(value: str) -> ChatMessageToolCallTypeType0:
    if value in CHAT_MESSAGE_TOOL_CALL_TYPE_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {CHAT_MESSAGE_TOOL_CALL_TYPE_TYPE_0_VALUES!r}")
