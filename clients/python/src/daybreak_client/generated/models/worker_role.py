# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

WorkerRole = Literal["all", "worker"]

WORKER_ROLE_VALUES: set[WorkerRole] = {
    "all",
    "worker",
}


def check_worker_role(value: str) -> WorkerRole:
    if value in WORKER_ROLE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {WORKER_ROLE_VALUES!r}")
