# Generated from openapi.yaml by `npm run clients`: do not edit.
from http import HTTPStatus
from io import BytesIO
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.adapter_file_name import AdapterFileName
from ...models.error_body import ErrorBody
from ...models.file_address import FileAddress
from ...types import UNSET, File, Response, Unset


def _get_kwargs(
    model_id: str,
    step: int,
    file_name: AdapterFileName,
    *,
    redirect: bool | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["redirect"] = redirect

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/preview/models/{model_id}/checkpoints/{step}/files/{file_name}".format(
            model_id=quote(str(model_id), safe=""),
            step=quote(str(step), safe=""),
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
    model_id: str,
    step: int,
    file_name: AdapterFileName,
    *,
    client: AuthenticatedClient | Client,
    redirect: bool | Unset = UNSET,
) -> Response[ErrorBody | File | FileAddress]:
    """Download an adapter file of a checkpoint

     The two files together are a PEFT adapter folder.

    Args:
        model_id (str):
        step (int): Training step of a model. 0 is the untrained or imported adapter; each job
            adds 1.
        file_name (AdapterFileName):
        redirect (bool | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | File | FileAddress]
    """

    kwargs = _get_kwargs(
        model_id=model_id,
        step=step,
        file_name=file_name,
        redirect=redirect,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    model_id: str,
    step: int,
    file_name: AdapterFileName,
    *,
    client: AuthenticatedClient | Client,
    redirect: bool | Unset = UNSET,
) -> ErrorBody | File | FileAddress | None:
    """Download an adapter file of a checkpoint

     The two files together are a PEFT adapter folder.

    Args:
        model_id (str):
        step (int): Training step of a model. 0 is the untrained or imported adapter; each job
            adds 1.
        file_name (AdapterFileName):
        redirect (bool | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | File | FileAddress
    """

    return sync_detailed(
        model_id=model_id,
        step=step,
        file_name=file_name,
        client=client,
        redirect=redirect,
    ).parsed


async def asyncio_detailed(
    model_id: str,
    step: int,
    file_name: AdapterFileName,
    *,
    client: AuthenticatedClient | Client,
    redirect: bool | Unset = UNSET,
) -> Response[ErrorBody | File | FileAddress]:
    """Download an adapter file of a checkpoint

     The two files together are a PEFT adapter folder.

    Args:
        model_id (str):
        step (int): Training step of a model. 0 is the untrained or imported adapter; each job
            adds 1.
        file_name (AdapterFileName):
        redirect (bool | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | File | FileAddress]
    """

    kwargs = _get_kwargs(
        model_id=model_id,
        step=step,
        file_name=file_name,
        redirect=redirect,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    model_id: str,
    step: int,
    file_name: AdapterFileName,
    *,
    client: AuthenticatedClient | Client,
    redirect: bool | Unset = UNSET,
) -> ErrorBody | File | FileAddress | None:
    """Download an adapter file of a checkpoint

     The two files together are a PEFT adapter folder.

    Args:
        model_id (str):
        step (int): Training step of a model. 0 is the untrained or imported adapter; each job
            adds 1.
        file_name (AdapterFileName):
        redirect (bool | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | File | FileAddress
    """

    return (
        await asyncio_detailed(
            model_id=model_id,
            step=step,
            file_name=file_name,
            client=client,
            redirect=redirect,
        )
    ).parsed
