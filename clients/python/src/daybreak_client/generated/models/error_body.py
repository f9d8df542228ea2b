# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.error_info import ErrorInfo
    from ..models.validation_issue import ValidationIssue


T = TypeVar("T", bound="ErrorBody")


@_attrs_define
class ErrorBody:
    """
    Attributes:
        error (ErrorInfo):
        detail (list[ValidationIssue] | str): All validation issues if validation failed, otherwise the message again.
    """

    error: ErrorInfo
    detail: list[ValidationIssue] | str

    def to_dict(self) -> dict[str, Any]:
        error = self.error.to_dict()

        detail: list[dict[str, Any]] | str
        if isinstance(self.detail, list):
            detail = []
            for componentsschemas_error_detail_type_0_item_data in self.detail:
                componentsschemas_error_detail_type_0_item = componentsschemas_error_detail_type_0_item_data.to_dict()
                detail.append(componentsschemas_error_detail_type_0_item)

        else:
            detail = self.detail

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "error": error,
                "detail": detail,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.error_info import ErrorInfo  # noqa: PLC0415
        from ..models.validation_issue import ValidationIssue  # noqa: PLC0415

        d = dict(src_dict)
        error = ErrorInfo.from_dict(d.pop("error"))

        def _parse_detail(data: object) -> list[ValidationIssue] | str:
            try:
                if not isinstance(data, list):
                    raise TypeError()
                componentsschemas_error_detail_type_0 = []
                _componentsschemas_error_detail_type_0 = data
                for componentsschemas_error_detail_type_0_item_data in _componentsschemas_error_detail_type_0:
                    componentsschemas_error_detail_type_0_item = ValidationIssue.from_dict(
                        componentsschemas_error_detail_type_0_item_data
                    )

                    componentsschemas_error_detail_type_0.append(componentsschemas_error_detail_type_0_item)

                return componentsschemas_error_detail_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[ValidationIssue] | str, data)

        detail = _parse_detail(d.pop("detail"))

        error_body = cls(
            error=error,
            detail=detail,
        )

        return error_body
