# Generated from openapi.yaml by `npm run clients`: do not edit.
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.checkpoint_file_list import CheckpointFileList
from ...models.error_body import ErrorBody
from ...types import Response


def _get_kwargs(
    model_id: str,
    step: int,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/preview/models/{model_id}/checkpoints/{step}/files".format(
            model_id=quote(str(model_id), safe=""),
            step=quote(str(step), safe=""),
        ),
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> CheckpointFileList | ErrorBody | None:
    if response.status_code == 200:
        response_200 = CheckpointFileList.from_dict(response.json())

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
) -> Response[CheckpointFileList | ErrorBody]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    model_id: str,
    step: int,
    *,
    client: AuthenticatedClient | Client,
) -> Response[CheckpointFileList | ErrorBody]:
    """List the adapter files of a checkpoint

     Lists the files that can be downloaded. Together they are a PEFT adapter folder. The untrained step
    0 has none, as it is the base model.

    Args:
        model_id (str):
        step (int): Training step of a model. 0 is the untrained or imported adapter; each job
            adds 1.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CheckpointFileList | ErrorBody]
    """

    kwargs = _get_kwargs(
        model_id=model_id,
        step=step,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    model_id: str,
    step: int,
    *,
    client: AuthenticatedClient | Client,
) -> CheckpointFileList | ErrorBody | None:
    """List the adapter files of a checkpoint

     Lists the files that can be downloaded. Together they are a PEFT adapter folder. The untrained step
    0 has none, as it is the base model.

    Args:
        model_id (str):
        step (int): Training step of a model. 0 is the untrained or imported adapter; each job
            adds 1.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CheckpointFileList | ErrorBody
    """

    return sync_detailed(
        model_id=model_id,
        step=step,
        client=client,
    ).parsed


async def asyncio_detailed(
    model_id: str,
    step: int,
    *,
    client: AuthenticatedClient | Client,
) -> Response[CheckpointFileList | ErrorBody]:
    """List the adapter files of a checkpoint

     Lists the files that can be downloaded. Together they are a PEFT adapter folder. The untrained step
    0 has none, as it is the base model.

    Args:
        model_id (str):
        step (int): Training step of a model. 0 is the untrained or imported adapter; each job
            adds 1.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CheckpointFileList | ErrorBody]
    """

    kwargs = _get_kwargs(
        model_id=model_id,
        step=step,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    model_id: str,
    step: int,
    *,
    client: AuthenticatedClient | Client,
) -> CheckpointFileList | ErrorBody | None:
    """List the adapter files of a checkpoint

     Lists the files that can be downloaded. Together they are a PEFT adapter folder. The untrained step
    0 has none, as it is the base model.

    Args:
        model_id (str):
        step (int): Training step of a model. 0 is the untrained or imported adapter; each job
            adds 1.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CheckpointFileList | ErrorBody
    """

    return (
        await asyncio_detailed(
            model_id=model_id,
            step=step,
            client=client,
        )
    ).parsed
