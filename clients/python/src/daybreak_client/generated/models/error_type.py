# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ErrorType = Literal[
    "authentication_error",
    "conflict_error",
    "invalid_request_error",
    "not_found_error",
    "permission_error",
    "rate_limit_error",
    "server_error",
]

ERROR_TYPE_VALUES: set[ErrorType] = {
    "authentication_error",
    "conflict_error",
    "invalid_request_error",
    "not_found_error",
    "permission_error",
    "rate_limit_error",
    "server_error",
}


def check_error_type(value: str) -> ErrorType:
    if value in ERROR_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ERROR_TYPE_VALUES!r}")
