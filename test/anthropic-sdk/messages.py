"""Prints what the Anthropic SDK for Python parses from the server's answers, for a test to check."""

import asyncio
import json
import os

import anthropic
from anthropic import Anthropic, AsyncAnthropic
from anthropic.types import Message, RawMessageStreamEvent
from pydantic import TypeAdapter

server = json.loads(os.environ["TEST_SERVER"])
WEATHER = {
    "name": "weather",
    "description": "The weather of a place",
    "input_schema": {"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]},
}
QUESTION = {"role": "user", "content": "Weather in Oslo?"}
ASK = dict(model="toy", max_tokens=400, tools=[WEATHER], messages=[QUESTION])


def error_of(call) -> dict:
    try:
        call()
    except anthropic.APIStatusError as error:
        body = error.body["error"]
        return {
            "type": type(error).__name__,
            "status": error.status_code,
            "told": [error.body["type"], body["type"], body["message"]],
            "id": error.request_id,
        }
    return {"type": None}


def plain(message) -> dict:
    """Returns the message without ids, which differ from answer to answer."""
    blocks = [block.model_dump(exclude={"id"}, exclude_none=True) for block in message.content]
    return {"content": blocks, "stop": message.stop_reason, "output": message.usage.output_tokens}


def main() -> dict:
    client = Anthropic(base_url=server["url"], api_key=server["key"], max_retries=0)
    whole = client.messages.create(**ASK)
    with client.messages.stream(**ASK, extra_body={"return_token_ids": True}) as stream:
        events = [event.type for event in stream]
        streamed = stream.get_final_message()
    with client.messages.stream(**ASK) as stream:
        text = "".join(stream.text_stream)
    # The SDK parses leniently. ART's capture does not: every required field of a type must be present.
    Message.model_validate_json(client.messages.with_raw_response.create(**ASK).text())
    strict = TypeAdapter(RawMessageStreamEvent)
    stream = client.messages.create(**ASK, stream=True)
    raw = [strict.validate_python(event.to_dict()).type for event in stream]
    # Sends the answer back unchanged, with the tool's result.
    call = whole.content[-1]
    result = {"type": "tool_result", "tool_use_id": call.id, "content": "sun"}
    history = [QUESTION, {"role": "assistant", "content": whole.content}, {"role": "user", "content": [result]}]
    stopped = client.messages.create(**ASK | {"messages": history, "stop_sequences": ["ask"]})
    counted = client.messages.count_tokens(model="toy", tools=[WEATHER], messages=[QUESTION])
    beta = client.beta.messages.create(**ASK)
    image = {"type": "image", "source": {"type": "url", "url": "https://example.org/a.png"}}
    wrong = Anthropic(base_url=server["url"], api_key="wrong", max_retries=0)

    async def at_once() -> list:
        async with AsyncAnthropic(base_url=server["url"], api_key=server["key"], max_retries=0) as client:
            return await asyncio.gather(*(client.messages.create(**ASK) for _ in range(4)))

    return {
        "whole": plain(whole),
        "streamed": plain(streamed),
        "text": text,
        "events": events,
        "raw": raw,
        "stopped": plain(stopped) | {"sequence": stopped.stop_sequence},
        "input": [counted.input_tokens, whole.usage.input_tokens + whole.usage.cache_read_input_tokens],
        "cached": beta.usage.cache_read_input_tokens,
        "beta": plain(beta),
        "async": [plain(message) for message in asyncio.run(at_once())],
        "models": [model.id for model in client.models.list()],
        "errors": {
            "unknown": error_of(lambda: client.messages.create(**ASK | {"model": "claude"})),
            "image": error_of(
                lambda: client.messages.create(**ASK | {"messages": [{"role": "user", "content": [image]}]})
            ),
            "stream": error_of(lambda: list(client.messages.create(**ASK | {"max_tokens": 0}, stream=True))),
            "key": error_of(lambda: wrong.messages.create(**ASK)),
        },
    }


print(json.dumps(main()))
