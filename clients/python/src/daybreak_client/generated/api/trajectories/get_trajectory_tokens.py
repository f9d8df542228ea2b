# Generated from openapi.yaml by `npm run clients`: do not edit.
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error_body import ErrorBody
from ...models.trajectory_tokens import TrajectoryTokens
from ...types import UNSET, Response, Unset


def _get_kwargs(
    model_id: str,
    trajectory_id: str,
    *,
    sequence: int | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["sequence"] = sequence

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/preview/models/{model_id}/trajectories/{trajectory_id}/tokens".format(
            model_id=quote(str(model_id), safe=""),
            trajectory_id=quote(str(trajectory_id), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ErrorBody | TrajectoryTokens | None:
    if response.status_code == 200:
        response_200 = TrajectoryTokens.from_dict(response.json())

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
) -> Response[ErrorBody | TrajectoryTokens]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    model_id: str,
    trajectory_id: str,
    *,
    client: AuthenticatedClient | Client,
    sequence: int | Unset = UNSET,
) -> Response[ErrorBody | TrajectoryTokens]:
    """Get the training figures of each token

     For one training sequence of the trajectory: log-probabilities at sampling and before the gradient
    step, the ratio of the two policies, and the entropy. They are stored when the gradient step
    commits, for the first `DAYBREAK_KEEP_TOKENS` groups of a job that are trained on; otherwise the
    request is a 404.

    Args:
        model_id (str):
        trajectory_id (str):
        sequence (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | TrajectoryTokens]
    """

    kwargs = _get_kwargs(
        model_id=model_id,
        trajectory_id=trajectory_id,
        sequence=sequence,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    model_id: str,
    trajectory_id: str,
    *,
    client: AuthenticatedClient | Client,
    sequence: int | Unset = UNSET,
) -> ErrorBody | TrajectoryTokens | None:
    """Get the training figures of each token

     For one training sequence of the trajectory: log-probabilities at sampling and before the gradient
    step, the ratio of the two policies, and the entropy. They are stored when the gradient step
    commits, for the first `DAYBREAK_KEEP_TOKENS` groups of a job that are trained on; otherwise the
    request is a 404.

    Args:
        model_id (str):
        trajectory_id (str):
        sequence (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | TrajectoryTokens
    """

    return sync_detailed(
        model_id=model_id,
        trajectory_id=trajectory_id,
        client=client,
        sequence=sequence,
    ).parsed


async def asyncio_detailed(
    model_id: str,
    trajectory_id: str,
    *,
    client: AuthenticatedClient | Client,
    sequence: int | Unset = UNSET,
) -> Response[ErrorBody | TrajectoryTokens]:
    """Get the training figures of each token

     For one training sequence of the trajectory: log-probabilities at sampling and before the gradient
    step, the ratio of the two policies, and the entropy. They are stored when the gradient step
    commits, for the first `DAYBREAK_KEEP_TOKENS` groups of a job that are trained on; otherwise the
    request is a 404.

    Args:
        model_id (str):
        trajectory_id (str):
        sequence (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | TrajectoryTokens]
    """

    kwargs = _get_kwargs(
        model_id=model_id,
        trajectory_id=trajectory_id,
        sequence=sequence,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    model_id: str,
    trajectory_id: str,
    *,
    client: AuthenticatedClient | Client,
    sequence: int | Unset = UNSET,
) -> ErrorBody | TrajectoryTokens | None:
    """Get the training figures of each token

     For one training sequence of the trajectory: log-probabilities at sampling and before the gradient
    step, the ratio of the two policies, and the entropy. They are stored when the gradient step
    commits, for the first `DAYBREAK_KEEP_TOKENS` groups of a job that are trained on; otherwise the
    request is a 404.

    Args:
        model_id (str):
        trajectory_id (str):
        sequence (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | TrajectoryTokens
    """

    return (
        await asyncio_detailed(
            model_id=model_id,
            trajectory_id=trajectory_id,
            client=client,
            sequence=sequence,
        )
    ).parsed
