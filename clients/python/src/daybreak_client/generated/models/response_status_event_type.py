# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ResponseStatusEventType = Literal[
    "response.completed", "response.created", "response.in_progress", "response.incomplete"
]

RESPONSE_STATUS_EVENT_TYPE_VALUES: set[ResponseStatusEventType] = {
    "response.completed",
    "response.created",
    "response.in_progress",
    "response.incomplete",
}


def check_response_status_event_type(value: str) -> ResponseStatusEventType:
    if value in RESPONSE_STATUS_EVENT_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RESPONSE_STATUS_EVENT_TYPE_VALUES!r}")
