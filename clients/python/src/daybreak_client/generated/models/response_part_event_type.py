# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ResponsePartEventType = Literal["response.content_part.added", "response.content_part.done"]

RESPONSE_PART_EVENT_TYPE_VALUES: set[ResponsePartEventType] = {
    "response.content_part.added",
    "response.content_part.done",
}


def check_response_part_event_type(value: str) -> ResponsePartEventType:
    if value in RESPONSE_PART_EVENT_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RESPONSE_PART_EVENT_TYPE_VALUES!r}")
