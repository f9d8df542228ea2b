# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

JobKind = Literal["rl", "sft"]

JOB_KIND_VALUES: set[JobKind] = {
    "rl",
    "sft",
}


def check_job_kind(value: str) -> JobKind:
    if value in JOB_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {JOB_KIND_VALUES!r}")
