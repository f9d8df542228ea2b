"""Prints groups as ART sends them after a capture: conversations of several turns, branches, tool calls, parallel ones."""

import asyncio
import json

from agent import API_KEY, BASE_URL, ask, new_model
import anthropic
import art
import openai

WITH_IDS = {"return_token_ids": True}
LOOK = {"name": "look", "description": "Looks", "parameters": {"type": "object", "properties": {}}}
TOOL = {"type": "function", "function": LOOK}
JUDGE = "toy"


def said(role: str, content: str) -> list[dict]:
    return [{"role": role, "content": content}]


def answers(chat) -> list:
    """Returns the answers as messages for a request."""
    return [choice.message.model_dump(include={"role", "content", "tool_calls"}, exclude_none=True) for choice in chat.choices]


async def chats(client: openai.AsyncOpenAI, name: str, question: str) -> None:
    """Two turns with a tool, a judge between them, both answers of a branch, and another agent's conversation."""

    async def say(messages: list, model: str = name, **wishes) -> list:
        wishes = {"max_tokens": 5, "temperature": 0, "extra_body": WITH_IDS, **wishes}
        return answers(await client.chat.completions.create(model=model, messages=messages, **wishes))

    told = ask(question)
    [call] = await say(told, tools=[TOOL], tool_choice="required", max_tokens=80)
    tool = {"role": "tool", "tool_call_id": call["tool_calls"][0]["id"], "content": "sun"}
    told += [call, tool]
    await say(ask("Was that right?"), model=JUDGE)
    branches = await say(told, tools=[TOOL], n=2, temperature=1, seed=3)
    for branch in branches:
        await say([*told, branch, *ask("blue")], tools=[TOOL])
    brief = [*said("system", "Be brief."), *ask(question)]
    await say([*brief, *await say(brief), *ask("blue")])
    # The answer is edited before it is sent back.
    await say([*ask(question), *said("assistant", "Paris"), *ask("blue")])


async def messages(name: str, question: str) -> None:
    async with anthropic.AsyncAnthropic(base_url=BASE_URL.removesuffix("/v1"), api_key=API_KEY) as client:
        say = dict(model=name, max_tokens=5, extra_body={"temperature": 0, **WITH_IDS}, system="Be brief.")
        tools = [{"name": "look", "input_schema": LOOK["parameters"]}]
        called = await client.messages.create(
            **say | {"max_tokens": 80}, messages=ask(question), tools=tools, tool_choice={"type": "any"}
        )
        result = {"type": "tool_result", "tool_use_id": called.content[-1].id, "content": "sun"}
        history = [*ask(question), {"role": "assistant", "content": called.content}, {"role": "user", "content": [result]}]
        async with client.messages.stream(**say, messages=history, tools=tools) as stream:
            await stream.get_final_message()
        await client.messages.create(**say, messages=ask("blue"))


async def responses(client: openai.AsyncOpenAI, name: str, question: str) -> None:
    say = dict(model=name, temperature=0, extra_body=WITH_IDS, instructions="Be brief.")
    tools = [{"type": "function", "strict": False, **LOOK}]
    called = await client.responses.create(
        **say, input=ask(question), tools=tools, tool_choice="required", max_output_tokens=80
    )
    result = {"type": "function_call_output", "call_id": called.output[-1].call_id, "output": "sun"}
    history = [*ask(question), *called.output, result]
    await client.responses.create(**say, input=history, tools=tools, max_output_tokens=5)
    await client.responses.create(**say, input=ask("blue"), max_output_tokens=5)


async def completions(client: openai.AsyncOpenAI, name: str, question: str) -> None:
    say = dict(model=name, max_tokens=5, logprobs=1, extra_body=WITH_IDS, seed=1)
    first = await client.completions.create(**say, prompt=question)
    await client.completions.create(**say, prompt=f"{question}{first.choices[0].text} blue")
    await client.completions.create(**say, prompt="blue", n=2)


async def by_hand(model: art.TrainableModel, question: str) -> art.Trajectory:
    """Builds a trajectory from choices, as agents without capture do: with tools, spans and an additional history."""
    create = model.openai_client().chat.completions.create
    say = dict(model=model.get_inference_name(), max_tokens=5, seed=1)
    items = ask(question)
    for tool_choice in ("required", "auto"):
        plain = art.Trajectory(messages_and_choices=items).messages()
        chat = await create(**say | {"max_tokens": 80}, messages=plain, tools=[TOOL], tool_choice=tool_choice)
        [choice] = chat.choices
        items = [*items, choice]
        if choice.message.tool_calls:
            items.append({"role": "tool", "tool_call_id": choice.message.tool_calls[0].id, "content": "sun"})
    other = await create(**say, messages=ask("blue"), n=2)
    beside = [art.trajectories.LegacyHistory(messages_and_choices=[*ask("blue"), choice]) for choice in other.choices]
    return art.Trajectory(messages_and_choices=items, tools=[TOOL], additional_histories=beside)


async def main() -> None:
    backend = art.ServerlessBackend(base_url=BASE_URL, api_key=API_KEY)
    model = new_model("agent")
    await model.register(backend)
    name = model.get_inference_name()
    groups = {}
    async with openai.AsyncOpenAI(base_url=BASE_URL, api_key=API_KEY) as client:
        agents = {
            "chat_completions": lambda question: chats(client, name, question),
            "messages": lambda question: messages(name, question),
            "responses": lambda question: responses(client, name, question),
            "completions": lambda question: completions(client, name, question),
        }
        for protocol, agent in agents.items():
            group = []
            for reward, question in enumerate(("red", "hot")):
                with art.Trajectory(reward=reward) as trajectory:
                    await agent(question)
                group.append(trajectory)
            groups[protocol] = group
    groups["by hand"] = [await by_hand(model, question) for question in ("red", "hot")]
    groups["by hand"][1].reward = 1
    result = await backend.train(model, [art.TrajectoryGroup(group) for group in groups.values()], learning_rate=1e-4)
    sent = {kind: art.TrajectoryGroup(group).model_dump(mode="json") for kind, group in groups.items()}
    await backend.close()
    print(json.dumps({"model": name, "trained": result.step, "groups": sent}))


asyncio.run(main())
