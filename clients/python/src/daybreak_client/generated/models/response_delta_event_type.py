# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ResponseDeltaEventType = Literal[
    "response.function_call_arguments.delta", "response.output_text.delta", "response.reasoning_text.delta"
]

RESPONSE_DELTA_EVENT_TYPE_VALUES: set[ResponseDeltaEventType] = {
    "response.function_call_arguments.delta",
    "response.output_text.delta",
    "response.reasoning_text.delta",
}


def check_response_delta_event_type(value: str) -> ResponseDeltaEventType:
    if value in RESPONSE_DELTA_EVENT_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RESPONSE_DELTA_EVENT_TYPE_VALUES!r}")
