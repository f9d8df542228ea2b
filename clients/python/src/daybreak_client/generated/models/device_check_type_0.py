# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.device_check_type_0_memory_source import (
    DeviceCheckType0MemorySource,
    check_device_check_type_0_memory_source,
)

T = TypeVar("T", bound="DeviceCheckType0")


@_attrs_define
class DeviceCheckType0:
    """
    Attributes:
        adapter (str):
        vendor (str):
        backend (str):
        fallback (bool): Whether it is a software driver.
        features (list[str]):
        max_binding_bytes (int):
        memory_bytes (int):
        memory_source (DeviceCheckType0MemorySource): Source of the figure: `machine` (the device shares the memory of
            the machine or container), `driver` (the GPU's own memory), or `assumed` (the driver does not report it).
    """

    adapter: str
    vendor: str
    backend: str
    fallback: bool
    features: list[str]
    max_binding_bytes: int
    memory_bytes: int
    memory_source: DeviceCheckType0MemorySource

    def to_dict(self) -> dict[str, Any]:
        adapter = self.adapter

        vendor = self.vendor

        backend = self.backend

        fallback = self.fallback

        features = self.features

        max_binding_bytes = self.max_binding_bytes

        memory_bytes = self.memory_bytes

        memory_source: str = self.memory_source

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "adapter": adapter,
                "vendor": vendor,
                "backend": backend,
                "fallback": fallback,
                "features": features,
                "max_binding_bytes": max_binding_bytes,
                "memory_bytes": memory_bytes,
                "memory_source": memory_source,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        adapter = d.pop("adapter")

        vendor = d.pop("vendor")

        backend = d.pop("backend")

        fallback = d.pop("fallback")

        features = cast(list[str], d.pop("features"))

        max_binding_bytes = d.pop("max_binding_bytes")

        memory_bytes = d.pop("memory_bytes")

        memory_source = check_device_check_type_0_memory_source(d.pop("memory_source"))

        device_check_type_0 = cls(
            adapter=adapter,
            vendor=vendor,
            backend=backend,
            fallback=fallback,
            features=features,
            max_binding_bytes=max_binding_bytes,
            memory_bytes=memory_bytes,
            memory_source=memory_source,
        )

        return device_check_type_0
