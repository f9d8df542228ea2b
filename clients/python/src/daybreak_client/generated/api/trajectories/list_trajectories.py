# Generated from openapi.yaml by `npm run clients`: do not edit.
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error_body import ErrorBody
from ...models.list_trajectories_sort import ListTrajectoriesSort
from ...models.trajectory_outcome import TrajectoryOutcome
from ...models.trajectory_summary_page import TrajectorySummaryPage
from ...types import UNSET, Response, Unset


def _get_kwargs(
    model_id: str,
    *,
    split: str | Unset = UNSET,
    step: int | Unset = UNSET,
    job_id: str | Unset = UNSET,
    log_id: str | Unset = UNSET,
    group: int | Unset = UNSET,
    outcome: TrajectoryOutcome | Unset = UNSET,
    truncated: bool | Unset = UNSET,
    reward_min: float | Unset = UNSET,
    reward_max: float | Unset = UNSET,
    text: str | Unset = UNSET,
    sort: ListTrajectoriesSort | Unset = UNSET,
    after: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["split"] = split

    params["step"] = step

    params["job_id"] = job_id

    params["log_id"] = log_id

    params["group"] = group

    json_outcome: str | Unset = UNSET
    if not isinstance(outcome, Unset):
        json_outcome = outcome

    params["outcome"] = json_outcome

    params["truncated"] = truncated

    params["reward_min"] = reward_min

    params["reward_max"] = reward_max

    params["text"] = text

    json_sort: str | Unset = UNSET
    if not isinstance(sort, Unset):
        json_sort = sort

    params["sort"] = json_sort

    params["after"] = after

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/preview/models/{model_id}/trajectories".format(
            model_id=quote(str(model_id), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ErrorBody | TrajectorySummaryPage | None:
    if response.status_code == 200:
        response_200 = TrajectorySummaryPage.from_dict(response.json())

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
) -> Response[ErrorBody | TrajectorySummaryPage]:
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
    split: str | Unset = UNSET,
    step: int | Unset = UNSET,
    job_id: str | Unset = UNSET,
    log_id: str | Unset = UNSET,
    group: int | Unset = UNSET,
    outcome: TrajectoryOutcome | Unset = UNSET,
    truncated: bool | Unset = UNSET,
    reward_min: float | Unset = UNSET,
    reward_max: float | Unset = UNSET,
    text: str | Unset = UNSET,
    sort: ListTrajectoriesSort | Unset = UNSET,
    after: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Response[ErrorBody | TrajectorySummaryPage]:
    """List the trajectories of a model

     Lists trajectories of RL jobs, once a job is planned, and logged trajectories; only the first 10,000
    of each job or log. When `DAYBREAK_KEEP_TRAJECTORIES` is full, the oldest trajectories of the owner
    with the most are deleted. Filters are combined with AND.

    Args:
        model_id (str):
        split (str | Unset): Any characters except NUL.
        step (int | Unset): Training step of a model. 0 is the untrained or imported adapter; each
            job adds 1.
        job_id (str | Unset):
        log_id (str | Unset):
        group (int | Unset):
        outcome (TrajectoryOutcome | Unset): `trained`: the job trains on it. `no_advantage`: its
            reward is the mean of its group. `without_tokens`: no answer has log-probabilities.
            `too_long`: too long to train on. `logged`: from a log.
        truncated (bool | Unset):
        reward_min (float | Unset):
        reward_max (float | Unset):
        text (str | Unset): Any characters except NUL.
        sort (ListTrajectoriesSort | Unset):
        after (str | Unset): Any characters except NUL.
        cursor (str | Unset): Any characters except NUL.
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | TrajectorySummaryPage]
    """

    kwargs = _get_kwargs(
        model_id=model_id,
        split=split,
        step=step,
        job_id=job_id,
        log_id=log_id,
        group=group,
        outcome=outcome,
        truncated=truncated,
        reward_min=reward_min,
        reward_max=reward_max,
        text=text,
        sort=sort,
        after=after,
        cursor=cursor,
        limit=limit,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    model_id: str,
    *,
    client: AuthenticatedClient | Client,
    split: str | Unset = UNSET,
    step: int | Unset = UNSET,
    job_id: str | Unset = UNSET,
    log_id: str | Unset = UNSET,
    group: int | Unset = UNSET,
    outcome: TrajectoryOutcome | Unset = UNSET,
    truncated: bool | Unset = UNSET,
    reward_min: float | Unset = UNSET,
    reward_max: float | Unset = UNSET,
    text: str | Unset = UNSET,
    sort: ListTrajectoriesSort | Unset = UNSET,
    after: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> ErrorBody | TrajectorySummaryPage | None:
    """List the trajectories of a model

     Lists trajectories of RL jobs, once a job is planned, and logged trajectories; only the first 10,000
    of each job or log. When `DAYBREAK_KEEP_TRAJECTORIES` is full, the oldest trajectories of the owner
    with the most are deleted. Filters are combined with AND.

    Args:
        model_id (str):
        split (str | Unset): Any characters except NUL.
        step (int | Unset): Training step of a model. 0 is the untrained or imported adapter; each
            job adds 1.
        job_id (str | Unset):
        log_id (str | Unset):
        group (int | Unset):
        outcome (TrajectoryOutcome | Unset): `trained`: the job trains on it. `no_advantage`: its
            reward is the mean of its group. `without_tokens`: no answer has log-probabilities.
            `too_long`: too long to train on. `logged`: from a log.
        truncated (bool | Unset):
        reward_min (float | Unset):
        reward_max (float | Unset):
        text (str | Unset): Any characters except NUL.
        sort (ListTrajectoriesSort | Unset):
        after (str | Unset): Any characters except NUL.
        cursor (str | Unset): Any characters except NUL.
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | TrajectorySummaryPage
    """

    return sync_detailed(
        model_id=model_id,
        client=client,
        split=split,
        step=step,
        job_id=job_id,
        log_id=log_id,
        group=group,
        outcome=outcome,
        truncated=truncated,
        reward_min=reward_min,
        reward_max=reward_max,
        text=text,
        sort=sort,
        after=after,
        cursor=cursor,
        limit=limit,
    ).parsed


async def asyncio_detailed(
    model_id: str,
    *,
    client: AuthenticatedClient | Client,
    split: str | Unset = UNSET,
    step: int | Unset = UNSET,
    job_id: str | Unset = UNSET,
    log_id: str | Unset = UNSET,
    group: int | Unset = UNSET,
    outcome: TrajectoryOutcome | Unset = UNSET,
    truncated: bool | Unset = UNSET,
    reward_min: float | Unset = UNSET,
    reward_max: float | Unset = UNSET,
    text: str | Unset = UNSET,
    sort: ListTrajectoriesSort | Unset = UNSET,
    after: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Response[ErrorBody | TrajectorySummaryPage]:
    """List the trajectories of a model

     Lists trajectories of RL jobs, once a job is planned, and logged trajectories; only the first 10,000
    of each job or log. When `DAYBREAK_KEEP_TRAJECTORIES` is full, the oldest trajectories of the owner
    with the most are deleted. Filters are combined with AND.

    Args:
        model_id (str):
        split (str | Unset): Any characters except NUL.
        step (int | Unset): Training step of a model. 0 is the untrained or imported adapter; each
            job adds 1.
        job_id (str | Unset):
        log_id (str | Unset):
        group (int | Unset):
        outcome (TrajectoryOutcome | Unset): `trained`: the job trains on it. `no_advantage`: its
            reward is the mean of its group. `without_tokens`: no answer has log-probabilities.
            `too_long`: too long to train on. `logged`: from a log.
        truncated (bool | Unset):
        reward_min (float | Unset):
        reward_max (float | Unset):
        text (str | Unset): Any characters except NUL.
        sort (ListTrajectoriesSort | Unset):
        after (str | Unset): Any characters except NUL.
        cursor (str | Unset): Any characters except NUL.
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | TrajectorySummaryPage]
    """

    kwargs = _get_kwargs(
        model_id=model_id,
        split=split,
        step=step,
        job_id=job_id,
        log_id=log_id,
        group=group,
        outcome=outcome,
        truncated=truncated,
        reward_min=reward_min,
        reward_max=reward_max,
        text=text,
        sort=sort,
        after=after,
        cursor=cursor,
        limit=limit,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    model_id: str,
    *,
    client: AuthenticatedClient | Client,
    split: str | Unset = UNSET,
    step: int | Unset = UNSET,
    job_id: str | Unset = UNSET,
    log_id: str | Unset = UNSET,
    group: int | Unset = UNSET,
    outcome: TrajectoryOutcome | Unset = UNSET,
    truncated: bool | Unset = UNSET,
    reward_min: float | Unset = UNSET,
    reward_max: float | Unset = UNSET,
    text: str | Unset = UNSET,
    sort: ListTrajectoriesSort | Unset = UNSET,
    after: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> ErrorBody | TrajectorySummaryPage | None:
    """List the trajectories of a model

     Lists trajectories of RL jobs, once a job is planned, and logged trajectories; only the first 10,000
    of each job or log. When `DAYBREAK_KEEP_TRAJECTORIES` is full, the oldest trajectories of the owner
    with the most are deleted. Filters are combined with AND.

    Args:
        model_id (str):
        split (str | Unset): Any characters except NUL.
        step (int | Unset): Training step of a model. 0 is the untrained or imported adapter; each
            job adds 1.
        job_id (str | Unset):
        log_id (str | Unset):
        group (int | Unset):
        outcome (TrajectoryOutcome | Unset): `trained`: the job trains on it. `no_advantage`: its
            reward is the mean of its group. `without_tokens`: no answer has log-probabilities.
            `too_long`: too long to train on. `logged`: from a log.
        truncated (bool | Unset):
        reward_min (float | Unset):
        reward_max (float | Unset):
        text (str | Unset): Any characters except NUL.
        sort (ListTrajectoriesSort | Unset):
        after (str | Unset): Any characters except NUL.
        cursor (str | Unset): Any characters except NUL.
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | TrajectorySummaryPage
    """

    return (
        await asyncio_detailed(
            model_id=model_id,
            client=client,
            split=split,
            step=step,
            job_id=job_id,
            log_id=log_id,
            group=group,
            outcome=outcome,
            truncated=truncated,
            reward_min=reward_min,
            reward_max=reward_max,
            text=text,
            sort=sort,
            after=after,
            cursor=cursor,
            limit=limit,
        )
    ).parsed
