# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

MessageTurnRole = Literal["assistant", "system", "user"]

MESSAGE_TURN_ROLE_VALUES: set[MessageTurnRole] = {
    "assistant",
    "system",
    "user",
}


def check_message_turn_role(value: str) -> MessageTurnRole:
    if value in MESSAGE_TURN_ROLE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {MESSAGE_TURN_ROLE_VALUES!r}")
