# Generated from openapi.yaml by `npm run clients`: do not edit.
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error_body import ErrorBody
from ...models.log_trajectories_request import LogTrajectoriesRequest
from ...models.logged_trajectories import LoggedTrajectories
from ...types import Response


def _get_kwargs(
    model_id: str,
    *,
    body: LogTrajectoriesRequest,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/preview/models/{model_id}/log".format(
            model_id=quote(str(model_id), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ErrorBody | LoggedTrajectories | None:
    if response.status_code == 200:
        response_200 = LoggedTrajectories.from_dict(response.json())

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
) -> Response[ErrorBody | LoggedTrajectories]:
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
    body: LogTrajectoriesRequest,
) -> Response[ErrorBody | LoggedTrajectories]:
    """Log trajectories without training on them

     The mean reward and the mean of each metric are stored as `{split}/{metric}` on the newest
    checkpoint and in the tracking run. The full trajectories can be read from the model's `logs` until
    they are deleted: when `DAYBREAK_KEEP_TRAJECTORIES` is full, the oldest trajectories of the owner
    with the most are deleted first. Metrics are kept. One log may have at most 1,024 metric names,
    including the reward, and so may all metrics stored on one checkpoint; a name has at most 256
    characters. Metrics beyond the owner's `DAYBREAK_MAX_LOG_BYTES` are a 409 (`quota_exceeded`).

    Args:
        model_id (str):
        body (LogTrajectoriesRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | LoggedTrajectories]
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
    body: LogTrajectoriesRequest,
) -> ErrorBody | LoggedTrajectories | None:
    """Log trajectories without training on them

     The mean reward and the mean of each metric are stored as `{split}/{metric}` on the newest
    checkpoint and in the tracking run. The full trajectories can be read from the model's `logs` until
    they are deleted: when `DAYBREAK_KEEP_TRAJECTORIES` is full, the oldest trajectories of the owner
    with the most are deleted first. Metrics are kept. One log may have at most 1,024 metric names,
    including the reward, and so may all metrics stored on one checkpoint; a name has at most 256
    characters. Metrics beyond the owner's `DAYBREAK_MAX_LOG_BYTES` are a 409 (`quota_exceeded`).

    Args:
        model_id (str):
        body (LogTrajectoriesRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | LoggedTrajectories
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
    body: LogTrajectoriesRequest,
) -> Response[ErrorBody | LoggedTrajectories]:
    """Log trajectories without training on them

     The mean reward and the mean of each metric are stored as `{split}/{metric}` on the newest
    checkpoint and in the tracking run. The full trajectories can be read from the model's `logs` until
    they are deleted: when `DAYBREAK_KEEP_TRAJECTORIES` is full, the oldest trajectories of the owner
    with the most are deleted first. Metrics are kept. One log may have at most 1,024 metric names,
    including the reward, and so may all metrics stored on one checkpoint; a name has at most 256
    characters. Metrics beyond the owner's `DAYBREAK_MAX_LOG_BYTES` are a 409 (`quota_exceeded`).

    Args:
        model_id (str):
        body (LogTrajectoriesRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | LoggedTrajectories]
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
    body: LogTrajectoriesRequest,
) -> ErrorBody | LoggedTrajectories | None:
    """Log trajectories without training on them

     The mean reward and the mean of each metric are stored as `{split}/{metric}` on the newest
    checkpoint and in the tracking run. The full trajectories can be read from the model's `logs` until
    they are deleted: when `DAYBREAK_KEEP_TRAJECTORIES` is full, the oldest trajectories of the owner
    with the most are deleted first. Metrics are kept. One log may have at most 1,024 metric names,
    including the reward, and so may all metrics stored on one checkpoint; a name has at most 256
    characters. Metrics beyond the owner's `DAYBREAK_MAX_LOG_BYTES` are a 409 (`quota_exceeded`).

    Args:
        model_id (str):
        body (LogTrajectoriesRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | LoggedTrajectories
    """

    return (
        await asyncio_detailed(
            model_id=model_id,
            client=client,
            body=body,
        )
    ).parsed
