# Generated from openapi.yaml by `npm run clients`: do not edit.
from http import HTTPStatus
from io import BytesIO
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error_body import ErrorBody
from ...models.merged_format import MergedFormat
from ...models.merged_type import MergedType
from ...types import UNSET, File, Response, Unset


def _get_kwargs(
    model_id: str,
    step: int,
    *,
    dtype: MergedType | Unset = UNSET,
    format_: MergedFormat | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    json_dtype: str | Unset = UNSET
    if not isinstance(dtype, Unset):
        json_dtype = dtype

    params["dtype"] = json_dtype

    json_format_: str | Unset = UNSET
    if not isinstance(format_, Unset):
        json_format_ = format_

    params["format"] = json_format_

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/preview/models/{model_id}/checkpoints/{step}/merged".format(
            model_id=quote(str(model_id), safe=""),
            step=quote(str(step), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ErrorBody | File | None:
    if response.status_code == 200:
        response_200 = File(payload=BytesIO(response.content))

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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ErrorBody | File]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    model_id: str,
    step: int,
    *,
    client: AuthenticatedClient | Client,
    dtype: MergedType | Unset = UNSET,
    format_: MergedFormat | Unset = UNSET,
) -> Response[ErrorBody | File]:
    """Download the whole model, with the adapter merged into its weights

     Returns a tar archive of a Hugging Face model folder (`config.json`, the tokenizer's files and one
    `model.safetensors`), or, if `format` is a GGUF type, one file for llama.cpp. It is generated while
    it is sent, from any storage format of the base model, GGUF included. Block-quantised weights are
    dequantised, and quantised again if `format` asks for it. At most two downloads may be in flight; a
    further one is a 503. A model that GGUF cannot represent, for example because GGUF has no name for
    its pre-tokenizer, is a 422 that gives the reason.

    Args:
        model_id (str):
        step (int): Training step of a model. 0 is the untrained or imported adapter; each job
            adds 1.
        dtype (MergedType | Unset):
        format_ (MergedFormat | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | File]
    """

    kwargs = _get_kwargs(
        model_id=model_id,
        step=step,
        dtype=dtype,
        format_=format_,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    model_id: str,
    step: int,
    *,
    client: AuthenticatedClient | Client,
    dtype: MergedType | Unset = UNSET,
    format_: MergedFormat | Unset = UNSET,
) -> ErrorBody | File | None:
    """Download the whole model, with the adapter merged into its weights

     Returns a tar archive of a Hugging Face model folder (`config.json`, the tokenizer's files and one
    `model.safetensors`), or, if `format` is a GGUF type, one file for llama.cpp. It is generated while
    it is sent, from any storage format of the base model, GGUF included. Block-quantised weights are
    dequantised, and quantised again if `format` asks for it. At most two downloads may be in flight; a
    further one is a 503. A model that GGUF cannot represent, for example because GGUF has no name for
    its pre-tokenizer, is a 422 that gives the reason.

    Args:
        model_id (str):
        step (int): Training step of a model. 0 is the untrained or imported adapter; each job
            adds 1.
        dtype (MergedType | Unset):
        format_ (MergedFormat | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | File
    """

    return sync_detailed(
        model_id=model_id,
        step=step,
        client=client,
        dtype=dtype,
        format_=format_,
    ).parsed


async def asyncio_detailed(
    model_id: str,
    step: int,
    *,
    client: AuthenticatedClient | Client,
    dtype: MergedType | Unset = UNSET,
    format_: MergedFormat | Unset = UNSET,
) -> Response[ErrorBody | File]:
    """Download the whole model, with the adapter merged into its weights

     Returns a tar archive of a Hugging Face model folder (`config.json`, the tokenizer's files and one
    `model.safetensors`), or, if `format` is a GGUF type, one file for llama.cpp. It is generated while
    it is sent, from any storage format of the base model, GGUF included. Block-quantised weights are
    dequantised, and quantised again if `format` asks for it. At most two downloads may be in flight; a
    further one is a 503. A model that GGUF cannot represent, for example because GGUF has no name for
    its pre-tokenizer, is a 422 that gives the reason.

    Args:
        model_id (str):
        step (int): Training step of a model. 0 is the untrained or imported adapter; each job
            adds 1.
        dtype (MergedType | Unset):
        format_ (MergedFormat | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | File]
    """

    kwargs = _get_kwargs(
        model_id=model_id,
        step=step,
        dtype=dtype,
        format_=format_,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    model_id: str,
    step: int,
    *,
    client: AuthenticatedClient | Client,
    dtype: MergedType | Unset = UNSET,
    format_: MergedFormat | Unset = UNSET,
) -> ErrorBody | File | None:
    """Download the whole model, with the adapter merged into its weights

     Returns a tar archive of a Hugging Face model folder (`config.json`, the tokenizer's files and one
    `model.safetensors`), or, if `format` is a GGUF type, one file for llama.cpp. It is generated while
    it is sent, from any storage format of the base model, GGUF included. Block-quantised weights are
    dequantised, and quantised again if `format` asks for it. At most two downloads may be in flight; a
    further one is a 503. A model that GGUF cannot represent, for example because GGUF has no name for
    its pre-tokenizer, is a 422 that gives the reason.

    Args:
        model_id (str):
        step (int): Training step of a model. 0 is the untrained or imported adapter; each job
            adds 1.
        dtype (MergedType | Unset):
        format_ (MergedFormat | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | File
    """

    return (
        await asyncio_detailed(
            model_id=model_id,
            step=step,
            client=client,
            dtype=dtype,
            format_=format_,
        )
    ).parsed
