# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="EngineStats")


@_attrs_define
class EngineStats:
    """Statistics of one base model. There are none while the compute process is down.

    Attributes:
        model (str):
        running (int):
        waiting (int):
        tokens_per_second (float | None): Prompt and generated tokens per second since the previous request for these
            statistics; null if there was none, or if it was more than a minute ago.
        tokens (int):
        cache_tokens (int):
        cache_tokens_used (int):
        prefix_tokens_asked (int):
        prefix_tokens_found (int):
        preemptions (int):
        adapter_slots (int):
        adapters (int):
    """

    model: str
    running: int
    waiting: int
    tokens_per_second: float | None
    tokens: int
    cache_tokens: int
    cache_tokens_used: int
    prefix_tokens_asked: int
    prefix_tokens_found: int
    preemptions: int
    adapter_slots: int
    adapters: int

    def to_dict(self) -> dict[str, Any]:
        model = self.model

        running = self.running

        waiting = self.waiting

        tokens_per_second: float | None
        tokens_per_second = self.tokens_per_second

        tokens = self.tokens

        cache_tokens = self.cache_tokens

        cache_tokens_used = self.cache_tokens_used

        prefix_tokens_asked = self.prefix_tokens_asked

        prefix_tokens_found = self.prefix_tokens_found

        preemptions = self.preemptions

        adapter_slots = self.adapter_slots

        adapters = self.adapters

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "model": model,
                "running": running,
                "waiting": waiting,
                "tokens_per_second": tokens_per_second,
                "tokens": tokens,
                "cache_tokens": cache_tokens,
                "cache_tokens_used": cache_tokens_used,
                "prefix_tokens_asked": prefix_tokens_asked,
                "prefix_tokens_found": prefix_tokens_found,
                "preemptions": preemptions,
                "adapter_slots": adapter_slots,
                "adapters": adapters,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        model = d.pop("model")

        running = d.pop("running")

        waiting = d.pop("waiting")

        def _parse_tokens_per_second(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        tokens_per_second = _parse_tokens_per_second(d.pop("tokens_per_second"))

        tokens = d.pop("tokens")

        cache_tokens = d.pop("cache_tokens")

        cache_tokens_used = d.pop("cache_tokens_used")

        prefix_tokens_asked = d.pop("prefix_tokens_asked")

        prefix_tokens_found = d.pop("prefix_tokens_found")

        preemptions = d.pop("preemptions")

        adapter_slots = d.pop("adapter_slots")

        adapters = d.pop("adapters")

        engine_stats = cls(
            model=model,
            running=running,
            waiting=waiting,
            tokens_per_second=tokens_per_second,
            tokens=tokens,
            cache_tokens=cache_tokens,
            cache_tokens_used=cache_tokens_used,
            prefix_tokens_asked=prefix_tokens_asked,
            prefix_tokens_found=prefix_tokens_found,
            preemptions=preemptions,
            adapter_slots=adapter_slots,
            adapters=adapters,
        )

        return engine_stats
