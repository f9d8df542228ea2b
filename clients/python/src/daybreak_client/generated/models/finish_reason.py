# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

FinishReason = Literal["length", "stop", "tool_calls"]

FINISH_REASON_VALUES: set[FinishReason] = {
    "length",
    "stop",
    "tool_calls",
}


def check_finish_reason(value: str) -> FinishReason:
    if value in FINISH_REASON_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {FINISH_REASON_VALUES!r}")
