# Generated from openapi.yaml by `npm run clients`: do not edit.
from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error_body import ErrorBody
from ...models.response_object import ResponseObject
from ...models.response_request import ResponseRequest
from ...types import Response


def _get_kwargs(
    *,
    body: ResponseRequest,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/responses",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ErrorBody | ResponseObject | None:
    if response.status_code == 200:
        response_200 = ResponseObject.from_dict(response.json())

        return response_200

    if response.status_code == 400:
        response_400 = ErrorBody.from_dict(response.json())

        return response_400

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
) -> Response[ErrorBody | ResponseObject]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: ResponseRequest,
) -> Response[ErrorBody | ResponseObject]:
    """Create a response (Responses API)

     OpenAI's Responses endpoint over the same models and engine as chat completions. Nothing is stored,
    whatever the value of `store`, and a response cannot be retrieved later. A request must contain the
    whole conversation; `previous_response_id`, `conversation`, `prompt` and `background` are refused.
    Returns one JSON document, or with `stream: true` a stream of server-sent events, each named by its
    `type`. Errors before the first token are ordinary error responses, for a stream too. A later error
    is sent as an event `error` with an error body.

    Args:
        body (ResponseRequest): OpenAI's fields that are not listed here, such as `metadata`,
            `include` and `service_tier`, have no effect.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | ResponseObject]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    body: ResponseRequest,
) -> ErrorBody | ResponseObject | None:
    """Create a response (Responses API)

     OpenAI's Responses endpoint over the same models and engine as chat completions. Nothing is stored,
    whatever the value of `store`, and a response cannot be retrieved later. A request must contain the
    whole conversation; `previous_response_id`, `conversation`, `prompt` and `background` are refused.
    Returns one JSON document, or with `stream: true` a stream of server-sent events, each named by its
    `type`. Errors before the first token are ordinary error responses, for a stream too. A later error
    is sent as an event `error` with an error body.

    Args:
        body (ResponseRequest): OpenAI's fields that are not listed here, such as `metadata`,
            `include` and `service_tier`, have no effect.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | ResponseObject
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: ResponseRequest,
) -> Response[ErrorBody | ResponseObject]:
    """Create a response (Responses API)

     OpenAI's Responses endpoint over the same models and engine as chat completions. Nothing is stored,
    whatever the value of `store`, and a response cannot be retrieved later. A request must contain the
    whole conversation; `previous_response_id`, `conversation`, `prompt` and `background` are refused.
    Returns one JSON document, or with `stream: true` a stream of server-sent events, each named by its
    `type`. Errors before the first token are ordinary error responses, for a stream too. A later error
    is sent as an event `error` with an error body.

    Args:
        body (ResponseRequest): OpenAI's fields that are not listed here, such as `metadata`,
            `include` and `service_tier`, have no effect.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | ResponseObject]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: ResponseRequest,
) -> ErrorBody | ResponseObject | None:
    """Create a response (Responses API)

     OpenAI's Responses endpoint over the same models and engine as chat completions. Nothing is stored,
    whatever the value of `store`, and a response cannot be retrieved later. A request must contain the
    whole conversation; `previous_response_id`, `conversation`, `prompt` and `background` are refused.
    Returns one JSON document, or with `stream: true` a stream of server-sent events, each named by its
    `type`. Errors before the first token are ordinary error responses, for a stream too. A later error
    is sent as an event `error` with an error body.

    Args:
        body (ResponseRequest): OpenAI's fields that are not listed here, such as `metadata`,
            `include` and `service_tier`, have no effect.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | ResponseObject
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
