"""PipelineTrainer with evals: rollouts and evals are pinned to steps, and training overlaps with rollouts."""

import asyncio

import loopback_only
from agent import API_KEY, BASE_URL, ask, new_model, reward_of
import art
from art.pipeline_trainer.trainer import PipelineTrainer

evaluated: list[int] = []


async def answer(model: art.TrainableModel, step: int | None, seed: int) -> art.Trajectory:
    messages = ask("red")
    chat = await model.openai_client().chat.completions.create(
        model=model.get_inference_name(step), messages=messages, max_tokens=4, seed=seed
    )
    choice = chat.choices[0]
    return art.Trajectory(messages_and_choices=[*messages, choice], reward=reward_of(choice.message.content))


async def rollout(model: art.TrainableModel, scenario: dict, _config) -> art.TrajectoryGroup:
    seeds = range(scenario["seed"], scenario["seed"] + 4)
    group = art.TrajectoryGroup([await answer(model, None, seed) for seed in seeds])
    for place, trajectory in enumerate(group.trajectories):
        trajectory.reward = float(place % 2)
    return group


async def evaluate(model: art.TrainableModel, step: int, _config) -> list[art.Trajectory]:
    trajectories = [await answer(model, step, seed) for seed in range(2)]
    evaluated.append(step)
    return trajectories


async def main() -> None:
    backend = art.ServerlessBackend(base_url=BASE_URL, api_key=API_KEY)
    model = new_model("pipeline")
    await model.register(backend)
    trainer = PipelineTrainer(
        model, backend, rollout, [{"seed": 10 * i} for i in range(8)], None, evaluate,
        num_rollout_workers=2, min_batch_size=2, max_batch_size=2, max_steps=2, eval_every_n_steps=1,
        learning_rate=1e-4,
    )
    await trainer.train(handle_signals=False)
    done = sorted(trainer.state.completed_eval_steps)
    step = await model.get_step()
    await backend.close()
    loopback_only.report({"step": step, "evaluated": sorted(evaluated), "completed": done})


asyncio.run(main())
