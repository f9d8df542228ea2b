# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ChatCompletionRequestTruncationSideType0 = Literal["left", "right"]

CHAT_COMPLETION_REQUEST_TRUNCATION_SIDE_TYPE_0_VALUES: set[ChatCompletionRequestTruncationSideType0] = {
    "left",
    "right",
}


def check_chat_completion_request_truncation_side_type_0(value: str) -> ChatCompletionRequestTruncationSideType0:
    if value in CHAT_COMPLETION_REQUEST_TRUNCATION_SIDE_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {CHAT_COMPLETION_REQUEST_TRUNCATION_SIDE_TYPE_0_VALUES!r}"
    )
