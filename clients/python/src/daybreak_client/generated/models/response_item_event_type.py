# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ResponseItemEventType = Literal["response.output_item.added", "response.output_item.done"]

RESPONSE_ITEM_EVENT_TYPE_VALUES: set[ResponseItemEventType] = {
    "response.output_item.added",
    "response.output_item.done",
}


def check_response_item_event_type(value: str) -> ResponseItemEventType:
    if value in RESPONSE_ITEM_EVENT_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RESPONSE_ITEM_EVENT_TYPE_VALUES!r}")
