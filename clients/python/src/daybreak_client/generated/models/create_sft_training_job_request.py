# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.free_object import FreeObject
    from ..models.sft_config import SftConfig


T = TypeVar("T", bound="CreateSftTrainingJobRequest")


@_attrs_define
class CreateSftTrainingJobRequest:
    """
    Attributes:
        model_id (str):
        training_data_url (str): A `daybreak-artifact:///` or `wandb-artifact:///` name in this server's store; an
            `http(s)://` URL on a public host or a host that the operator allows; or a `file://` URL inside the operator's
            folder for artifacts. The data is copied before the job is queued, and not read again. From a web host, the
            limits are ten minutes and 256 MiB per file.
        config (None | SftConfig | Unset):
        experimental_config (FreeObject | None | Unset): Has no effect; the event `training_started` lists its keys.
    """

    model_id: str
    training_data_url: str
    config: None | SftConfig | Unset = UNSET
    experimental_config: FreeObject | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.free_object import FreeObject  # noqa: PLC0415
        from ..models.sft_config import SftConfig  # noqa: PLC0415

        model_id = self.model_id

        training_data_url = self.training_data_url

        config: dict[str, Any] | None | Unset
        if isinstance(self.config, Unset):
            config = UNSET
        elif isinstance(self.config, SftConfig):
            config = self.config.to_dict()
        else:
            config = self.config

        experimental_config: dict[str, Any] | None | Unset
        if isinstance(self.experimental_config, Unset):
            experimental_config = UNSET
        elif isinstance(self.experimental_config, FreeObject):
            experimental_config = self.experimental_config.to_dict()
        else:
            experimental_config = self.experimental_config

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "model_id": model_id,
                "training_data_url": training_data_url,
            }
        )
        if config is not UNSET:
            field_dict["config"] = config
        if experimental_config is not UNSET:
            field_dict["experimental_config"] = experimental_config

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.free_object import FreeObject  # noqa: PLC0415
        from ..models.sft_config import SftConfig  # noqa: PLC0415

        d = dict(src_dict)
        model_id = d.pop("model_id")

        training_data_url = d.pop("training_data_url")

        def _parse_config(data: object) -> None | SftConfig | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                config_type_0 = SftConfig.from_dict(data)

                return config_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | SftConfig | Unset, data)

        config = _parse_config(d.pop("config", UNSET))

        def _parse_experimental_config(data: object) -> FreeObject | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                experimental_config_type_0 = FreeObject.from_dict(data)

                return experimental_config_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FreeObject | None | Unset, data)

        experimental_config = _parse_experimental_config(d.pop("experimental_config", UNSET))

        create_sft_training_job_request = cls(
            model_id=model_id,
            training_data_url=training_data_url,
            config=config,
            experimental_config=experimental_config,
        )

        create_sft_training_job_request.additional_properties = d
        return create_sft_training_job_request

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
