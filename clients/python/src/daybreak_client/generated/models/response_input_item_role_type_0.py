# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ResponseInputItemRoleType0 = Literal["assistant", "developer", "system", "user"]

RESPONSE_INPUT_ITEM_ROLE_TYPE_0_VALUES: set[ResponseInputItemRoleType0] = {
    "assistant",
    "developer",
    "system",
    "user",
}


def check_response_input_item_role_type_0(value: str) -> ResponseInputItemRoleType0:
    if value in RESPONSE_INPUT_ITEM_ROLE_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RESPONSE_INPUT_ITEM_ROLE_TYPE_0_VALUES!r}")
