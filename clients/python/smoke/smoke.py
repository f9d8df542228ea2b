"""Makes the same calls as the smoke test of every client, and prints one JSON line for each."""

import hashlib
import json
import os
from typing import Any

from daybreak_client import APIStatusError, Daybreak, NotFoundError, UnprocessableEntityError, chat_name

base_model = os.environ['DAYBREAK_BASE_MODEL']
name = os.environ['SMOKE_NAME']
client = Daybreak()


def tell(call: str, **answer: Any) -> None:
    print(json.dumps({'call': call, **answer}), flush=True)


def told(error: APIStatusError) -> dict[str, Any]:
    return {'status': error.status, 'code': error.code, 'param': error.param, 'request_id': error.request_id}


health = client.health()
tell('health', status=health.status, version=health.version)
tokenizer_class = client.tokenizer_info().tokenizer_class
tell('server', version=client.version(), load=client.load(), tokenizer_class=tokenizer_class)

tell('base_models', names=client.models.base())

model = client.models.create(project='smoke', name=name, base_model=base_model)
tell('create_model', id=model.id, name=model.name, base_model=model.base_model, run_id=model.run_id)

message = {'role': 'user', 'content': 'Say yes, no or maybe.'}
asked: dict[str, Any] = {'model': chat_name(model), 'messages': [message], 'max_tokens': 6, 'seed': 7, 'temperature': 1}
chat = client.chat.completions.create(**asked, n=2)
tell(
    'chat',
    texts=[choice.message.content for choice in chat.choices],
    finish_reasons=[choice.finish_reason for choice in chat.choices],
    completion_tokens=chat.usage.completion_tokens,
)

with client.chat.completions.stream(**asked, stream_options={'include_usage': True}) as stream:
    chunks = list(stream)
choices = [choice for chunk in chunks for choice in chunk.choices]
usage = chunks[-1].usage
assert usage
tell(
    'chat_stream',
    text=''.join(choice.delta.content or '' for choice in choices),
    chunks=len(chunks),
    finish_reason=choices[-1].finish_reason,
    completion_tokens=usage.completion_tokens,
)

trajectories = [
    {'messages_and_choices': [message, choice], 'reward': reward} for choice, reward in zip(chat.choices, (1, 0))
]
job = client.training_jobs.create(
    model_id=model.id, trajectory_groups=[{'trajectories': trajectories}], config={'learning_rate': 1e-4}
)
events: list[str] = []
pages = 0
after = None
while not events or events[-1] not in ('training_ended', 'training_failed'):
    page = client.training_jobs.event_page(job.id, after=after, limit=2)
    pages += 1
    events += [event.type_ for event in page.data]
    after = page.last_id or after
tell('rl_job', kind=job.kind, events=events, pages=pages)

line = b'{"messages":[{"role":"user","content":"Is water wet?"},{"role":"assistant","content":"yes"}]}\n'
artifact = client.artifacts.create(name=f'{name}-data', project='smoke')
file = client.artifacts.upload(artifact.id, 'train.jsonl', line * 2)
assert file.sha256 == hashlib.sha256(line * 2).hexdigest()
sft = client.training_jobs.create_sft(
    model_id=model.id, training_data_url=artifact.url, config={'batch_size': 1, 'learning_rate': 1e-4}
)
ended = client.training_jobs.wait(sft.id, timeout=120)
tell('sft_job', kind=ended.kind, bytes=file.bytes_, sha256=file.sha256, status=ended.status, step=ended.step)

tell('checkpoints', steps=[checkpoint.step for checkpoint in client.models.checkpoints.list(model.id, limit=1)])

not_found: dict[str, Any] = {}
invalid: dict[str, Any] = {}
try:
    client.models.get('00000000-0000-4000-8000-000000000000')
except NotFoundError as error:
    not_found = told(error)
try:
    client.models.list(limit=101).first_page()
except UnprocessableEntityError as error:
    invalid = {**told(error), 'issues': len(error.issues)}
tell('errors', not_found=not_found, invalid=invalid)

deleted = client.models.delete(model.id)
tell('delete_model', deleted_checkpoints=deleted.deleted_checkpoints, deleted_run=deleted.deleted_run)
