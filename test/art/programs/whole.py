"""Uses ART's client and W&B's client together against one server. Only addresses and keys are set."""

import asyncio
import filecmp
import json
import os

import loopback_only
from agent import API_KEY, BASE_URL, PROJECT, ask, captured, error_of, first_tokens, gather, graded, new_model, reward_of
import art
from art.langgraph import init_chat_model, wrap_rollout
from art.utils.sft import train_sft_from_file
from langchain_core.messages import HumanMessage
import wandb


def lesson(answer: str) -> art.Trajectory:
    messages = [{"role": "user", "content": "red"}, {"role": "assistant", "content": answer}]
    return art.Trajectory(messages_and_choices=messages, reward=0)


def rewarded(groups: list) -> list:
    """Sets alternating rewards, whatever the answers say, so that every group gives a gradient."""
    for group in groups:
        for place, trajectory in enumerate(group.trajectories):
            trajectory.reward = float(place % 2)
    return groups


async def graph_rollout(model: art.TrainableModel, seed: int) -> art.Trajectory:
    """Runs an agent through ART's wrapper of LangChain's chat model, which records the messages."""

    async def talk() -> art.Trajectory:
        answer = await init_chat_model(max_tokens=4, seed=seed).ainvoke([HumanMessage("red")])
        return art.Trajectory(messages_and_choices=[], reward=reward_of(answer.content))

    return await wrap_rollout(model, talk)()


async def pull(backend, model: art.TrainableModel, step, folder: str) -> list[str]:
    path = await backend._experimental_pull_model_checkpoint(model, step=step, local_path=folder)
    return sorted(os.listdir(path))


async def auto_captured(model: art.TrainableModel, question: str, seed: int) -> art.Trajectory:
    """Captures as versions before `with art.Trajectory()` do: chats, streamed or not, and no other protocol."""

    async def talk() -> None:
        client, say = model.openai_client(), dict(model=model.get_inference_name(), max_tokens=4)
        first = await client.chat.completions.create(**say, messages=ask(question), seed=seed)
        answer = {"role": "assistant", "content": first.choices[0].message.content}
        again = await client.chat.completions.create(
            **say, messages=[*ask(question), answer, *ask("blue")], stream=True, logprobs=True
        )
        async for _ in again:
            pass
        await client.responses.create(model="toy", input=question, max_output_tokens=4)
        await client.post("/messages", body={**say, "messages": ask(question)}, cast_to=object)

    return await art.capture_auto_trajectory(talk())


async def as_pipeline_trainer(backend, model: art.TrainableModel) -> None:
    """Calls `backend.train` with the arguments that `PipelineTrainer` passes."""
    await backend.train(model, [], learning_rate=1e-4, loss_fn="cispo", save_checkpoint=True)


def same(one: str, other: str) -> bool:
    return all(filecmp.cmp(f"{one}/{name}", f"{other}/{name}", shallow=False) for name in os.listdir(one))


async def main() -> None:
    backend = art.ServerlessBackend(base_url=BASE_URL, api_key=API_KEY)
    model = new_model("agent")
    await model.register(backend)
    facts: dict = {"id": model.id, "steps": [await model.get_step()]}

    async def stepped() -> None:
        facts["steps"].append(await model.get_step())

    facts["pulled"] = {"0": await pull(backend, model, 0, "step0")}
    groups = rewarded(await gather(model, 0))
    result = await backend.train(model, groups, learning_rate=1e-3)
    await stepped()
    await model.log(graded(groups, 1.0), split="val", step=result.step)
    await model.train_sft([lesson("maybe")] * 8, art.TrainSFTConfig(learning_rate=3e-3))
    await stepped()
    with open("lessons.jsonl", "w") as file:
        for _ in range(8):
            file.write(json.dumps({"messages": lesson("maybe").messages()}) + "\n")
    await train_sft_from_file(model, "lessons.jsonl", epochs=1, batch_size=4, peak_lr=3e-3)
    await stepped()
    facts["answers"] = await first_tokens(model, model.get_inference_name())

    facts["pulled"]["newest"] = await pull(backend, model, "latest", "newest")
    facts["pulled"]["1"] = await pull(backend, model, 1, "step1")
    facts["no such step"] = await error_of(pull(backend, model, 77, "none"))
    dest = new_model("dest")
    await dest.register(backend)
    await backend._experimental_fork_checkpoint(dest, from_model="agent", not_after_step=1)
    facts["forked"] = await dest.get_step()
    await pull(backend, dest, 1, "forked")
    facts["same"] = same("step1", "forked")
    again = backend._experimental_fork_checkpoint(dest, from_model="agent", not_after_step=1)
    facts["forked twice"] = await error_of(again)
    after = await backend.train(dest, rewarded(await gather(dest, 100)), learning_rate=1e-3)
    facts["after the fork"] = after.step

    graph = await art.gather_trajectory_groups(
        (art.TrajectoryGroup(graph_rollout(model, seed) for seed in range(4)) for _ in range(2)), pbar_desc="graph"
    )
    facts["graph"] = [len(graph[0].trajectories), len(graph[0].trajectories[0].messages_and_choices)]
    await backend.train(model, rewarded(graph), learning_rate=1e-4)
    await stepped()
    if hasattr(art.Trajectory, "__enter__"):
        await backend.train(model, rewarded(await gather(model, 300, captured)), learning_rate=1e-4)
        await stepped()
    else:
        groups = rewarded(await gather(model, 300, auto_captured))
        first = groups[0].trajectories[0]
        kinds = [item["role"] if isinstance(item, dict) else "choice" for item in first.messages_and_choices]
        facts["auto"] = [kinds, len(first.additional_histories)]
        await backend.train(model, groups, learning_rate=1e-4)
        await stepped()
        facts["as PipelineTrainer"] = await error_of(as_pipeline_trainer(backend, model))
    artifact = wandb.Api().artifact(f"local/{PROJECT}/agent:latest", type="lora")
    facts["artifact"] = [artifact.metadata["wandb.base_model"], artifact.metadata["wandb.provenance"], artifact.aliases]
    await backend.close()
    loopback_only.report(facts)


asyncio.run(main())
