# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

WorkerState = Literal["draining", "loading", "ready"]

WORKER_STATE_VALUES: set[WorkerState] = {
    "draining",
    "loading",
    "ready",
}


def check_worker_state(value: str) -> WorkerState:
    if value in WORKER_STATE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {WORKER_STATE_VALUES!r}")
