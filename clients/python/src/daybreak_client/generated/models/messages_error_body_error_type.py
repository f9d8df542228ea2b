# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

MessagesErrorBodyErrorType = Literal[
    "api_error",
    "authentication_error",
    "invalid_request_error",
    "not_found_error",
    "overloaded_error",
    "permission_error",
    "rate_limit_error",
    "request_too_large",
]

MESSAGES_ERROR_BODY_ERROR_TYPE_VALUES: set[MessagesErrorBodyErrorType] = {
    "api_error",
    "authentication_error",
    "invalid_request_error",
    "not_found_error",
    "overloaded_error",
    "permission_error",
    "rate_limit_error",
    "request_too_large",
}


def check_messages_error_body_error_type(value: str) -> MessagesErrorBodyErrorType:
    if value in MESSAGES_ERROR_BODY_ERROR_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {MESSAGES_ERROR_BODY_ERROR_TYPE_VALUES!r}")
