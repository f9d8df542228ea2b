# Generated from openapi.yaml by `npm run clients`: do not edit.
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error_body import ErrorBody
from ...models.training_job import TrainingJob
from ...types import Response


def _get_kwargs(
    training_job_id: str,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/preview/training-jobs/{training_job_id}/retry".format(
            training_job_id=quote(str(training_job_id), safe=""),
        ),
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ErrorBody | TrainingJob | None:
    if response.status_code == 200:
        response_200 = TrainingJob.from_dict(response.json())

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

    if response.status_code == 409:
        response_409 = ErrorBody.from_dict(response.json())

        return response_409

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


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ErrorBody | TrainingJob]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    training_job_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> Response[ErrorBody | TrainingJob]:
    """Retry a failed or cancelled job

     Creates a new job with the same data and settings, which resumes after the last gradient step of the
    old one. Its events cover all steps. If the model has a newer checkpoint since, the job starts anew
    from that. The state for a retry is kept for 24 hours, for the 16 newest such jobs of a model, and
    moves to the new job. A job that is queued or running, has succeeded, was retried already or is no
    longer kept is a 409.

    Args:
        training_job_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | TrainingJob]
    """

    kwargs = _get_kwargs(
        training_job_id=training_job_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    training_job_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> ErrorBody | TrainingJob | None:
    """Retry a failed or cancelled job

     Creates a new job with the same data and settings, which resumes after the last gradient step of the
    old one. Its events cover all steps. If the model has a newer checkpoint since, the job starts anew
    from that. The state for a retry is kept for 24 hours, for the 16 newest such jobs of a model, and
    moves to the new job. A job that is queued or running, has succeeded, was retried already or is no
    longer kept is a 409.

    Args:
        training_job_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | TrainingJob
    """

    return sync_detailed(
        training_job_id=training_job_id,
        client=client,
    ).parsed


async def asyncio_detailed(
    training_job_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> Response[ErrorBody | TrainingJob]:
    """Retry a failed or cancelled job

     Creates a new job with the same data and settings, which resumes after the last gradient step of the
    old one. Its events cover all steps. If the model has a newer checkpoint since, the job starts anew
    from that. The state for a retry is kept for 24 hours, for the 16 newest such jobs of a model, and
    moves to the new job. A job that is queued or running, has succeeded, was retried already or is no
    longer kept is a 409.

    Args:
        training_job_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorBody | TrainingJob]
    """

    kwargs = _get_kwargs(
        training_job_id=training_job_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    training_job_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> ErrorBody | TrainingJob | None:
    """Retry a failed or cancelled job

     Creates a new job with the same data and settings, which resumes after the last gradient step of the
    old one. Its events cover all steps. If the model has a newer checkpoint since, the job starts anew
    from that. The state for a retry is kept for 24 hours, for the 16 newest such jobs of a model, and
    moves to the new job. A job that is queued or running, has succeeded, was retried already or is no
    longer kept is a 409.

    Args:
        training_job_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorBody | TrainingJob
    """

    return (
        await asyncio_detailed(
            training_job_id=training_job_id,
            client=client,
        )
    ).parsed
