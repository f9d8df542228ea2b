# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ResponseItemStatus = Literal["completed", "in_progress", "incomplete"]

RESPONSE_ITEM_STATUS_VALUES: set[ResponseItemStatus] = {
    "completed",
    "in_progress",
    "incomplete",
}


def check_response_item_status(value: str) -> ResponseItemStatus:
    if value in RESPONSE_ITEM_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RESPONSE_ITEM_STATUS_VALUES!r}")
