# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

MessageStopReasonType0 = Literal["end_turn", "max_tokens", "model_context_window_exceeded", "stop_sequence", "tool_use"]

MESSAGE_STOP_REASON_TYPE_0_VALUES: set[MessageStopReasonType0] = {
    "end_turn",
    "max_tokens",
    "model_context_window_exceeded",
    "stop_sequence",
    "tool_use",
}


def check_message_stop_reason_type_0(value: str) -> MessageStopReasonType0:
    if value in MESSAGE_STOP_REASON_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {MESSAGE_STOP_REASON_TYPE_0_VALUES!r}")
