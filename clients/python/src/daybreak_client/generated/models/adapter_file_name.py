# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

AdapterFileName = Literal["adapter_config.json", "adapter_model.safetensors"]

ADAPTER_FILE_NAME_VALUES: set[AdapterFileName] = {
    "adapter_config.json",
    "adapter_model.safetensors",
}


def check_adapter_file_name(value: str) -> AdapterFileName:
    if value in ADAPTER_FILE_NAME_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ADAPTER_FILE_NAME_VALUES!r}")
