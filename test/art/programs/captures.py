"""Captures with `art.Trajectory()` a conversation of two turns from each official SDK and protocol."""

import asyncio

from agent import API_KEY, BASE_URL, ask, new_model
import anthropic
import art
import openai

ORIGIN = BASE_URL.removesuffix("/v1")
WITH_IDS = {"return_token_ids": True}


async def chat(name: str, question: str) -> None:
    async with openai.AsyncOpenAI(base_url=BASE_URL, api_key=API_KEY) as client:
        say = dict(model=name, max_tokens=4, temperature=0, extra_body=WITH_IDS)
        first = await client.chat.completions.create(**say, messages=ask(question))
        messages = [*ask(question), first.choices[0].message, *ask("blue")]
        async for _ in await client.chat.completions.create(**say, messages=messages, stream=True):
            pass


async def messages(name: str, question: str) -> None:
    async with anthropic.AsyncAnthropic(base_url=ORIGIN, api_key=API_KEY) as client:
        say = dict(model=name, max_tokens=4, extra_body={"temperature": 0, **WITH_IDS})
        first = await client.messages.create(**say, messages=ask(question))
        history = [*ask(question), {"role": "assistant", "content": first.content}, *ask("blue")]
        async with client.messages.stream(**say, messages=history) as stream:
            await stream.get_final_message()


async def responses(name: str, question: str) -> None:
    async with openai.AsyncOpenAI(base_url=BASE_URL, api_key=API_KEY) as client:
        say = dict(model=name, max_output_tokens=4, temperature=0, extra_body=WITH_IDS)
        first = await client.responses.create(**say, input=ask(question))
        history = [*ask(question), *first.output, *ask("blue")]
        async for _ in await client.responses.create(**say, input=history, stream=True):
            pass


PROTOCOLS = {"chat_completions": chat, "messages": messages, "responses": responses}


def counts(trajectory: art.Trajectory) -> dict[str, int]:
    return {protocol: len(getattr(trajectory.exchanges, protocol)) for protocol in PROTOCOLS}


async def trained(backend: art.ServerlessBackend, protocol: str) -> dict:
    """Returns the captured exchanges of two conversations, and the metrics of a training job on them."""
    model = new_model(protocol.replace("_", "-"))
    await model.register(backend)
    group = []
    for reward, question in enumerate(("red", "blue")):
        with art.Trajectory(reward=reward) as trajectory:
            await PROTOCOLS[protocol](model.get_inference_name(), question)
        group.append(trajectory)
    result = await backend.train(model, [art.TrajectoryGroup(group)], learning_rate=1e-3)
    metrics = {name: value for name, value in result.metrics.items() if not name.startswith(("time/", "throughput/"))}
    return {"captured": [counts(trajectory) for trajectory in group], "step": result.step, "metrics": metrics}


async def cut_stream() -> int:
    """Returns the number of exchanges captured from a streamed response that max_output_tokens ended."""
    with art.Trajectory() as trajectory:
        async with openai.AsyncOpenAI(base_url=BASE_URL, api_key=API_KEY) as client:
            asked = dict(model="toy", input=ask("red"), max_output_tokens=1, extra_body=WITH_IDS)
            async for _ in await client.responses.create(**asked, stream=True):
                pass
    return counts(trajectory)["responses"]


async def capture_facts(backend: art.ServerlessBackend) -> dict:
    told = await asyncio.gather(*(trained(backend, protocol) for protocol in PROTOCOLS))
    return {"trained": dict(zip(PROTOCOLS, told)), "cut stream": await cut_stream()}
