# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ErrorCode = Literal[
    "compute_unavailable",
    "conflict",
    "context_length_exceeded",
    "database_unavailable",
    "disk_full",
    "draining",
    "headers_too_large",
    "host_not_allowed",
    "insufficient_scope",
    "internal_error",
    "invalid_api_key",
    "malformed_request",
    "method_not_allowed",
    "model_not_found",
    "not_found",
    "not_implemented",
    "payload_too_large",
    "queue_full",
    "quota_exceeded",
    "rate_limit_exceeded",
    "request_timeout",
    "unsupported_media_type",
    "unsupported_value",
    "validation_failed",
]

ERROR_CODE_VALUES: set[ErrorCode] = {
    "compute_unavailable",
    "conflict",
    "context_length_exceeded",
    "database_unavailable",
    "disk_full",
    "draining",
    "headers_too_large",
    "host_not_allowed",
    "insufficient_scope",
    "internal_error",
    "invalid_api_key",
    "malformed_request",
    "method_not_allowed",
    "model_not_found",
    "not_found",
    "not_implemented",
    "payload_too_large",
    "queue_full",
    "quota_exceeded",
    "rate_limit_exceeded",
    "request_timeout",
    "unsupported_media_type",
    "unsupported_value",
    "validation_failed",
}


def check_error_code(value: str) -> ErrorCode:
    if value in ERROR_CODE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ERROR_CODE_VALUES!r}")
