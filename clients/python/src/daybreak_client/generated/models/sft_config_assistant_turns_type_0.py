# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

SftConfigAssistantTurnsType0 = Literal["all", "last"]

SFT_CONFIG_ASSISTANT_TURNS_TYPE_0_VALUES: set[SftConfigAssistantTurnsType0] = {
    "all",
    "last",
}


def check_sft_config_assistant_turns_type_0(value: str) -> SftConfigAssistantTurnsType0:
    if value in SFT_CONFIG_ASSISTANT_TURNS_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {SFT_CONFIG_ASSISTANT_TURNS_TYPE_0_VALUES!r}")
