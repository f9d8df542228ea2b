# Generated from openapi.yaml by `npm run clients`: do not edit.
from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error_body import ErrorBody
from ...models.update_page import UpdatePage
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    after: str | Unset = UNSET,
    wait: int | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(last_event_id, Unset):
        headers["Last-Event-ID"] = last_event_id

    params: dict[str, Any] = {}

    params["after"] = after

    params["wait"] = wait

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/preview/updates",
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ErrorBody | UpdatePage | None:
    if response.status_code == 200:
        response_200 = UpdatePage.from_dict(response.json())

        return response_200

    if response.status_code == 401:
        response_401 = ErrorBody.from_dict(response.json())

        return response_401

    if response.status_code == 403:
        response_403 = ErrorBody.from_dict(response.json())

        return response_403

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
) -> Response[ErrorBody | UpdatePage]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    after: str | Unset = UNSET,
    wait: int | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
) -> Response[ErrorBody | UpdatePage]:
    """Follow changes

     Reports each change of a model, run, job, checkpoint, log or artifact of the key's owner, in commit
    order. With `Accept: text/event-stream` it returns a stream of server-sent events, each within a
    second of the change; otherwise one JSON page. An event says which resource has changed, but not
    how: read the resource again. The id of an event is its `cursor`. Pass it as `after`, or as the
    header `Last-Event-ID`, to resume behind it without lost or repeated events, even after a restart of
    the server. Without a cursor, the stream begins with the next change, and its first id, sent without
    an event, is the current position. The last 10,000 changes are kept. If changes after the cursor are
    no longer kept, or the cursor is from another server, one event `reset` comes first: read everything
    again. Deleting a model also deletes all that belongs to it, without further events. A comment every
    15 seconds keeps the connection alive. A key and its sessions together may have 64 streams open;
    they count in the key's rate, but not in its requests in flight. A stream ends when its key expires
    or is revoked.

    Args:
        after (str | Unset): A position in the order of an owner's changes.
        wait (int | Unset):
        last_event_id (str | Unset): A position in the order of an owner's changes.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | UpdatePage]
    """

    kwargs = _get_kwargs(
        after=after,
        wait=wait,
        last_event_id=last_event_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    after: str | Unset = UNSET,
    wait: int | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
) -> ErrorBody | UpdatePage | None:
    """Follow changes

     Reports each change of a model, run, job, checkpoint, log or artifact of the key's owner, in commit
    order. With `Accept: text/event-stream` it returns a stream of server-sent events, each within a
    second of the change; otherwise one JSON page. An event says which resource has changed, but not
    how: read the resource again. The id of an event is its `cursor`. Pass it as `after`, or as the
    header `Last-Event-ID`, to resume behind it without lost or repeated events, even after a restart of
    the server. Without a cursor, the stream begins with the next change, and its first id, sent without
    an event, is the current position. The last 10,000 changes are kept. If changes after the cursor are
    no longer kept, or the cursor is from another server, one event `reset` comes first: read everything
    again. Deleting a model also deletes all that belongs to it, without further events. A comment every
    15 seconds keeps the connection alive. A key and its sessions together may have 64 streams open;
    they count in the key's rate, but not in its requests in flight. A stream ends when its key expires
    or is revoked.

    Args:
        after (str | Unset): A position in the order of an owner's changes.
        wait (int | Unset):
        last_event_id (str | Unset): A position in the order of an owner's changes.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | UpdatePage
    """

    return sync_detailed(
        client=client,
        after=after,
        wait=wait,
        last_event_id=last_event_id,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    after: str | Unset = UNSET,
    wait: int | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
) -> Response[ErrorBody | UpdatePage]:
    """Follow changes

     Reports each change of a model, run, job, checkpoint, log or artifact of the key's owner, in commit
    order. With `Accept: text/event-stream` it returns a stream of server-sent events, each within a
    second of the change; otherwise one JSON page. An event says which resource has changed, but not
    how: read the resource again. The id of an event is its `cursor`. Pass it as `after`, or as the
    header `Last-Event-ID`, to resume behind it without lost or repeated events, even after a restart of
    the server. Without a cursor, the stream begins with the next change, and its first id, sent without
    an event, is the current position. The last 10,000 changes are kept. If changes after the cursor are
    no longer kept, or the cursor is from another server, one event `reset` comes first: read everything
    again. Deleting a model also deletes all that belongs to it, without further events. A comment every
    15 seconds keeps the connection alive. A key and its sessions together may have 64 streams open;
    they count in the key's rate, but not in its requests in flight. A stream ends when its key expires
    or is revoked.

    Args:
        after (str | Unset): A position in the order of an owner's changes.
        wait (int | Unset):
        last_event_id (str | Unset): A position in the order of an owner's changes.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | UpdatePage]
    """

    kwargs = _get_kwargs(
        after=after,
        wait=wait,
        last_event_id=last_event_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    after: str | Unset = UNSET,
    wait: int | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
) -> ErrorBody | UpdatePage | None:
    """Follow changes

     Reports each change of a model, run, job, checkpoint, log or artifact of the key's owner, in commit
    order. With `Accept: text/event-stream` it returns a stream of server-sent events, each within a
    second of the change; otherwise one JSON page. An event says which resource has changed, but not
    how: read the resource again. The id of an event is its `cursor`. Pass it as `after`, or as the
    header `Last-Event-ID`, to resume behind it without lost or repeated events, even after a restart of
    the server. Without a cursor, the stream begins with the next change, and its first id, sent without
    an event, is the current position. The last 10,000 changes are kept. If changes after the cursor are
    no longer kept, or the cursor is from another server, one event `reset` comes first: read everything
    again. Deleting a model also deletes all that belongs to it, without further events. A comment every
    15 seconds keeps the connection alive. A key and its sessions together may have 64 streams open;
    they count in the key's rate, but not in its requests in flight. A stream ends when its key expires
    or is revoked.

    Args:
        after (str | Unset): A position in the order of an owner's changes.
        wait (int | Unset):
        last_event_id (str | Unset): A position in the order of an owner's changes.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | UpdatePage
    """

    return (
        await asyncio_detailed(
            client=client,
            after=after,
            wait=wait,
            last_event_id=last_event_id,
        )
    ).parsed
