# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ListTrainingJobsOrder = Literal["asc", "desc"]

LIST_TRAINING_JOBS_ORDER_VALUES: set[ListTrainingJobsOrder] = {
    "asc",
    "desc",
}


def check_list_training_jobs_order(value: str) -> ListTrainingJobsOrder:
    if value in LIST_TRAINING_JOBS_ORDER_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LIST_TRAINING_JOBS_ORDER_VALUES!r}")
