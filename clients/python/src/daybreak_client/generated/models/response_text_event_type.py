# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ResponseTextEventType = Literal["response.output_text.done", "response.reasoning_text.done"]

RESPONSE_TEXT_EVENT_TYPE_VALUES: set[ResponseTextEventType] = {
    "response.output_text.done",
    "response.reasoning_text.done",
}


def check_response_text_event_type(value: str) -> ResponseTextEventType:
    if value in RESPONSE_TEXT_EVENT_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RESPONSE_TEXT_EVENT_TYPE_VALUES!r}")
