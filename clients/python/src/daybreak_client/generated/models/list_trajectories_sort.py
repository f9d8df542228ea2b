# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ListTrajectoriesSort = Literal["highest_reward", "longest", "lowest_reward", "newest", "oldest", "shortest"]

LIST_TRAJECTORIES_SORT_VALUES: set[ListTrajectoriesSort] = {
    "highest_reward",
    "longest",
    "lowest_reward",
    "newest",
    "oldest",
    "shortest",
}


def check_list_trajectories_sort(value: str) -> ListTrajectoriesSort:
    if value in LIST_TRAJECTORIES_SORT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LIST_TRAJECTORIES_SORT_VALUES!r}")
