# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ResponseRequestTruncationType0 = Literal["auto", "disabled"]

RESPONSE_REQUEST_TRUNCATION_TYPE_0_VALUES: set[ResponseRequestTruncationType0] = {
    "auto",
    "disabled",
}


def check_response_request_truncation_type_0(value: str) -> ResponseRequestTruncationType0:
    if value in RESPONSE_REQUEST_TRUNCATION_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RESPONSE_REQUEST_TRUNCATION_TYPE_0_VALUES!r}")
