"""Checks with PipelineTrainer's own code which policy it reads for each token of eval answers."""

import asyncio

import loopback_only
from agent import API_KEY, BASE_URL, ask, error_of, gather, new_model
import art
from art.pipeline_trainer.trainer import PipelineTrainer

TURNS = 2


async def evaluated(model: art.TrainableModel, step: int | None) -> list[art.Trajectory]:
    """Samples as an eval function does: several choices, and a second turn."""
    trajectories = []
    for seed in range(2):
        messages = ask("red")
        for _ in range(TURNS):
            chat = await model.openai_client().chat.completions.create(
                model=model.get_inference_name(step), messages=art.Trajectory(messages_and_choices=messages).messages(),
                max_tokens=3, seed=seed, n=2,
            )
            messages = [*messages, chat.choices[seed], {"role": "user", "content": "blue"}]
        trajectories.append(art.Trajectory(messages_and_choices=messages, reward=1))
    return trajectories


async def read(step: int, trajectories: list[art.Trajectory]) -> None:
    PipelineTrainer._validate_eval_policy_spans(step, trajectories)


async def main() -> None:
    backend = art.ServerlessBackend(base_url=BASE_URL, api_key=API_KEY)
    model = new_model("spans")
    await model.register(backend)
    untrained = await evaluated(model, 0)
    groups = await gather(model, 0)
    for group in groups:
        for place, trajectory in enumerate(group.trajectories):
            trajectory.reward = float(place)
    await backend.train(model, groups, learning_rate=1e-4)
    newest = await evaluated(model, None)
    again = await evaluated(model, 0)
    checks = {
        "untrained": await error_of(read(0, untrained)),
        "newest": await error_of(read(1, newest)),
        "step 0 again": await error_of(read(0, again)),
        "mistaken": await error_of(read(1, again)),
    }
    # The next training job gets trajectories with spans.
    after = await backend.train(model, [art.TrajectoryGroup(newest), *groups], learning_rate=1e-4)
    choice = newest[0].messages_and_choices[1]
    spans = PipelineTrainer._validated_policy_spans(choice, required=True)
    await backend.close()
    loopback_only.report({
        "checks": {name: error["message"] for name, error in checks.items()},
        "spans": [span.model_dump() for span in spans],
        "tokens": len(choice.model_extra["token_ids"]),
        "step": after.step,
    })


asyncio.run(main())
