"""Requests of the tests, and responses of the flaky server."""

from __future__ import annotations

import json
from typing import Any

from flaky_server import FlakyServer, answer

import daybreak_client
from daybreak_client import Daybreak, types

KEY = 'dbk-a-key-that-must-not-be-told-to-anyone'
ID = '6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10'
MODEL: dict[str, Any] = {
    **{'id': ID, 'entity': 'local', 'project': 'p', 'name': 'n', 'base_model': 'b'},
    **{'run_id': None, 'retention': None, 'created': '2026-11-21T12:00:00.000Z'},
}
JOB: dict[str, Any] = {
    **{'id': ID, 'status': 'failed', 'kind': 'rl', 'model_id': ID, 'step': None, 'created': MODEL['created']},
    **{'steps_done': 0, 'total_steps': None, 'retry_of': None, 'queue_position': None},
    **{'config': {}, 'notice': None, 'ignored_fields': []},
    **{'training_start': None, 'training_end': None, 'error_message': 'no data'},
}
OK = answer(200, {'status': 'ok', 'version': '1.2.3'})
ASKED: dict[str, Any] = {'messages': [{'role': 'user', 'content': 'Hello'}]}
ONCE = {'retry-after': '0'}


def connect(server: FlakyServer, **options: Any) -> Daybreak:
    return Daybreak(**{'base_url': server.base_url, 'api_key': KEY, **options})


def create(client: Daybreak) -> types.Model:
    return client.models.create(project='p', name='n', base_model='b')


def page(ids: list[str], has_more: bool) -> dict[str, Any]:
    data = [{**MODEL, 'id': id} for id in ids]
    return {'object': 'list', 'data': data, 'first_id': ids[0], 'last_id': ids[-1], 'has_more': has_more}


def chunk(content: str) -> str:
    choice = {'index': 0, 'delta': {'content': content}, 'finish_reason': None}
    head = {'id': 'c', 'object': 'chat.completion.chunk', 'created': 1, 'model': 'm'}
    return f'data: {json.dumps({**head, "choices": [choice]}, ensure_ascii=False)}\n\n'


def text_of(stream: daybreak_client.ChatStream) -> str:
    return ''.join(chunk.choices[0].delta.content or '' for chunk in stream)
