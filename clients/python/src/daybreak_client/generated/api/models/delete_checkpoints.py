# Generated from openapi.yaml by `npm run clients`: do not edit.
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.delete_checkpoints_request import DeleteCheckpointsRequest
from ...models.deleted_checkpoints import DeletedCheckpoints
from ...models.error_body import ErrorBody
from ...types import Response


def _get_kwargs(
    model_id: str,
    *,
    body: DeleteCheckpointsRequest,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "delete",
        "url": "/v1/preview/models/{model_id}/checkpoints".format(
            model_id=quote(str(model_id), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> DeletedCheckpoints | ErrorBody | None:
    if response.status_code == 200:
        response_200 = DeletedCheckpoints.from_dict(response.json())

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
) -> Response[DeletedCheckpoints | ErrorBody]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    model_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: DeleteCheckpointsRequest,
) -> Response[DeletedCheckpoints | ErrorBody]:
    """Delete checkpoints by step

     Steps that do not exist are reported and are not an error. The newest step may be deleted too: the
    next job then continues from the newest remaining one. A job that starts from a deleted step, or
    uses it as a reference (`kl_penalty_reference_step` and similar), is not disturbed, because the
    files are deleted after it has ended. A chat completion in flight is not disturbed either. A model's
    `retention` deletes checkpoints automatically.

    Args:
        model_id (str):
        body (DeleteCheckpointsRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DeletedCheckpoints | ErrorBody]
    """

    kwargs = _get_kwargs(
        model_id=model_id,
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    model_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: DeleteCheckpointsRequest,
) -> DeletedCheckpoints | ErrorBody | None:
    """Delete checkpoints by step

     Steps that do not exist are reported and are not an error. The newest step may be deleted too: the
    next job then continues from the newest remaining one. A job that starts from a deleted step, or
    uses it as a reference (`kl_penalty_reference_step` and similar), is not disturbed, because the
    files are deleted after it has ended. A chat completion in flight is not disturbed either. A model's
    `retention` deletes checkpoints automatically.

    Args:
        model_id (str):
        body (DeleteCheckpointsRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DeletedCheckpoints | ErrorBody
    """

    return sync_detailed(
        model_id=model_id,
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    model_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: DeleteCheckpointsRequest,
) -> Response[DeletedCheckpoints | ErrorBody]:
    """Delete checkpoints by step

     Steps that do not exist are reported and are not an error. The newest step may be deleted too: the
    next job then continues from the newest remaining one. A job that starts from a deleted step, or
    uses it as a reference (`kl_penalty_reference_step` and similar), is not disturbed, because the
    files are deleted after it has ended. A chat completion in flight is not disturbed either. A model's
    `retention` deletes checkpoints automatically.

    Args:
        model_id (str):
        body (DeleteCheckpointsRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DeletedCheckpoints | ErrorBody]
    """

    kwargs = _get_kwargs(
        model_id=model_id,
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    model_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: DeleteCheckpointsRequest,
) -> DeletedCheckpoints | ErrorBody | None:
    """Delete checkpoints by step

     Steps that do not exist are reported and are not an error. The newest step may be deleted too: the
    next job then continues from the newest remaining one. A job that starts from a deleted step, or
    uses it as a reference (`kl_penalty_reference_step` and similar), is not disturbed, because the
    files are deleted after it has ended. A chat completion in flight is not disturbed either. A model's
    `retention` deletes checkpoints automatically.

    Args:
        model_id (str):
        body (DeleteCheckpointsRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DeletedCheckpoints | ErrorBody
    """

    return (
        await asyncio_detailed(
            model_id=model_id,
            client=client,
            body=body,
        )
    ).parsed
