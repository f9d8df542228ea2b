# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ResponseFormatType = Literal["json_object", "json_schema", "structural_tag", "text"]

RESPONSE_FORMAT_TYPE_VALUES: set[ResponseFormatType] = {
    "json_object",
    "json_schema",
    "structural_tag",
    "text",
}


def check_response_format_type(value: str) -> ResponseFormatType:
    if value in RESPONSE_FORMAT_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RESPONSE_FORMAT_TYPE_VALUES!r}")
