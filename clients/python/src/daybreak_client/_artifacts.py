from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO, Literal, Union, cast

from ._body import Body
from ._caller import Caller
from ._page import Pages
from .generated.api.artifacts import (
    create_artifact,
    delete_artifact,
    download_artifact_file,
    get_artifact,
    list_artifacts,
    upload_artifact_file,
)
from .generated.models import Artifact, ArtifactFile, ArtifactPage, CreatedArtifact, DeletedArtifact
from .generated.types import UNSET, File

Content = Union[bytes, 'os.PathLike[str]']
Order = Literal['asc', 'desc']


class Artifacts:
    """Uploaded files, such as the training data of SFT jobs."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def create(self, *, name: str, project: str | None = None, entity: str | None = None) -> CreatedArtifact:
        """Creates an artifact to upload files to. Its `url` can be passed as `training_data_url`."""
        places = {key: value for key, value in (('project', project), ('entity', entity)) if value is not None}
        return self._call(CreatedArtifact, create_artifact.sync_detailed, body=Body({'name': name, **places}))

    def list(self, *, limit: int = 100, order: Order = 'asc', after: str | None = None) -> Pages[Artifact]:
        """Lists all artifacts."""

        def page(after: str | None) -> ArtifactPage:
            query = {'after': after or UNSET, 'limit': limit, 'order': order}
            return self._call(ArtifactPage, list_artifacts.sync_detailed, **query)

        return Pages(page, after)

    def get(self, artifact_id: str) -> Artifact:
        """Returns an artifact and the list of its files."""
        return self._call(Artifact, get_artifact.sync_detailed, artifact_id)

    def delete(self, artifact_id: str) -> None:
        """Deletes an artifact and its files. Jobs have copies of their data."""
        self._call(DeletedArtifact, delete_artifact.sync_detailed, artifact_id)

    def upload(self, artifact_id: str, file_name: str, content: Content) -> ArtifactFile:
        """Uploads bytes, or the file at a path. A file is streamed from disk and therefore not retried."""
        if isinstance(content, bytes):
            payload = File(payload=cast(BinaryIO, content))
            return self._call(ArtifactFile, upload_artifact_file.sync_detailed, artifact_id, file_name, body=payload)
        with Path(content).open('rb') as file:
            payload = File(payload=file)
            return self._call(ArtifactFile, upload_artifact_file.sync_detailed, artifact_id, file_name, body=payload)

    def download(self, artifact_id: str, file_name: str) -> bytes:
        """Downloads a file."""
        return self._call(File, download_artifact_file.sync_detailed, artifact_id, file_name).payload.read()
