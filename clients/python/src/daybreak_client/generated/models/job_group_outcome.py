# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

JobGroupOutcome = Literal["empty", "equal_rewards", "single", "too_long", "trained", "without_tokens"]

JOB_GROUP_OUTCOME_VALUES: set[JobGroupOutcome] = {
    "empty",
    "equal_rewards",
    "single",
    "too_long",
    "trained",
    "without_tokens",
}


def check_job_group_outcome(value: str) -> JobGroupOutcome:
    if value in JOB_GROUP_OUTCOME_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {JOB_GROUP_OUTCOME_VALUES!r}")
