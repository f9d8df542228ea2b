import time
from pathlib import Path

from daybreak_client import Daybreak, chat_name

client = Daybreak()
base = client.models.base()[0]
model = client.models.create(project='demo', name=f'taught-{time.time_ns()}', base_model=base)

# Cancel a job, and retry it as a new one.
data = client.artifacts.create(name=f'lessons-{time.time_ns()}')
lesson = '{"messages": [{"role": "user", "content": "Rain?"}, {"role": "assistant", "content": "no"}]}\n'
client.artifacts.upload(data.id, 'train.jsonl', lesson.encode() * 32)
job = client.training_jobs.create_sft(model_id=model.id, training_data_url=data.url)
print(client.training_jobs.cancel(job.id).status)
job = client.training_jobs.wait(client.training_jobs.retry(job.id).id)
print(f'trained to step {job.step}')

# Export the adapter as PEFT files, and import it into another model.
adapter = client.artifacts.create(name=f'adapter-{time.time_ns()}')
for file in client.models.checkpoints.files(model.id, job.step):
    content = client.models.checkpoints.download(model.id, job.step, file.name)
    client.artifacts.upload(adapter.id, file.name, content)
successor = client.models.create(project='demo', name=f'successor-{time.time_ns()}', base_model=base)
checkpoint = client.models.checkpoints.import_adapter(successor.id, artifact_url=adapter.url)
print(f'imported as step {checkpoint.step}')

# Download the merged model as a tar archive and metrics as TensorBoard events. Log an answer, and read the log.
Path('merged.tar').write_bytes(client.models.checkpoints.download_merged(model.id, job.step))
Path('events.out.tfevents.daybreak').write_bytes(client.runs.tensorboard(model.run_id))
messages = [{'role': 'user', 'content': 'Rain?'}]
answers = client.chat.completions.create(model=chat_name(model), messages=messages, max_tokens=4).choices
group = {'trajectories': [{'messages_and_choices': [*messages, *answers], 'reward': 1.0}]}
client.models.log(model.id, split='val', trajectory_groups=[group])
for log in client.models.logs.list(model.id):
    groups = list(client.models.logs.groups(model.id, log.id))
    print(f'logged under {log.split}: {len(groups)} group')
