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
    """Follow what changes

     Each change of a model, run, job, checkpoint, log or artifact of the key's owner, in the order in
    which they were committed: with `Accept: text/event-stream` as a stream of server-sent events,
    within a second; else as one JSON page. It says what has changed, and not how: read that. The id of
    an event is its `cursor`; `after`, or the header `Last-Event-ID`, goes on behind it, after a restart
    of the server too, so that nothing is missed and nothing told twice. Without either it begins with
    the next change; the first id, which comes without an event, says where that is. The last 10,000
    changes are kept: where some after the cursor are not any more, or it is none of this server, one
    event `reset` comes first, which means to read everything anew. With a model goes all that is its
    own, of which no events tell. A comment every 15 seconds keeps the connection. A key with its
    sessions has 64 streams at a time, which count in its rate, but not as its requests in flight. A
    stream ends when its key does.

    Args:
        after (str | Unset): A place in the order of an owner's changes.
        wait (int | Unset):
        last_event_id (str | Unset): A place in the order of an owner's changes.

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
    """Follow what changes

     Each change of a model, run, job, checkpoint, log or artifact of the key's owner, in the order in
    which they were committed: with `Accept: text/event-stream` as a stream of server-sent events,
    within a second; else as one JSON page. It says what has changed, and not how: read that. The id of
    an event is its `cursor`; `after`, or the header `Last-Event-ID`, goes on behind it, after a restart
    of the server too, so that nothing is missed and nothing told twice. Without either it begins with
    the next change; the first id, which comes without an event, says where that is. The last 10,000
    changes are kept: where some after the cursor are not any more, or it is none of this server, one
    event `reset` comes first, which means to read everything anew. With a model goes all that is its
    own, of which no events tell. A comment every 15 seconds keeps the connection. A key with its
    sessions has 64 streams at a time, which count in its rate, but not as its requests in flight. A
    stream ends when its key does.

    Args:
        after (str | Unset): A place in the order of an owner's changes.
        wait (int | Unset):
        last_event_id (str | Unset): A place in the order of an owner's changes.

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
    """Follow what changes

     Each change of a model, run, job, checkpoint, log or artifact of the key's owner, in the order in
    which they were committed: with `Accept: text/event-stream` as a stream of server-sent events,
    within a second; else as one JSON page. It says what has changed, and not how: read that. The id of
    an event is its `cursor`; `after`, or the header `Last-Event-ID`, goes on behind it, after a restart
    of the server too, so that nothing is missed and nothing told twice. Without either it begins with
    the next change; the first id, which comes without an event, says where that is. The last 10,000
    changes are kept: where some after the cursor are not any more, or it is none of this server, one
    event `reset` comes first, which means to read everything anew. With a model goes all that is its
    own, of which no events tell. A comment every 15 seconds keeps the connection. A key with its
    sessions has 64 streams at a time, which count in its rate, but not as its requests in flight. A
    stream ends when its key does.

    Args:
        after (str | Unset): A place in the order of an owner's changes.
        wait (int | Unset):
        last_event_id (str | Unset): A place in the order of an owner's changes.

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
    """Follow what changes

     Each change of a model, run, job, checkpoint, log or artifact of the key's owner, in the order in
    which they were committed: with `Accept: text/event-stream` as a stream of server-sent events,
    within a second; else as one JSON page. It says what has changed, and not how: read that. The id of
    an event is its `cursor`; `after`, or the header `Last-Event-ID`, goes on behind it, after a restart
    of the server too, so that nothing is missed and nothing told twice. Without either it begins with
    the next change; the first id, which comes without an event, says where that is. The last 10,000
    changes are kept: where some after the cursor are not any more, or it is none of this server, one
    event `reset` comes first, which means to read everything anew. With a model goes all that is its
    own, of which no events tell. A comment every 15 seconds keeps the connection. A key with its
    sessions has 64 streams at a time, which count in its rate, but not as its requests in flight. A
    stream ends when its key does.

    Args:
        after (str | Unset): A place in the order of an owner's changes.
        wait (int | Unset):
        last_event_id (str | Unset): A place in the order of an owner's changes.

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
