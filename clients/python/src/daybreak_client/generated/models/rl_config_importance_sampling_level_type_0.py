# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

RlConfigImportanceSamplingLevelType0 = Literal["average", "geometric_average", "sequence", "token"]

RL_CONFIG_IMPORTANCE_SAMPLING_LEVEL_TYPE_0_VALUES: set[RlConfigImportanceSamplingLevelType0] = {
    "average",
    "geometric_average",
    "sequence",
    "token",
}


def check_rl_config_importance_sampling_level_type_0(value: str) -> RlConfigImportanceSamplingLevelType0:
    if value in RL_CONFIG_IMPORTANCE_SAMPLING_LEVEL_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {RL_CONFIG_IMPORTANCE_SAMPLING_LEVEL_TYPE_0_VALUES!r}"
    )
