# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

CompletionRequestTruncationSideType0 = Literal["left", "right"]

COMPLETION_REQUEST_TRUNCATION_SIDE_TYPE_0_VALUES: set[CompletionRequestTruncationSideType0] = {
    "left",
    "right",
}


def check_completion_request_truncation_side_type_0(value: str) -> CompletionRequestTruncationSideType0:
    if value in COMPLETION_REQUEST_TRUNCATION_SIDE_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {COMPLETION_REQUEST_TRUNCATION_SIDE_TYPE_0_VALUES!r}")
