# Generated from openapi.yaml by `npm run clients`: do not edit.
from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.count_message_tokens_request import CountMessageTokensRequest
from ...models.message_tokens import MessageTokens
from ...models.messages_error_body import MessagesErrorBody
from ...types import Response


def _get_kwargs(
    *,
    body: CountMessageTokensRequest,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/messages/count_tokens",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> MessageTokens | MessagesErrorBody | None:
    if response.status_code == 200:
        response_200 = MessageTokens.from_dict(response.json())

        return response_200

    if response.status_code == 400:
        response_400 = MessagesErrorBody.from_dict(response.json())

        return response_400

    if response.status_code == 401:
        response_401 = MessagesErrorBody.from_dict(response.json())

        return response_401

    if response.status_code == 403:
        response_403 = MessagesErrorBody.from_dict(response.json())

        return response_403

    if response.status_code == 404:
        response_404 = MessagesErrorBody.from_dict(response.json())

        return response_404

    if response.status_code == 405:
        response_405 = MessagesErrorBody.from_dict(response.json())

        return response_405

    if response.status_code == 413:
        response_413 = MessagesErrorBody.from_dict(response.json())

        return response_413

    if response.status_code == 415:
        response_415 = MessagesErrorBody.from_dict(response.json())

        return response_415

    if response.status_code == 429:
        response_429 = MessagesErrorBody.from_dict(response.json())

        return response_429

    if response.status_code == 500:
        response_500 = MessagesErrorBody.from_dict(response.json())

        return response_500

    if response.status_code == 503:
        response_503 = MessagesErrorBody.from_dict(response.json())

        return response_503

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[MessageTokens | MessagesErrorBody]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: CountMessageTokensRequest,
) -> Response[MessageTokens | MessagesErrorBody]:
    """Count the tokens of a message

     Counts the tokens of the prompt that `/v1/messages` would give to the model.

    Args:
        body (CountMessageTokensRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[MessageTokens | MessagesErrorBody]
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
    body: CountMessageTokensRequest,
) -> MessageTokens | MessagesErrorBody | None:
    """Count the tokens of a message

     Counts the tokens of the prompt that `/v1/messages` would give to the model.

    Args:
        body (CountMessageTokensRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        MessageTokens | MessagesErrorBody
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: CountMessageTokensRequest,
) -> Response[MessageTokens | MessagesErrorBody]:
    """Count the tokens of a message

     Counts the tokens of the prompt that `/v1/messages` would give to the model.

    Args:
        body (CountMessageTokensRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[MessageTokens | MessagesErrorBody]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: CountMessageTokensRequest,
) -> MessageTokens | MessagesErrorBody | None:
    """Count the tokens of a message

     Counts the tokens of the prompt that `/v1/messages` would give to the model.

    Args:
        body (CountMessageTokensRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        MessageTokens | MessagesErrorBody
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
