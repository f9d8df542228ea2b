# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ResponseTextFormatType = Literal["json_object", "json_schema", "text"]

RESPONSE_TEXT_FORMAT_TYPE_VALUES: set[ResponseTextFormatType] = {
    "json_object",
    "json_schema",
    "text",
}


def check_response_text_format_type(value: str) -> ResponseTextFormatType:
    if value in RESPONSE_TEXT_FORMAT_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RESPONSE_TEXT_FORMAT_TYPE_VALUES!r}")
