# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.worker import Worker


T = TypeVar("T", bound="WorkerList")


@_attrs_define
class WorkerList:
    """
    Attributes:
        data (list[Worker]):
        warnings (list[str] | Unset): Configuration problems that separate workers from this server or from each other,
            and their remedies. This server cannot hear workers of the same database on another NATS, and sends them no
            chats. Streams do not move between workers of different versions.
    """

    data: list[Worker]
    warnings: list[str] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        data = []
        for componentsschemas_workers_item_data in self.data:
            componentsschemas_workers_item = componentsschemas_workers_item_data.to_dict()
            data.append(componentsschemas_workers_item)

        warnings: list[str] | Unset = UNSET
        if not isinstance(self.warnings, Unset):
            warnings = self.warnings

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "data": data,
            }
        )
        if warnings is not UNSET:
            field_dict["warnings"] = warnings

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.worker import Worker  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for componentsschemas_workers_item_data in _data:
            componentsschemas_workers_item = Worker.from_dict(componentsschemas_workers_item_data)

            data.append(componentsschemas_workers_item)

        warnings = cast(list[str], d.pop("warnings", UNSET))

        worker_list = cls(
            data=data,
            warnings=warnings,
        )

        return worker_list
