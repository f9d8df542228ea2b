# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ChatCompletionRequestReasoningEffortType0 = Literal["high", "low", "max", "medium", "minimal", "none", "xhigh"]

CHAT_COMPLETION_REQUEST_REASONING_EFFORT_TYPE_0_VALUES: set[ChatCompletionRequestReasoningEffortType0] = {
    "high",
    "low",
    "max",
    "medium",
    "minimal",
    "none",
    "xhigh",
}


def check_chat_completion_request_reasoning_effort_type_0(value: str) -> ChatCompletionRequestReasoningEffortType0:
    if value in CHAT_COMPLETION_REQUEST_REASONING_EFFORT_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {CHAT_COMPLETION_REQUEST_REASONING_EFFORT_TYPE_0_VALUES!r}"
    )
