# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

RlConfigKlPenaltySourceType0 = Literal["current_learner", "sample"]

RL_CONFIG_KL_PENALTY_SOURCE_TYPE_0_VALUES: set[RlConfigKlPenaltySourceType0] = {
    "current_learner",
    "sample",
}


def check_rl_config_kl_penalty_source_type_0(value: str) -> RlConfigKlPenaltySourceType0:
    if value in RL_CONFIG_KL_PENALTY_SOURCE_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RL_CONFIG_KL_PENALTY_SOURCE_TYPE_0_VALUES!r}")
