# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.artifact_file import ArtifactFile


T = TypeVar("T", bound="Artifact")


@_attrs_define
class Artifact:
    """
    Attributes:
        id (str):
        url (str): '`daybreak-artifact:///{entity}/{project}/{name}:v{K}`, for use as `training_data_url`.'
        entity (str): Any characters except control characters and / \\ : # ? %
        project (str): Any characters except control characters and / \\ : # ? %
        name (str): Any characters except control characters and / \\ : # ? %
        version (int): Counts from 0 for each name, and is never reused; `v0` in the URL.
        created (str): ISO 8601, in UTC.
        files (list[ArtifactFile]):
    """

    id: str
    url: str
    entity: str
    project: str
    name: str
    version: int
    created: str
    files: list[ArtifactFile]

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        url = self.url

        entity = self.entity

        project = self.project

        name = self.name

        version = self.version

        created = self.created

        files = []
        for files_item_data in self.files:
            files_item = files_item_data.to_dict()
            files.append(files_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "url": url,
                "entity": entity,
                "project": project,
                "name": name,
                "version": version,
                "created": created,
                "files": files,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.artifact_file import ArtifactFile  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        url = d.pop("url")

        entity = d.pop("entity")

        project = d.pop("project")

        name = d.pop("name")

        version = d.pop("version")

        created = d.pop("created")

        files = []
        _files = d.pop("files")
        for files_item_data in _files:
            files_item = ArtifactFile.from_dict(files_item_data)

            files.append(files_item)

        artifact = cls(
            id=id,
            url=url,
            entity=entity,
            project=project,
            name=name,
            version=version,
            created=created,
            files=files,
        )

        return artifact
