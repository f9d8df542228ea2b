# Generated from openapi.yaml by `npm run clients`: do not edit.
from http import HTTPStatus
from io import BytesIO
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error_body import ErrorBody
from ...models.file_address import FileAddress
from ...types import UNSET, File, Response, Unset


def _get_kwargs(
    artifact_id: str,
    file_name: str,
    *,
    redirect: bool | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["redirect"] = redirect

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/preview/artifacts/{artifact_id}/files/{file_name}".format(
            artifact_id=quote(str(artifact_id), safe=""),
            file_name=quote(str(file_name), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ErrorBody | File | FileAddress | None:
    if response.status_code == 200:
        response_200 = File(payload=BytesIO(response.content))

        return response_200

    if response.status_code == 307:
        response_307 = FileAddress.from_dict(response.json())

        return response_307

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

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ErrorBody | File | FileAddress]:
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
    redirect: bool | Unset = UNSET,
) -> Response[ErrorBody | File | FileAddress]:
    """Download a file

     Returns the file byte for byte.

    Args:
        artifact_id (str):
        file_name (str): Letters, digits, dots, underscores and hyphens. It begins with a letter
            or digit, does not end with a dot, and is not the name of a device such as nul or
            com1.txt.
        redirect (bool | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | File | FileAddress]
    """

    kwargs = _get_kwargs(
        artifact_id=artifact_id,
        file_name=file_name,
        redirect=redirect,
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
    redirect: bool | Unset = UNSET,
) -> ErrorBody | File | FileAddress | None:
    """Download a file

     Returns the file byte for byte.

    Args:
        artifact_id (str):
        file_name (str): Letters, digits, dots, underscores and hyphens. It begins with a letter
            or digit, does not end with a dot, and is not the name of a device such as nul or
            com1.txt.
        redirect (bool | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | File | FileAddress
    """

    return sync_detailed(
        artifact_id=artifact_id,
        file_name=file_name,
        client=client,
        redirect=redirect,
    ).parsed


async def asyncio_detailed(
    artifact_id: str,
    file_name: str,
    *,
    client: AuthenticatedClient | Client,
    redirect: bool | Unset = UNSET,
) -> Response[ErrorBody | File | FileAddress]:
    """Download a file

     Returns the file byte for byte.

    Args:
        artifact_id (str):
        file_name (str): Letters, digits, dots, underscores and hyphens. It begins with a letter
            or digit, does not end with a dot, and is not the name of a device such as nul or
            com1.txt.
        redirect (bool | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | File | FileAddress]
    """

    kwargs = _get_kwargs(
        artifact_id=artifact_id,
        file_name=file_name,
        redirect=redirect,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    artifact_id: str,
    file_name: str,
    *,
    client: AuthenticatedClient | Client,
    redirect: bool | Unset = UNSET,
) -> ErrorBody | File | FileAddress | None:
    """Download a file

     Returns the file byte for byte.

    Args:
        artifact_id (str):
        file_name (str): Letters, digits, dots, underscores and hyphens. It begins with a letter
            or digit, does not end with a dot, and is not the name of a device such as nul or
            com1.txt.
        redirect (bool | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | File | FileAddress
    """

    return (
        await asyncio_detailed(
            artifact_id=artifact_id,
            file_name=file_name,
            client=client,
            redirect=redirect,
        )
    ).parsed
