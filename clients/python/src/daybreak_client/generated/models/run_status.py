# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

RunStatus = Literal["idle", "queued", "running"]

RUN_STATUS_VALUES: set[RunStatus] = {
    "idle",
    "queued",
    "running",
}


def check_run_status(value: str) -> RunStatus:
    if value in RUN_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RUN_STATUS_VALUES!r}")
