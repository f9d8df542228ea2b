# Generated from openapi.yaml by `npm run clients`: do not edit.
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.artifact_file import ArtifactFile
from ...models.error_body import ErrorBody
from ...types import File, Response


def _get_kwargs(
    artifact_id: str,
    file_name: str,
    *,
    body: File,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/v1/preview/artifacts/{artifact_id}/files/{file_name}".format(
            artifact_id=quote(str(artifact_id), safe=""),
            file_name=quote(str(file_name), safe=""),
        ),
    }

    _kwargs["content"] = body.payload
    headers["Content-Type"] = "application/octet-stream"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ArtifactFile | ErrorBody | None:
    if response.status_code == 200:
        response_200 = ArtifactFile.from_dict(response.json())

        return response_200

    if response.status_code == 401:
        response_401 = ErrorBody.from_dict(response.json())

        return response_401

    if response.status_code == 403:
        response_403 = ErrorBody.from_dict(response.json())

        return response_403

    if response.status_code == 404:
        response_404 = ErrorBody.from_dict(response.json())

        return response_404

    if response.status_code == 405:
        response_405 = ErrorBody.from_dict(response.json())

        return response_405

    if response.status_code == 409:
        response_409 = ErrorBody.from_dict(response.json())

        return response_409

    if response.status_code == 413:
        response_413 = ErrorBody.from_dict(response.json())

        return response_413

    if response.status_code == 415:
        response_415 = ErrorBody.from_dict(response.json())

        return response_415

    if response.status_code == 422:
        response_422 = ErrorBody.from_dict(response.json())

        return response_422

    if response.status_code == 429:
        response_429 = ErrorBody.from_dict(response.json())

        return response_429

    if response.status_code == 500:
        response_500 = ErrorBody.from_dict(response.json())

        return response_500

    if response.status_code == 503:
        response_503 = ErrorBody.from_dict(response.json())

        return response_503

    if response.status_code == 507:
        response_507 = ErrorBody.from_dict(response.json())

        return response_507

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ArtifactFile | ErrorBody]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    artifact_id: str,
    file_name: str,
    *,
    client: AuthenticatedClient | Client,
    body: File,
) -> Response[ArtifactFile | ErrorBody]:
    """Upload a file

     The upload is atomic. A repeated upload replaces the file, until a job has been created from the
    artifact; after that it is a 409. An artifact has at most 1,000 files; a further one is a 409.
    Exceeding the owner's `DAYBREAK_MAX_ARTIFACT_BYTES` for all files is a 409 (`quota_exceeded`). The
    body is the bytes of the file, with any Content-Type.

    Args:
        artifact_id (str):
        file_name (str): Letters, digits, dots, underscores and hyphens. It begins with a letter
            or digit, does not end with a dot, and is not the name of a device such as nul or
            com1.txt.
        body (File): The raw bytes of a file.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ArtifactFile | ErrorBody]
    """

    kwargs = _get_kwargs(
        artifact_id=artifact_id,
        file_name=file_name,
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    artifact_id: str,
    file_name: str,
    *,
    client: AuthenticatedClient | Client,
    body: File,
) -> ArtifactFile | ErrorBody | None:
    """Upload a file

     The upload is atomic. A repeated upload replaces the file, until a job has been created from the
    artifact; after that it is a 409. An artifact has at most 1,000 files; a further one is a 409.
    Exceeding the owner's `DAYBREAK_MAX_ARTIFACT_BYTES` for all files is a 409 (`quota_exceeded`). The
    body is the bytes of the file, with any Content-Type.

    Args:
        artifact_id (str):
        file_name (str): Letters, digits, dots, underscores and hyphens. It begins with a letter
            or digit, does not end with a dot, and is not the name of a device such as nul or
            com1.txt.
        body (File): The raw bytes of a file.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ArtifactFile | ErrorBody
    """

    return sync_detailed(
        artifact_id=artifact_id,
        file_name=file_name,
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    artifact_id: str,
    file_name: str,
    *,
    client: AuthenticatedClient | Client,
    body: File,
) -> Response[ArtifactFile | ErrorBody]:
    """Upload a file

     The upload is atomic. A repeated upload replaces the file, until a job has been created from the
    artifact; after that it is a 409. An artifact has at most 1,000 files; a further one is a 409.
    Exceeding the owner's `DAYBREAK_MAX_ARTIFACT_BYTES` for all files is a 409 (`quota_exceeded`). The
    body is the bytes of the file, with any Content-Type.

    Args:
        artifact_id (str):
        file_name (str): Letters, digits, dots, underscores and hyphens. It begins with a letter
            or digit, does not end with a dot, and is not the name of a device such as nul or
            com1.txt.
        body (File): The raw bytes of a file.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ArtifactFile | ErrorBody]
    """

    kwargs = _get_kwargs(
        artifact_id=artifact_id,
        file_name=file_name,
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    artifact_id: str,
    file_name: str,
    *,
    client: AuthenticatedClient | Client,
    body: File,
) -> ArtifactFile | ErrorBody | None:
    """Upload a file

     The upload is atomic. A repeated upload replaces the file, until a job has been created from the
    artifact; after that it is a 409. An artifact has at most 1,000 files; a further one is a 409.
    Exceeding the owner's `DAYBREAK_MAX_ARTIFACT_BYTES` for all files is a 409 (`quota_exceeded`). The
    body is the bytes of the file, with any Content-Type.

    Args:
        artifact_id (str):
        file_name (str): Letters, digits, dots, underscores and hyphens. It begins with a letter
            or digit, does not end with a dot, and is not the name of a device such as nul or
            com1.txt.
        body (File): The raw bytes of a file.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ArtifactFile | ErrorBody
    """

    return (
        await asyncio_detailed(
            artifact_id=artifact_id,
            file_name=file_name,
            client=client,
            body=body,
        )
    ).parsed
