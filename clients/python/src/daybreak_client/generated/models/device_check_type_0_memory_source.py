# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

DeviceCheckType0MemorySource = Literal["assumed", "driver", "machine"]

DEVICE_CHECK_TYPE_0_MEMORY_SOURCE_VALUES: set[DeviceCheckType0MemorySource] = {
    "assumed",
    "driver",
    "machine",
}


def check_device_check_type_0_memory_source(value: str) -> DeviceCheckType0MemorySource:
    if value in DEVICE_CHECK_TYPE_0_MEMORY_SOURCE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {DEVICE_CHECK_TYPE_0_MEMORY_SOURCE_VALUES!r}")
