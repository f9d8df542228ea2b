import time

from daybreak_client import Daybreak, chat_name

client = Daybreak()  # DAYBREAK_BASE_URL and DAYBREAK_API_KEY, else the server on this machine
model = client.models.create(project='demo', name=f'agent-{time.time_ns()}', base_model=client.models.base()[0])
messages = [{'role': 'user', 'content': 'Is it nice to walk in the rain?'}]

with client.chat.completions.stream(model=chat_name(model), messages=messages, max_tokens=16) as stream:
    for chunk in stream:
        print(chunk.choices[0].delta.content or '', end='', flush=True)
print()

# One step of reinforcement learning: sample two answers, and reward the shorter one.
answers = client.chat.completions.create(model=chat_name(model), messages=messages, max_tokens=16, n=2).choices
shorter = min(answers, key=lambda answer: len(answer.message.content or ''))
trajectories = [
    {'messages_and_choices': [*messages, answer], 'reward': 1.0 if answer is shorter else 0.0} for answer in answers
]
job = client.training_jobs.create(model_id=model.id, trajectory_groups=[{'trajectories': trajectories}])

print(f'trained to step {client.training_jobs.wait(job.id).step}')
