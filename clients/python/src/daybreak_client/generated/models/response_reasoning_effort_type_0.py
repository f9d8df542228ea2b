# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ResponseReasoningEffortType0 = Literal["high", "low", "max", "medium", "minimal", "none", "xhigh"]

RESPONSE_REASONING_EFFORT_TYPE_0_VALUES: set[ResponseReasoningEffortType0] = {
    "high",
    "low",
    "max",
    "medium",
    "minimal",
    "none",
    "xhigh",
}


def check_response_reasoning_effort_type_0(value: str) -> ResponseReasoningEffortType0:
    if value in RESPONSE_REASONING_EFFORT_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RESPONSE_REASONING_EFFORT_TYPE_0_VALUES!r}")
