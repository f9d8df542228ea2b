# Generated from openapi.yaml by `npm run clients`: do not edit.
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error_body import ErrorBody
from ...models.run_series import RunSeries
from ...models.series_axis import SeriesAxis
from ...types import UNSET, Response, Unset


def _get_kwargs(
    run_id: str,
    *,
    metrics: str,
    x: SeriesAxis | Unset = UNSET,
    from_: float | Unset = UNSET,
    to: float | Unset = UNSET,
    points: int | Unset = UNSET,
    smoothing: float | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["metrics"] = metrics

    json_x: str | Unset = UNSET
    if not isinstance(x, Unset):
        json_x = x

    params["x"] = json_x

    params["from"] = from_

    params["to"] = to

    params["points"] = points

    params["smoothing"] = smoothing

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/preview/runs/{run_id}/series".format(
            run_id=quote(str(run_id), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ErrorBody | RunSeries | None:
    if response.status_code == 200:
        response_200 = RunSeries.from_dict(response.json())

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
) -> Response[ErrorBody | RunSeries]:
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
    metrics: str,
    x: SeriesAxis | Unset = UNSET,
    from_: float | Unset = UNSET,
    to: float | Unset = UNSET,
    points: int | Unset = UNSET,
    smoothing: float | Unset = UNSET,
) -> Response[ErrorBody | RunSeries]:
    """Get metrics of a tracking run as curves

     Every record counts, without sampling, so the `max` of a bucket includes a single spike in a long
    run. If a
    metric has at most `points` values in the range, each value is a bucket. Otherwise values share a
    bucket if x
    divided by the bucket width, rounded down, is the same. The width is the smallest power of two that
    gives at
    most `points` buckets, so buckets keep their place while a run grows.

    A record without a metric does not count for it. A record without a `gradient_step` counts only with
    another
    `x`.

    All curves of a response have at most 32,768 points: a request is refused (422) if the number of
    names times
    `points` is greater.

    Args:
        run_id (str):
        metrics (str): 1 to 32 names, separated by commas; a comma or backslash in a name is
            escaped with a backslash.
        x (SeriesAxis | Unset): `gradient_step` counts the gradient steps of a run over all its
            jobs; `step` is the step of the record's checkpoint; `time` is in milliseconds since 1970,
            UTC.
        from_ (float | Unset):
        to (float | Unset):
        points (int | Unset):
        smoothing (float | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | RunSeries]
    """

    kwargs = _get_kwargs(
        run_id=run_id,
        metrics=metrics,
        x=x,
        from_=from_,
        to=to,
        points=points,
        smoothing=smoothing,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    run_id: str,
    *,
    client: AuthenticatedClient | Client,
    metrics: str,
    x: SeriesAxis | Unset = UNSET,
    from_: float | Unset = UNSET,
    to: float | Unset = UNSET,
    points: int | Unset = UNSET,
    smoothing: float | Unset = UNSET,
) -> ErrorBody | RunSeries | None:
    """Get metrics of a tracking run as curves

     Every record counts, without sampling, so the `max` of a bucket includes a single spike in a long
    run. If a
    metric has at most `points` values in the range, each value is a bucket. Otherwise values share a
    bucket if x
    divided by the bucket width, rounded down, is the same. The width is the smallest power of two that
    gives at
    most `points` buckets, so buckets keep their place while a run grows.

    A record without a metric does not count for it. A record without a `gradient_step` counts only with
    another
    `x`.

    All curves of a response have at most 32,768 points: a request is refused (422) if the number of
    names times
    `points` is greater.

    Args:
        run_id (str):
        metrics (str): 1 to 32 names, separated by commas; a comma or backslash in a name is
            escaped with a backslash.
        x (SeriesAxis | Unset): `gradient_step` counts the gradient steps of a run over all its
            jobs; `step` is the step of the record's checkpoint; `time` is in milliseconds since 1970,
            UTC.
        from_ (float | Unset):
        to (float | Unset):
        points (int | Unset):
        smoothing (float | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | RunSeries
    """

    return sync_detailed(
        run_id=run_id,
        client=client,
        metrics=metrics,
        x=x,
        from_=from_,
        to=to,
        points=points,
        smoothing=smoothing,
    ).parsed


async def asyncio_detailed(
    run_id: str,
    *,
    client: AuthenticatedClient | Client,
    metrics: str,
    x: SeriesAxis | Unset = UNSET,
    from_: float | Unset = UNSET,
    to: float | Unset = UNSET,
    points: int | Unset = UNSET,
    smoothing: float | Unset = UNSET,
) -> Response[ErrorBody | RunSeries]:
    """Get metrics of a tracking run as curves

     Every record counts, without sampling, so the `max` of a bucket includes a single spike in a long
    run. If a
    metric has at most `points` values in the range, each value is a bucket. Otherwise values share a
    bucket if x
    divided by the bucket width, rounded down, is the same. The width is the smallest power of two that
    gives at
    most `points` buckets, so buckets keep their place while a run grows.

    A record without a metric does not count for it. A record without a `gradient_step` counts only with
    another
    `x`.

    All curves of a response have at most 32,768 points: a request is refused (422) if the number of
    names times
    `points` is greater.

    Args:
        run_id (str):
        metrics (str): 1 to 32 names, separated by commas; a comma or backslash in a name is
            escaped with a backslash.
        x (SeriesAxis | Unset): `gradient_step` counts the gradient steps of a run over all its
            jobs; `step` is the step of the record's checkpoint; `time` is in milliseconds since 1970,
            UTC.
        from_ (float | Unset):
        to (float | Unset):
        points (int | Unset):
        smoothing (float | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | RunSeries]
    """

    kwargs = _get_kwargs(
        run_id=run_id,
        metrics=metrics,
        x=x,
        from_=from_,
        to=to,
        points=points,
        smoothing=smoothing,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    run_id: str,
    *,
    client: AuthenticatedClient | Client,
    metrics: str,
    x: SeriesAxis | Unset = UNSET,
    from_: float | Unset = UNSET,
    to: float | Unset = UNSET,
    points: int | Unset = UNSET,
    smoothing: float | Unset = UNSET,
) -> ErrorBody | RunSeries | None:
    """Get metrics of a tracking run as curves

     Every record counts, without sampling, so the `max` of a bucket includes a single spike in a long
    run. If a
    metric has at most `points` values in the range, each value is a bucket. Otherwise values share a
    bucket if x
    divided by the bucket width, rounded down, is the same. The width is the smallest power of two that
    gives at
    most `points` buckets, so buckets keep their place while a run grows.

    A record without a metric does not count for it. A record without a `gradient_step` counts only with
    another
    `x`.

    All curves of a response have at most 32,768 points: a request is refused (422) if the number of
    names times
    `points` is greater.

    Args:
        run_id (str):
        metrics (str): 1 to 32 names, separated by commas; a comma or backslash in a name is
            escaped with a backslash.
        x (SeriesAxis | Unset): `gradient_step` counts the gradient steps of a run over all its
            jobs; `step` is the step of the record's checkpoint; `time` is in milliseconds since 1970,
            UTC.
        from_ (float | Unset):
        to (float | Unset):
        points (int | Unset):
        smoothing (float | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | RunSeries
    """

    return (
        await asyncio_detailed(
            run_id=run_id,
            client=client,
            metrics=metrics,
            x=x,
            from_=from_,
            to=to,
            points=points,
            smoothing=smoothing,
        )
    ).parsed
