# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.free_object import FreeObject


T = TypeVar("T", bound="LogitsProcessor")


@_attrs_define
class LogitsProcessor:
    """
    Attributes:
        qualname (str):
        args (list[Any] | None | Unset):
        kwargs (FreeObject | None | Unset):
    """

    qualname: str
    args: list[Any] | None | Unset = UNSET
    kwargs: FreeObject | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.free_object import FreeObject  # noqa: PLC0415

        qualname = self.qualname

        args: list[Any] | None | Unset
        if isinstance(self.args, Unset):
            args = UNSET
        elif isinstance(self.args, list):
            args = self.args

        else:
            args = self.args

        kwargs: dict[str, Any] | None | Unset
        if isinstance(self.kwargs, Unset):
            kwargs = UNSET
        elif isinstance(self.kwargs, FreeObject):
            kwargs = self.kwargs.to_dict()
        else:
            kwargs = self.kwargs

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "qualname": qualname,
            }
        )
        if args is not UNSET:
            field_dict["args"] = args
        if kwargs is not UNSET:
            field_dict["kwargs"] = kwargs

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.free_object import FreeObject  # noqa: PLC0415

        d = dict(src_dict)
        qualname = d.pop("qualname")

        def _parse_args(data: object) -> list[Any] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                args_type_0 = cast(list[Any], data)

                return args_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[Any] | None | Unset, data)

        args = _parse_args(d.pop("args", UNSET))

        def _parse_kwargs(data: object) -> FreeObject | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                kwargs_type_0 = FreeObject.from_dict(data)

                return kwargs_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FreeObject | None | Unset, data)

        kwargs = _parse_kwargs(d.pop("kwargs", UNSET))

        logits_processor = cls(
            qualname=qualname,
            args=args,
            kwargs=kwargs,
        )

        logits_processor.additional_properties = d
        return logits_processor

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
