from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO, Union, cast

from ._body import Body
from ._caller import Caller
from .generated.api.artifacts import create_artifact, download_artifact_file, get_artifact, upload_artifact_file
from .generated.models import Artifact, ArtifactFile, CreatedArtifact
from .generated.types import File

Content = Union[bytes, 'os.PathLike[str]']


class Artifacts:
    """Uploaded files, such as the training data of SFT jobs."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def create(self, *, name: str, project: str | None = None, entity: str | None = None) -> CreatedArtifact:
        """A new artifact to upload files to; its `url` is what `training_data_url` takes."""
        places = {key: value for key, value in (('project', project), ('entity', entity)) if value is not None}
        return self._call(CreatedArtifact, create_artifact.sync_detailed, body=Body({'name': name, **places}))

    def get(self, artifact_id: str) -> Artifact:
        return self._call(Artifact, get_artifact.sync_detailed, artifact_id)

    def upload(self, artifact_id: str, file_name: str, content: Content) -> ArtifactFile:
        """Uploads bytes, or the file at a path. A file is streamed from disk, and therefore sent once only."""
        if isinstance(content, bytes):
            payload = File(payload=cast(BinaryIO, content))
            return self._call(ArtifactFile, upload_artifact_file.sync_detailed, artifact_id, file_name, body=payload)
        with Path(content).open('rb') as file:
            payload = File(payload=file)
            return self._call(ArtifactFile, upload_artifact_file.sync_detailed, artifact_id, file_name, body=payload)

    def download(self, artifact_id: str, file_name: str) -> bytes:
        return self._call(File, download_artifact_file.sync_detailed, artifact_id, file_name).payload.read()
