# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

RlConfigLossFnType0 = Literal["cispo", "ppo"]

RL_CONFIG_LOSS_FN_TYPE_0_VALUES: set[RlConfigLossFnType0] = {
    "cispo",
    "ppo",
}


def check_rl_config_loss_fn_type_0(value: str) -> RlConfigLossFnType0:
    if value in RL_CONFIG_LOSS_FN_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RL_CONFIG_LOSS_FN_TYPE_0_VALUES!r}")
