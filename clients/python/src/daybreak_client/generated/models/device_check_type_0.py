# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

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
    """

    adapter: str
    vendor: str
    backend: str
    fallback: bool
    features: list[str]
    max_binding_bytes: int

    def to_dict(self) -> dict[str, Any]:
        adapter = self.adapter

        vendor = self.vendor

        backend = self.backend

        fallback = self.fallback

        features = self.features

        max_binding_bytes = self.max_binding_bytes

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "adapter": adapter,
                "vendor": vendor,
                "backend": backend,
                "fallback": fallback,
                "features": features,
                "max_binding_bytes": max_binding_bytes,
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

        device_check_type_0 = cls(
            adapter=adapter,
            vendor=vendor,
            backend=backend,
            fallback=fallback,
            features=features,
            max_binding_bytes=max_binding_bytes,
        )

        return device_check_type_0
