# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ResponseObjectTruncation = Literal["auto", "disabled"]

RESPONSE_OBJECT_TRUNCATION_VALUES: set[ResponseObjectTruncation] = {
    "auto",
    "disabled",
}


def check_response_object_truncation(value: str) -> ResponseObjectTruncation:
    if value in RESPONSE_OBJECT_TRUNCATION_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RESPONSE_OBJECT_TRUNCATION_VALUES!r}")
