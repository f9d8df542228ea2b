# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

MessageOutputConfigEffortType0 = Literal["high", "low", "max", "medium", "xhigh"]

MESSAGE_OUTPUT_CONFIG_EFFORT_TYPE_0_VALUES: set[MessageOutputConfigEffortType0] = {
    "high",
    "low",
    "max",
    "medium",
    "xhigh",
}


def check_message_output_config_effort_type_0(value: str) -> MessageOutputConfigEffortType0:
    if value in MESSAGE_OUTPUT_CONFIG_EFFORT_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {MESSAGE_OUTPUT_CONFIG_EFFORT_TYPE_0_VALUES!r}")
