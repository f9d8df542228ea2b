# Generated from openapi.yaml by `npm run clients`: do not edit.
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error_body import ErrorBody
from ...models.job_group_page import JobGroupPage
from ...types import UNSET, Response, Unset


def _get_kwargs(
    training_job_id: str,
    *,
    after: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["after"] = after

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/preview/training-jobs/{training_job_id}/groups".format(
            training_job_id=quote(str(training_job_id), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ErrorBody | JobGroupPage | None:
    if response.status_code == 200:
        response_200 = JobGroupPage.from_dict(response.json())

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
) -> Response[ErrorBody | JobGroupPage]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    training_job_id: str,
    *,
    client: AuthenticatedClient | Client,
    after: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Response[ErrorBody | JobGroupPage]:
    """List the trajectory groups of an RL job

     Rewards and outcome of each group. An SFT job has no groups.

    Args:
        training_job_id (str):
        after (str | Unset): Any characters except NUL.
        cursor (str | Unset): Any characters except NUL.
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | JobGroupPage]
    """

    kwargs = _get_kwargs(
        training_job_id=training_job_id,
        after=after,
        cursor=cursor,
        limit=limit,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    training_job_id: str,
    *,
    client: AuthenticatedClient | Client,
    after: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> ErrorBody | JobGroupPage | None:
    """List the trajectory groups of an RL job

     Rewards and outcome of each group. An SFT job has no groups.

    Args:
        training_job_id (str):
        after (str | Unset): Any characters except NUL.
        cursor (str | Unset): Any characters except NUL.
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | JobGroupPage
    """

    return sync_detailed(
        training_job_id=training_job_id,
        client=client,
        after=after,
        cursor=cursor,
        limit=limit,
    ).parsed


async def asyncio_detailed(
    training_job_id: str,
    *,
    client: AuthenticatedClient | Client,
    after: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Response[ErrorBody | JobGroupPage]:
    """List the trajectory groups of an RL job

     Rewards and outcome of each group. An SFT job has no groups.

    Args:
        training_job_id (str):
        after (str | Unset): Any characters except NUL.
        cursor (str | Unset): Any characters except NUL.
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | JobGroupPage]
    """

    kwargs = _get_kwargs(
        training_job_id=training_job_id,
        after=after,
        cursor=cursor,
        limit=limit,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    training_job_id: str,
    *,
    client: AuthenticatedClient | Client,
    after: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> ErrorBody | JobGroupPage | None:
    """List the trajectory groups of an RL job

     Rewards and outcome of each group. An SFT job has no groups.

    Args:
        training_job_id (str):
        after (str | Unset): Any characters except NUL.
        cursor (str | Unset): Any characters except NUL.
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | JobGroupPage
    """

    return (
        await asyncio_detailed(
            training_job_id=training_job_id,
            client=client,
            after=after,
            cursor=cursor,
            limit=limit,
        )
    ).parsed
