# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ChatCompletionRequestToolChoiceType0 = Literal["auto", "none", "required"]

CHAT_COMPLETION_REQUEST_TOOL_CHOICE_TYPE_0_VALUES: set[ChatCompletionRequestToolChoiceType0] = {
    "auto",
    "none",
    "required",
}


def check_chat_completion_request_tool_choice_type_0(value: str) -> ChatCompletionRequestToolChoiceType0:
    if value in CHAT_COMPLETION_REQUEST_TOOL_CHOICE_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {CHAT_COMPLETION_REQUEST_TOOL_CHOICE_TYPE_0_VALUES!r}"
    )
