# Generated from openapi.yaml by `npm run clients`: do not edit.
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.checkpoint_page import CheckpointPage
from ...models.error_body import ErrorBody
from ...models.list_checkpoints_order import ListCheckpointsOrder
from ...types import UNSET, Response, Unset


def _get_kwargs(
    model_id: str,
    *,
    after: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    order: ListCheckpointsOrder | Unset = UNSET,
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
        "url": "/v1/preview/models/{model_id}/checkpoints".format(
            model_id=quote(str(model_id), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> CheckpointPage | ErrorBody | None:
    if response.status_code == 200:
        response_200 = CheckpointPage.from_dict(response.json())

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
) -> Response[CheckpointPage | ErrorBody]:
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
    after: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    order: ListCheckpointsOrder | Unset = UNSET,
) -> Response[CheckpointPage | ErrorBody]:
    """List the checkpoints of a model, by step

     A new model has one checkpoint, step 0. Each training job that succeeds adds one.

    Args:
        model_id (str):
        after (str | Unset): Any characters except NUL.
        cursor (str | Unset): Any characters except NUL.
        limit (int | Unset):
        order (ListCheckpointsOrder | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CheckpointPage | ErrorBody]
    """

    kwargs = _get_kwargs(
        model_id=model_id,
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
    model_id: str,
    *,
    client: AuthenticatedClient | Client,
    after: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    order: ListCheckpointsOrder | Unset = UNSET,
) -> CheckpointPage | ErrorBody | None:
    """List the checkpoints of a model, by step

     A new model has one checkpoint, step 0. Each training job that succeeds adds one.

    Args:
        model_id (str):
        after (str | Unset): Any characters except NUL.
        cursor (str | Unset): Any characters except NUL.
        limit (int | Unset):
        order (ListCheckpointsOrder | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CheckpointPage | ErrorBody
    """

    return sync_detailed(
        model_id=model_id,
        client=client,
        after=after,
        cursor=cursor,
        limit=limit,
        order=order,
    ).parsed


async def asyncio_detailed(
    model_id: str,
    *,
    client: AuthenticatedClient | Client,
    after: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    order: ListCheckpointsOrder | Unset = UNSET,
) -> Response[CheckpointPage | ErrorBody]:
    """List the checkpoints of a model, by step

     A new model has one checkpoint, step 0. Each training job that succeeds adds one.

    Args:
        model_id (str):
        after (str | Unset): Any characters except NUL.
        cursor (str | Unset): Any characters except NUL.
        limit (int | Unset):
        order (ListCheckpointsOrder | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CheckpointPage | ErrorBody]
    """

    kwargs = _get_kwargs(
        model_id=model_id,
        after=after,
        cursor=cursor,
        limit=limit,
        order=order,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    model_id: str,
    *,
    client: AuthenticatedClient | Client,
    after: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    order: ListCheckpointsOrder | Unset = UNSET,
) -> CheckpointPage | ErrorBody | None:
    """List the checkpoints of a model, by step

     A new model has one checkpoint, step 0. Each training job that succeeds adds one.

    Args:
        model_id (str):
        after (str | Unset): Any characters except NUL.
        cursor (str | Unset): Any characters except NUL.
        limit (int | Unset):
        order (ListCheckpointsOrder | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CheckpointPage | ErrorBody
    """

    return (
        await asyncio_detailed(
            model_id=model_id,
            client=client,
            after=after,
            cursor=cursor,
            limit=limit,
            order=order,
        )
    ).parsed
