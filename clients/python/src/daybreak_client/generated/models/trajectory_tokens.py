# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="TrajectoryTokens")


@_attrs_define
class TrajectoryTokens:
    """All arrays have one entry per token. A value that is known only for trained tokens is null for the others.

    Attributes:
        sequence (int):
        sequences (int): Number of training sequences of the trajectory.
        gradient_step (int): The job's gradient step that trained on it.
        advantage (float): Advantage after the job's normalisation.
        weight (float): Weight of each of its tokens in the loss.
        ids (list[int]):
        bytes_ (list[str]): The bytes of each token, in base64. Concatenated, they are the text in UTF-8.
        mask (list[int]): 1 if the token is trained on, otherwise 0.
        sampled_logprobs (list[float | None]):
        logprobs (list[float | None]):
        ratios (list[float | None]):
        entropies (list[float | None]):
        clipped (list[int]): 1 if the loss clips the ratio, otherwise 0.
    """

    sequence: int
    sequences: int
    gradient_step: int
    advantage: float
    weight: float
    ids: list[int]
    bytes_: list[str]
    mask: list[int]
    sampled_logprobs: list[float | None]
    logprobs: list[float | None]
    ratios: list[float | None]
    entropies: list[float | None]
    clipped: list[int]

    def to_dict(self) -> dict[str, Any]:
        sequence = self.sequence

        sequences = self.sequences

        gradient_step = self.gradient_step

        advantage = self.advantage

        weight = self.weight

        ids = self.ids

        bytes_ = self.bytes_

        mask = self.mask

        sampled_logprobs = []
        for componentsschemas_token_figures_item_data in self.sampled_logprobs:
            componentsschemas_token_figures_item: float | None
            componentsschemas_token_figures_item = componentsschemas_token_figures_item_data
            sampled_logprobs.append(componentsschemas_token_figures_item)

        logprobs = []
        for componentsschemas_token_figures_item_data in self.logprobs:
            componentsschemas_token_figures_item: float | None
            componentsschemas_token_figures_item = componentsschemas_token_figures_item_data
            logprobs.append(componentsschemas_token_figures_item)

        ratios = []
        for componentsschemas_token_figures_item_data in self.ratios:
            componentsschemas_token_figures_item: float | None
            componentsschemas_token_figures_item = componentsschemas_token_figures_item_data
            ratios.append(componentsschemas_token_figures_item)

        entropies = []
        for componentsschemas_token_figures_item_data in self.entropies:
            componentsschemas_token_figures_item: float | None
            componentsschemas_token_figures_item = componentsschemas_token_figures_item_data
            entropies.append(componentsschemas_token_figures_item)

        clipped = self.clipped

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "sequence": sequence,
                "sequences": sequences,
                "gradient_step": gradient_step,
                "advantage": advantage,
                "weight": weight,
                "ids": ids,
                "bytes": bytes_,
                "mask": mask,
                "sampled_logprobs": sampled_logprobs,
                "logprobs": logprobs,
                "ratios": ratios,
                "entropies": entropies,
                "clipped": clipped,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        sequence = d.pop("sequence")

        sequences = d.pop("sequences")

        gradient_step = d.pop("gradient_step")

        advantage = d.pop("advantage")

        weight = d.pop("weight")

        ids = cast(list[int], d.pop("ids"))

        bytes_ = cast(list[str], d.pop("bytes"))

        mask = cast(list[int], d.pop("mask"))

        sampled_logprobs = []
        _sampled_logprobs = d.pop("sampled_logprobs")
        for componentsschemas_token_figures_item_data in _sampled_logprobs:

            def _parse_componentsschemas_token_figures_item(data: object) -> float | None:
                if data is None:
                    return data
                return cast(float | None, data)

            componentsschemas_token_figures_item = _parse_componentsschemas_token_figures_item(
                componentsschemas_token_figures_item_data
            )

            sampled_logprobs.append(componentsschemas_token_figures_item)

        logprobs = []
        _logprobs = d.pop("logprobs")
        for componentsschemas_token_figures_item_data in _logprobs:

            def _parse_componentsschemas_token_figures_item(data: object) -> float | None:
                if data is None:
                    return data
                return cast(float | None, data)

            componentsschemas_token_figures_item = _parse_componentsschemas_token_figures_item(
                componentsschemas_token_figures_item_data
            )

            logprobs.append(componentsschemas_token_figures_item)

        ratios = []
        _ratios = d.pop("ratios")
        for componentsschemas_token_figures_item_data in _ratios:

            def _parse_componentsschemas_token_figures_item(data: object) -> float | None:
                if data is None:
                    return data
                return cast(float | None, data)

            componentsschemas_token_figures_item = _parse_componentsschemas_token_figures_item(
                componentsschemas_token_figures_item_data
            )

            ratios.append(componentsschemas_token_figures_item)

        entropies = []
        _entropies = d.pop("entropies")
        for componentsschemas_token_figures_item_data in _entropies:

            def _parse_componentsschemas_token_figures_item(data: object) -> float | None:
                if data is None:
                    return data
                return cast(float | None, data)

            componentsschemas_token_figures_item = _parse_componentsschemas_token_figures_item(
                componentsschemas_token_figures_item_data
            )

            entropies.append(componentsschemas_token_figures_item)

        clipped = cast(list[int], d.pop("clipped"))

        trajectory_tokens = cls(
            sequence=sequence,
            sequences=sequences,
            gradient_step=gradient_step,
            advantage=advantage,
            weight=weight,
            ids=ids,
            bytes_=bytes_,
            mask=mask,
            sampled_logprobs=sampled_logprobs,
            logprobs=logprobs,
            ratios=ratios,
            entropies=entropies,
            clipped=clipped,
        )

        return trajectory_tokens
