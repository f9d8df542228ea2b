"""The agent that every ART version trains. It is asked a question, and rewarded for the answer "yes"."""

import inspect
import os

import art
from art.openai import consume_chat_completion_stream
from openai import AsyncOpenAI

BASE_URL = os.environ["TEST_BASE_URL"]
API_KEY = os.environ["TEST_API_KEY"]
PROJECT = os.environ["TEST_PROJECT"]
QUESTIONS = ["red", "blue"]


def new_model(name: str, base_model: str = "toy") -> art.TrainableModel:
    # Newer clients require `run_name` too.
    needed = inspect.signature(art.TrainableModel.__init__).parameters
    run = {"run_name": name} if "run_name" in needed else {}
    return art.TrainableModel(name=name, project=PROJECT, base_model=base_model, **run)


def ask(question: str) -> list:
    return [{"role": "user", "content": question}]


def reward_of(answer: str | None) -> float:
    return 1.0 if answer == "yes" else 0.0


async def rollout(model: art.TrainableModel, question: str, seed: int, stream: bool = False) -> art.Trajectory:
    messages = ask(question)
    create = model.openai_client().chat.completions.create
    request = dict(model=model.get_inference_name(), messages=messages, max_tokens=4, seed=seed)
    if stream:
        # One callback for each chunk, as in ART's examples of streaming agents.
        chat = await consume_chat_completion_stream(
            await create(**request, stream=True, logprobs=True), lambda _chunk, _completion: None
        )
    else:
        chat = await create(**request)
    choice = chat.choices[0]
    return art.Trajectory(
        messages_and_choices=[*messages, choice],
        reward=reward_of(choice.message.content),
        metrics={"answered": bool(choice.message.content)},
    )


async def captured(model: art.TrainableModel, question: str, seed: int) -> art.Trajectory:
    """Returns a trajectory captured from the calls inside the `with` block, the newest idiom."""
    with art.Trajectory() as trajectory:
        chat = await model.openai_client().chat.completions.create(
            model=model.get_inference_name(), messages=ask(question), max_tokens=4, seed=seed
        )
    trajectory.reward = reward_of(chat.choices[0].message.content)
    return trajectory


async def gather(model: art.TrainableModel, first_seed: int, roll=rollout, **options) -> list[art.TrajectoryGroup]:
    return await art.gather_trajectory_groups(
        (
            art.TrajectoryGroup(roll(model, question, first_seed + i, **options) for i in range(8))
            for question in QUESTIONS
        ),
        pbar_desc="gather",
    )


def graded(groups: list[art.TrajectoryGroup], reward: float) -> list[art.TrajectoryGroup]:
    """Returns copies of the trajectories, all with the same reward."""
    return [
        art.TrajectoryGroup([trajectory.model_copy(update={"reward": reward}) for trajectory in group.trajectories])
        for group in groups
    ]


async def first_tokens(model: art.TrainableModel, name: str) -> dict[str, float]:
    """Returns the log-probabilities of the most likely first tokens of an answer by the model of that name."""
    # A separate client, as notebooks create it. The newer managed client requests tokens as ids.
    async with AsyncOpenAI(base_url=model.inference_base_url, api_key=model.inference_api_key) as client:
        chat = await client.chat.completions.create(
            model=name,
            messages=ask(QUESTIONS[0]),
            max_tokens=1,
            temperature=0,
            logprobs=True,
            top_logprobs=3,
        )
    return {top.token: top.logprob for top in chat.choices[0].logprobs.content[0].top_logprobs}


async def error_of(awaitable) -> dict:
    """Returns the class and the text of the exception that is raised."""
    try:
        await awaitable
    except Exception as error:
        return {"type": type(error).__name__, "message": str(error)}
    return {"type": None, "message": ""}
