# Generated from openapi.yaml by `npm run clients`: do not edit.
from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.create_model_request import CreateModelRequest
from ...models.error_body import ErrorBody
from ...models.model import Model
from ...types import Response


def _get_kwargs(
    *,
    body: CreateModelRequest,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/preview/models",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ErrorBody | Model | None:
    if response.status_code == 200:
        response_200 = Model.from_dict(response.json())

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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ErrorBody | Model]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: CreateModelRequest,
) -> Response[ErrorBody | Model]:
    """Create a model, or with `return_existing` get the existing one

     A model starts as an untrained adapter on a base model. From the start it has a checkpoint, step 0,
    and a tracking run. If the name is taken, the request is a 409. With `return_existing: true` it
    returns the existing model instead, provided that the base model is the same, and sets its
    `retention` if one is given. Exceeding the owner's `DAYBREAK_MAX_MODELS` is a 409 too
    (`quota_exceeded`).

    Args:
        body (CreateModelRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | Model]
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
    body: CreateModelRequest,
) -> ErrorBody | Model | None:
    """Create a model, or with `return_existing` get the existing one

     A model starts as an untrained adapter on a base model. From the start it has a checkpoint, step 0,
    and a tracking run. If the name is taken, the request is a 409. With `return_existing: true` it
    returns the existing model instead, provided that the base model is the same, and sets its
    `retention` if one is given. Exceeding the owner's `DAYBREAK_MAX_MODELS` is a 409 too
    (`quota_exceeded`).

    Args:
        body (CreateModelRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | Model
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: CreateModelRequest,
) -> Response[ErrorBody | Model]:
    """Create a model, or with `return_existing` get the existing one

     A model starts as an untrained adapter on a base model. From the start it has a checkpoint, step 0,
    and a tracking run. If the name is taken, the request is a 409. With `return_existing: true` it
    returns the existing model instead, provided that the base model is the same, and sets its
    `retention` if one is given. Exceeding the owner's `DAYBREAK_MAX_MODELS` is a 409 too
    (`quota_exceeded`).

    Args:
        body (CreateModelRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | Model]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: CreateModelRequest,
) -> ErrorBody | Model | None:
    """Create a model, or with `return_existing` get the existing one

     A model starts as an untrained adapter on a base model. From the start it has a checkpoint, step 0,
    and a tracking run. If the name is taken, the request is a 409. With `return_existing: true` it
    returns the existing model instead, provided that the base model is the same, and sets its
    `retention` if one is given. Exceeding the owner's `DAYBREAK_MAX_MODELS` is a 409 too
    (`quota_exceeded`).

    Args:
        body (CreateModelRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | Model
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
