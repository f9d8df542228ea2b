# Generated from openapi.yaml by `npm run clients`: do not edit.
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error_body import ErrorBody
from ...models.list_run_history_order import ListRunHistoryOrder
from ...models.run_history_page import RunHistoryPage
from ...types import UNSET, Response, Unset


def _get_kwargs(
    run_id: str,
    *,
    after: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    order: ListRunHistoryOrder | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["after"] = after

    params["cursor"] = cursor

    params["limit"] = limit

    json_order: str | Unset = UNSET
    if not isinstance(order, Unset):
        json_order = order

    params["order"] = json_order

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/preview/runs/{run_id}/history".format(
            run_id=quote(str(run_id), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ErrorBody | RunHistoryPage | None:
    if response.status_code == 200:
        response_200 = RunHistoryPage.from_dict(response.json())

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
) -> Response[ErrorBody | RunHistoryPage]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    run_id: str,
    *,
    client: AuthenticatedClient | Client,
    after: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    order: ListRunHistoryOrder | Unset = UNSET,
) -> Response[ErrorBody | RunHistoryPage]:
    """List the history of a tracking run

     Each gradient step, each finished RL job and each call of `log` adds a record. A job's record has
    the means of its trajectories' own metrics, as `train/{metric}`. A page has fewer records than its
    limit if they are large.

    Args:
        run_id (str):
        after (str | Unset): Any characters except NUL.
        cursor (str | Unset): Any characters except NUL.
        limit (int | Unset):
        order (ListRunHistoryOrder | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | RunHistoryPage]
    """

    kwargs = _get_kwargs(
        run_id=run_id,
        after=after,
        cursor=cursor,
        limit=limit,
        order=order,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    run_id: str,
    *,
    client: AuthenticatedClient | Client,
    after: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    order: ListRunHistoryOrder | Unset = UNSET,
) -> ErrorBody | RunHistoryPage | None:
    """List the history of a tracking run

     Each gradient step, each finished RL job and each call of `log` adds a record. A job's record has
    the means of its trajectories' own metrics, as `train/{metric}`. A page has fewer records than its
    limit if they are large.

    Args:
        run_id (str):
        after (str | Unset): Any characters except NUL.
        cursor (str | Unset): Any characters except NUL.
        limit (int | Unset):
        order (ListRunHistoryOrder | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | RunHistoryPage
    """

    return sync_detailed(
        run_id=run_id,
        client=client,
        after=after,
        cursor=cursor,
        limit=limit,
        order=order,
    ).parsed


async def asyncio_detailed(
    run_id: str,
    *,
    client: AuthenticatedClient | Client,
    after: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    order: ListRunHistoryOrder | Unset = UNSET,
) -> Response[ErrorBody | RunHistoryPage]:
    """List the history of a tracking run

     Each gradient step, each finished RL job and each call of `log` adds a record. A job's record has
    the means of its trajectories' own metrics, as `train/{metric}`. A page has fewer records than its
    limit if they are large.

    Args:
        run_id (str):
        after (str | Unset): Any characters except NUL.
        cursor (str | Unset): Any characters except NUL.
        limit (int | Unset):
        order (ListRunHistoryOrder | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | RunHistoryPage]
    """

    kwargs = _get_kwargs(
        run_id=run_id,
        after=after,
        cursor=cursor,
        limit=limit,
        order=order,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    run_id: str,
    *,
    client: AuthenticatedClient | Client,
    after: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    order: ListRunHistoryOrder | Unset = UNSET,
) -> ErrorBody | RunHistoryPage | None:
    """List the history of a tracking run

     Each gradient step, each finished RL job and each call of `log` adds a record. A job's record has
    the means of its trajectories' own metrics, as `train/{metric}`. A page has fewer records than its
    limit if they are large.

    Args:
        run_id (str):
        after (str | Unset): Any characters except NUL.
        cursor (str | Unset): Any characters except NUL.
        limit (int | Unset):
        order (ListRunHistoryOrder | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | RunHistoryPage
    """

    return (
        await asyncio_detailed(
            run_id=run_id,
            client=client,
            after=after,
            cursor=cursor,
            limit=limit,
            order=order,
        )
    ).parsed
