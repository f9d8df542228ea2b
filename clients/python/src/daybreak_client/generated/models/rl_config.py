# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.rl_config_importance_sampling_level_type_0 import (
    RlConfigImportanceSamplingLevelType0,
    check_rl_config_importance_sampling_level_type_0,
)
from ..models.rl_config_kl_penalty_source_type_0 import (
    RlConfigKlPenaltySourceType0,
    check_rl_config_kl_penalty_source_type_0,
)
from ..models.rl_config_loss_fn_type_0 import RlConfigLossFnType0, check_rl_config_loss_fn_type_0
from ..types import UNSET, Unset

T = TypeVar("T", bound="RlConfig")


@_attrs_define
class RlConfig:
    """Training configuration. For every field, null or absent means the default. Unknown keys have no effect.

    Attributes:
        learning_rate (float | None | Unset): Learning rate; constant for the job.
        loss_fn (None | RlConfigLossFnType0 | Unset): The RL objective. If absent, `ppo` selects it.
        ppo (bool | None | Unset): Use the clipped PPO objective.
        epsilon (float | None | Unset): Lower clip range. Defaults to 1 for cispo and 0.2 for ppo.
        epsilon_high (float | None | Unset): Upper clip range. Defaults to 4 for cispo and to `epsilon` for ppo.
        importance_sampling_level (None | RlConfigImportanceSamplingLevelType0 | Unset): Level at which the importance
            ratio is computed.
        scale_rewards (bool | None | Unset): Divide advantages by the group's standard deviation.
        normalize_advantages (bool | None | Unset): Alias of `scale_rewards`; false in either turns scaling off.
        advantage_balance (float | None | Unset): A positive value scales down negative advantages, a negative value
            positive ones; at 1 or -1 they are 0.
        max_negative_advantage_importance_sampling_weight (float | None | Unset): Cap of the importance ratio, for
            advantages of either sign. Null or 0 disables the cap.
        mask_prob_ratio (bool | None | Unset): Set ratios outside the clip range to zero instead of clipping them.
        kimi_k2_tau (float | None | Unset): Weight of the log-ratio that is subtracted from the advantage.
        lab_k2_tau (float | None | Unset): Alias of `kimi_k2_tau`.
        precalculate_logprobs (bool | None | Unset): Recompute the old log-probabilities instead of using the sampler's.
        allow_training_without_logprobs (bool | None | Unset): Train on choices without log-probabilities as if the
            current policy had sampled them.
        truncated_importance_sampling (float | None | Unset): Cap of the importance weight between recomputed and
            sampled log-probabilities. 0 and null disable the cap.
        kl_penalty_coef (float | None | Unset): Weight of the KL penalty in the advantage.
        kl_penalty_source (None | RlConfigKlPenaltySourceType0 | Unset): The policy that is compared with the reference
            policy.
        kl_penalty_reference_step (int | None | Unset): Use the checkpoint of this step as the reference policy.
        kl_penalty_step_lag (int | None | Unset): Use the checkpoint this many steps back as the reference policy.
        kl_ref_adapter_path (None | str | Unset): Use an adapter in this server's store as the reference policy.
        logprob_calculation_chunk_size (int | None | Unset): Number of tokens per chunk. It changes memory use but not
            results.
        packed_sequence_length (int | None | Unset): Number of tokens of a training row; a multiple of
            `logprob_calculation_chunk_size`, or of 1024 if that is absent.
        num_trajectories_learning_rate_multiplier_power (float | None | Unset): The learning rate is multiplied by the
            number of sequences in the row to this power.
        scale_learning_rate_by_reward_std_dev (bool | None | Unset): Scale the learning rate by the trend of the
            standard deviation of the groups' rewards.
        plot_tensors (bool | None | Unset): Has no effect.
    """

    learning_rate: float | None | Unset = UNSET
    loss_fn: None | RlConfigLossFnType0 | Unset = UNSET
    ppo: bool | None | Unset = UNSET
    epsilon: float | None | Unset = UNSET
    epsilon_high: float | None | Unset = UNSET
    importance_sampling_level: None | RlConfigImportanceSamplingLevelType0 | Unset = UNSET
    scale_rewards: bool | None | Unset = UNSET
    normalize_advantages: bool | None | Unset = UNSET
    advantage_balance: float | None | Unset = UNSET
    max_negative_advantage_importance_sampling_weight: float | None | Unset = UNSET
    mask_prob_ratio: bool | None | Unset = UNSET
    kimi_k2_tau: float | None | Unset = UNSET
    lab_k2_tau: float | None | Unset = UNSET
    precalculate_logprobs: bool | None | Unset = UNSET
    allow_training_without_logprobs: bool | None | Unset = UNSET
    truncated_importance_sampling: float | None | Unset = UNSET
    kl_penalty_coef: float | None | Unset = UNSET
    kl_penalty_source: None | RlConfigKlPenaltySourceType0 | Unset = UNSET
    kl_penalty_reference_step: int | None | Unset = UNSET
    kl_penalty_step_lag: int | None | Unset = UNSET
    kl_ref_adapter_path: None | str | Unset = UNSET
    logprob_calculation_chunk_size: int | None | Unset = UNSET
    packed_sequence_length: int | None | Unset = UNSET
    num_trajectories_learning_rate_multiplier_power: float | None | Unset = UNSET
    scale_learning_rate_by_reward_std_dev: bool | None | Unset = UNSET
    plot_tensors: bool | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        learning_rate: float | None | Unset
        if isinstance(self.learning_rate, Unset):
            learning_rate = UNSET
        else:
            learning_rate = self.learning_rate

        loss_fn: None | str | Unset
        if isinstance(self.loss_fn, Unset):
            loss_fn = UNSET
        elif isinstance(self.loss_fn, str):
            loss_fn = self.loss_fn
        else:
            loss_fn = self.loss_fn

        ppo: bool | None | Unset
        if isinstance(self.ppo, Unset):
            ppo = UNSET
        else:
            ppo = self.ppo

        epsilon: float | None | Unset
        if isinstance(self.epsilon, Unset):
            epsilon = UNSET
        else:
            epsilon = self.epsilon

        epsilon_high: float | None | Unset
        if isinstance(self.epsilon_high, Unset):
            epsilon_high = UNSET
        else:
            epsilon_high = self.epsilon_high

        importance_sampling_level: None | str | Unset
        if isinstance(self.importance_sampling_level, Unset):
            importance_sampling_level = UNSET
        elif isinstance(self.importance_sampling_level, str):
            importance_sampling_level = self.importance_sampling_level
        else:
            importance_sampling_level = self.importance_sampling_level

        scale_rewards: bool | None | Unset
        if isinstance(self.scale_rewards, Unset):
            scale_rewards = UNSET
        else:
            scale_rewards = self.scale_rewards

        normalize_advantages: bool | None | Unset
        if isinstance(self.normalize_advantages, Unset):
            normalize_advantages = UNSET
        else:
            normalize_advantages = self.normalize_advantages

        advantage_balance: float | None | Unset
        if isinstance(self.advantage_balance, Unset):
            advantage_balance = UNSET
        else:
            advantage_balance = self.advantage_balance

        max_negative_advantage_importance_sampling_weight: float | None | Unset
        if isinstance(self.max_negative_advantage_importance_sampling_weight, Unset):
            max_negative_advantage_importance_sampling_weight = UNSET
        else:
            max_negative_advantage_importance_sampling_weight = self.max_negative_advantage_importance_sampling_weight

        mask_prob_ratio: bool | None | Unset
        if isinstance(self.mask_prob_ratio, Unset):
            mask_prob_ratio = UNSET
        else:
            mask_prob_ratio = self.mask_prob_ratio

        kimi_k2_tau: float | None | Unset
        if isinstance(self.kimi_k2_tau, Unset):
            kimi_k2_tau = UNSET
        else:
            kimi_k2_tau = self.kimi_k2_tau

        lab_k2_tau: float | None | Unset
        if isinstance(self.lab_k2_tau, Unset):
            lab_k2_tau = UNSET
        else:
            lab_k2_tau = self.lab_k2_tau

        precalculate_logprobs: bool | None | Unset
        if isinstance(self.precalculate_logprobs, Unset):
            precalculate_logprobs = UNSET
        else:
            precalculate_logprobs = self.precalculate_logprobs

        allow_training_without_logprobs: bool | None | Unset
        if isinstance(self.allow_training_without_logprobs, Unset):
            allow_training_without_logprobs = UNSET
        else:
            allow_training_without_logprobs = self.allow_training_without_logprobs

        truncated_importance_sampling: float | None | Unset
        if isinstance(self.truncated_importance_sampling, Unset):
            truncated_importance_sampling = UNSET
        else:
            truncated_importance_sampling = self.truncated_importance_sampling

        kl_penalty_coef: float | None | Unset
        if isinstance(self.kl_penalty_coef, Unset):
            kl_penalty_coef = UNSET
        else:
            kl_penalty_coef = self.kl_penalty_coef

        kl_penalty_source: None | str | Unset
        if isinstance(self.kl_penalty_source, Unset):
            kl_penalty_source = UNSET
        elif isinstance(self.kl_penalty_source, str):
            kl_penalty_source = self.kl_penalty_source
        else:
            kl_penalty_source = self.kl_penalty_source

        kl_penalty_reference_step: int | None | Unset
        if isinstance(self.kl_penalty_reference_step, Unset):
            kl_penalty_reference_step = UNSET
        else:
            kl_penalty_reference_step = self.kl_penalty_reference_step

        kl_penalty_step_lag: int | None | Unset
        if isinstance(self.kl_penalty_step_lag, Unset):
            kl_penalty_step_lag = UNSET
        else:
            kl_penalty_step_lag = self.kl_penalty_step_lag

        kl_ref_adapter_path: None | str | Unset
        if isinstance(self.kl_ref_adapter_path, Unset):
            kl_ref_adapter_path = UNSET
        else:
            kl_ref_adapter_path = self.kl_ref_adapter_path

        logprob_calculation_chunk_size: int | None | Unset
        if isinstance(self.logprob_calculation_chunk_size, Unset):
            logprob_calculation_chunk_size = UNSET
        else:
            logprob_calculation_chunk_size = self.logprob_calculation_chunk_size

        packed_sequence_length: int | None | Unset
        if isinstance(self.packed_sequence_length, Unset):
            packed_sequence_length = UNSET
        else:
            packed_sequence_length = self.packed_sequence_length

        num_trajectories_learning_rate_multiplier_power: float | None | Unset
        if isinstance(self.num_trajectories_learning_rate_multiplier_power, Unset):
            num_trajectories_learning_rate_multiplier_power = UNSET
        else:
            num_trajectories_learning_rate_multiplier_power = self.num_trajectories_learning_rate_multiplier_power

        scale_learning_rate_by_reward_std_dev: bool | None | Unset
        if isinstance(self.scale_learning_rate_by_reward_std_dev, Unset):
            scale_learning_rate_by_reward_std_dev = UNSET
        else:
            scale_learning_rate_by_reward_std_dev = self.scale_learning_rate_by_reward_std_dev

        plot_tensors: bool | None | Unset
        if isinstance(self.plot_tensors, Unset):
            plot_tensors = UNSET
        else:
            plot_tensors = self.plot_tensors

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if learning_rate is not UNSET:
            field_dict["learning_rate"] = learning_rate
        if loss_fn is not UNSET:
            field_dict["loss_fn"] = loss_fn
        if ppo is not UNSET:
            field_dict["ppo"] = ppo
        if epsilon is not UNSET:
            field_dict["epsilon"] = epsilon
        if epsilon_high is not UNSET:
            field_dict["epsilon_high"] = epsilon_high
        if importance_sampling_level is not UNSET:
            field_dict["importance_sampling_level"] = importance_sampling_level
        if scale_rewards is not UNSET:
            field_dict["scale_rewards"] = scale_rewards
        if normalize_advantages is not UNSET:
            field_dict["normalize_advantages"] = normalize_advantages
        if advantage_balance is not UNSET:
            field_dict["advantage_balance"] = advantage_balance
        if max_negative_advantage_importance_sampling_weight is not UNSET:
            field_dict["max_negative_advantage_importance_sampling_weight"] = (
                max_negative_advantage_importance_sampling_weight
            )
        if mask_prob_ratio is not UNSET:
            field_dict["mask_prob_ratio"] = mask_prob_ratio
        if kimi_k2_tau is not UNSET:
            field_dict["kimi_k2_tau"] = kimi_k2_tau
        if lab_k2_tau is not UNSET:
            field_dict["lab_k2_tau"] = lab_k2_tau
        if precalculate_logprobs is not UNSET:
            field_dict["precalculate_logprobs"] = precalculate_logprobs
        if allow_training_without_logprobs is not UNSET:
            field_dict["allow_training_without_logprobs"] = allow_training_without_logprobs
        if truncated_importance_sampling is not UNSET:
            field_dict["truncated_importance_sampling"] = truncated_importance_sampling
        if kl_penalty_coef is not UNSET:
            field_dict["kl_penalty_coef"] = kl_penalty_coef
        if kl_penalty_source is not UNSET:
            field_dict["kl_penalty_source"] = kl_penalty_source
        if kl_penalty_reference_step is not UNSET:
            field_dict["kl_penalty_reference_step"] = kl_penalty_reference_step
        if kl_penalty_step_lag is not UNSET:
            field_dict["kl_penalty_step_lag"] = kl_penalty_step_lag
        if kl_ref_adapter_path is not UNSET:
            field_dict["kl_ref_adapter_path"] = kl_ref_adapter_path
        if logprob_calculation_chunk_size is not UNSET:
            field_dict["logprob_calculation_chunk_size"] = logprob_calculation_chunk_size
        if packed_sequence_length is not UNSET:
            field_dict["packed_sequence_length"] = packed_sequence_length
        if num_trajectories_learning_rate_multiplier_power is not UNSET:
            field_dict["num_trajectories_learning_rate_multiplier_power"] = (
                num_trajectories_learning_rate_multiplier_power
            )
        if scale_learning_rate_by_reward_std_dev is not UNSET:
            field_dict["scale_learning_rate_by_reward_std_dev"] = scale_learning_rate_by_reward_std_dev
        if plot_tensors is not UNSET:
            field_dict["plot_tensors"] = plot_tensors

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_learning_rate(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        learning_rate = _parse_learning_rate(d.pop("learning_rate", UNSET))

        def _parse_loss_fn(data: object) -> None | RlConfigLossFnType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                loss_fn_type_0 = check_rl_config_loss_fn_type_0(data)

                return loss_fn_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RlConfigLossFnType0 | Unset, data)

        loss_fn = _parse_loss_fn(d.pop("loss_fn", UNSET))

        def _parse_ppo(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        ppo = _parse_ppo(d.pop("ppo", UNSET))

        def _parse_epsilon(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        epsilon = _parse_epsilon(d.pop("epsilon", UNSET))

        def _parse_epsilon_high(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        epsilon_high = _parse_epsilon_high(d.pop("epsilon_high", UNSET))

        def _parse_importance_sampling_level(data: object) -> None | RlConfigImportanceSamplingLevelType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                importance_sampling_level_type_0 = check_rl_config_importance_sampling_level_type_0(data)

                return importance_sampling_level_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RlConfigImportanceSamplingLevelType0 | Unset, data)

        importance_sampling_level = _parse_importance_sampling_level(d.pop("importance_sampling_level", UNSET))

        def _parse_scale_rewards(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        scale_rewards = _parse_scale_rewards(d.pop("scale_rewards", UNSET))

        def _parse_normalize_advantages(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        normalize_advantages = _parse_normalize_advantages(d.pop("normalize_advantages", UNSET))

        def _parse_advantage_balance(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        advantage_balance = _parse_advantage_balance(d.pop("advantage_balance", UNSET))

        def _parse_max_negative_advantage_importance_sampling_weight(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        max_negative_advantage_importance_sampling_weight = _parse_max_negative_advantage_importance_sampling_weight(
            d.pop("max_negative_advantage_importance_sampling_weight", UNSET)
        )

        def _parse_mask_prob_ratio(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        mask_prob_ratio = _parse_mask_prob_ratio(d.pop("mask_prob_ratio", UNSET))

        def _parse_kimi_k2_tau(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        kimi_k2_tau = _parse_kimi_k2_tau(d.pop("kimi_k2_tau", UNSET))

        def _parse_lab_k2_tau(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        lab_k2_tau = _parse_lab_k2_tau(d.pop("lab_k2_tau", UNSET))

        def _parse_precalculate_logprobs(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        precalculate_logprobs = _parse_precalculate_logprobs(d.pop("precalculate_logprobs", UNSET))

        def _parse_allow_training_without_logprobs(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        allow_training_without_logprobs = _parse_allow_training_without_logprobs(
            d.pop("allow_training_without_logprobs", UNSET)
        )

        def _parse_truncated_importance_sampling(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        truncated_importance_sampling = _parse_truncated_importance_sampling(
            d.pop("truncated_importance_sampling", UNSET)
        )

        def _parse_kl_penalty_coef(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        kl_penalty_coef = _parse_kl_penalty_coef(d.pop("kl_penalty_coef", UNSET))

        def _parse_kl_penalty_source(data: object) -> None | RlConfigKlPenaltySourceType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                kl_penalty_source_type_0 = check_rl_config_kl_penalty_source_type_0(data)

                return kl_penalty_source_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RlConfigKlPenaltySourceType0 | Unset, data)

        kl_penalty_source = _parse_kl_penalty_source(d.pop("kl_penalty_source", UNSET))

        def _parse_kl_penalty_reference_step(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        kl_penalty_reference_step = _parse_kl_penalty_reference_step(d.pop("kl_penalty_reference_step", UNSET))

        def _parse_kl_penalty_step_lag(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        kl_penalty_step_lag = _parse_kl_penalty_step_lag(d.pop("kl_penalty_step_lag", UNSET))

        def _parse_kl_ref_adapter_path(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        kl_ref_adapter_path = _parse_kl_ref_adapter_path(d.pop("kl_ref_adapter_path", UNSET))

        def _parse_logprob_calculation_chunk_size(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        logprob_calculation_chunk_size = _parse_logprob_calculation_chunk_size(
            d.pop("logprob_calculation_chunk_size", UNSET)
        )

        def _parse_packed_sequence_length(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        packed_sequence_length = _parse_packed_sequence_length(d.pop("packed_sequence_length", UNSET))

        def _parse_num_trajectories_learning_rate_multiplier_power(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        num_trajectories_learning_rate_multiplier_power = _parse_num_trajectories_learning_rate_multiplier_power(
            d.pop("num_trajectories_learning_rate_multiplier_power", UNSET)
        )

        def _parse_scale_learning_rate_by_reward_std_dev(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        scale_learning_rate_by_reward_std_dev = _parse_scale_learning_rate_by_reward_std_dev(
            d.pop("scale_learning_rate_by_reward_std_dev", UNSET)
        )

        def _parse_plot_tensors(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        plot_tensors = _parse_plot_tensors(d.pop("plot_tensors", UNSET))

        rl_config = cls(
            learning_rate=learning_rate,
            loss_fn=loss_fn,
            ppo=ppo,
            epsilon=epsilon,
            epsilon_high=epsilon_high,
            importance_sampling_level=importance_sampling_level,
            scale_rewards=scale_rewards,
            normalize_advantages=normalize_advantages,
            advantage_balance=advantage_balance,
            max_negative_advantage_importance_sampling_weight=max_negative_advantage_importance_sampling_weight,
            mask_prob_ratio=mask_prob_ratio,
            kimi_k2_tau=kimi_k2_tau,
            lab_k2_tau=lab_k2_tau,
            precalculate_logprobs=precalculate_logprobs,
            allow_training_without_logprobs=allow_training_without_logprobs,
            truncated_importance_sampling=truncated_importance_sampling,
            kl_penalty_coef=kl_penalty_coef,
            kl_penalty_source=kl_penalty_source,
            kl_penalty_reference_step=kl_penalty_reference_step,
            kl_penalty_step_lag=kl_penalty_step_lag,
            kl_ref_adapter_path=kl_ref_adapter_path,
            logprob_calculation_chunk_size=logprob_calculation_chunk_size,
            packed_sequence_length=packed_sequence_length,
            num_trajectories_learning_rate_multiplier_power=num_trajectories_learning_rate_multiplier_power,
            scale_learning_rate_by_reward_std_dev=scale_learning_rate_by_reward_std_dev,
            plot_tensors=plot_tensors,
        )

        rl_config.additional_properties = d
        return rl_config

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
