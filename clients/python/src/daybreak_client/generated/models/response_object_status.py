# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ResponseObjectStatus = Literal["completed", "in_progress", "incomplete"]

RESPONSE_OBJECT_STATUS_VALUES: set[ResponseObjectStatus] = {
    "completed",
    "in_progress",
    "incomplete",
}


def check_response_object_status(value: str) -> ResponseObjectStatus:
    if value in RESPONSE_OBJECT_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RESPONSE_OBJECT_STATUS_VALUES!r}")
