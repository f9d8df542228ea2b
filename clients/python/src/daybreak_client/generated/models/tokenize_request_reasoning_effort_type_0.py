# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

TokenizeRequestReasoningEffortType0 = Literal["high", "low", "max", "medium", "minimal", "none", "xhigh"]

TOKENIZE_REQUEST_REASONING_EFFORT_TYPE_0_VALUES: set[TokenizeRequestReasoningEffortType0] = {
    "high",
    "low",
    "max",
    "medium",
    "minimal",
    "none",
    "xhigh",
}


def check_tokenize_request_reasoning_effort_type_0(value: str) -> TokenizeRequestReasoningEffortType0:
    if value in TOKENIZE_REQUEST_REASONING_EFFORT_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TOKENIZE_REQUEST_REASONING_EFFORT_TYPE_0_VALUES!r}")
