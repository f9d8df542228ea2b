# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.free_object import FreeObject


T = TypeVar("T", bound="OfferedTool")


@_attrs_define
class OfferedTool:
    """
    Attributes:
        type_ (Literal['function']):
        name (str):
        description (None | str):
        parameters (FreeObject | None):
        strict (bool | None):
    """

    type_: Literal["function"]
    name: str
    description: None | str
    parameters: FreeObject | None
    strict: bool | None

    def to_dict(self) -> dict[str, Any]:
        from ..models.free_object import FreeObject  # noqa: PLC0415

        type_ = self.type_

        name = self.name

        description: None | str
        description = self.description

        parameters: dict[str, Any] | None
        if isinstance(self.parameters, FreeObject):
            parameters = self.parameters.to_dict()
        else:
            parameters = self.parameters

        strict: bool | None
        strict = self.strict

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "name": name,
                "description": description,
                "parameters": parameters,
                "strict": strict,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.free_object import FreeObject  # noqa: PLC0415

        d = dict(src_dict)
        type_ = cast(Literal["function"], d.pop("type"))
        if type_ != "function":
            raise ValueError(f"type must match const 'function', got '{type_}'")

        name = d.pop("name")

        def _parse_description(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        description = _parse_description(d.pop("description"))

        def _parse_parameters(data: object) -> FreeObject | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                parameters_type_0 = FreeObject.from_dict(data)

                return parameters_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FreeObject | None, data)

        parameters = _parse_parameters(d.pop("parameters"))

        def _parse_strict(data: object) -> bool | None:
            if data is None:
                return data
            return cast(bool | None, data)

        strict = _parse_strict(d.pop("strict"))

        offered_tool = cls(
            type_=type_,
            name=name,
            description=description,
            parameters=parameters,
            strict=strict,
        )

        return offered_tool
