"""Prints what the OpenAI SDK for Python parses from the server's answers, for a test to check."""

import asyncio
import json
import os
import threading
import time

import openai
from openai import AsyncOpenAI, OpenAI
from openai.types.responses import Response, ResponseStreamEvent
from pydantic import TypeAdapter

servers = json.loads(os.environ["TEST_SERVERS"])
ASK = dict(model="toy", messages=[{"role": "user", "content": "yes or no?"}], max_tokens=6, temperature=0)


def client(name: str, **options) -> OpenAI:
    return OpenAI(**{"base_url": servers[name]["url"], "api_key": servers[name]["key"], "max_retries": 0} | options)


def error_of(call) -> dict:
    try:
        call()
    except openai.OpenAIError as error:
        status = getattr(error, "status_code", None)
        found = {"type": type(error).__name__, "status": status}
        if status is not None:
            found |= {"code": error.code, "param": error.param, "id": bool(error.request_id)}
            found |= {"retry after": error.response.headers.get("retry-after")}
        return found
    return {"type": None}


def chat_facts(real: OpenAI) -> dict:
    whole = real.chat.completions.create(**ASK, logprobs=True, top_logprobs=2)
    with real.chat.completions.stream(**ASK, stream_options={"include_usage": True}) as stream:
        text = "".join(event.delta for event in stream if event.type == "content.delta")
        final = stream.get_final_completion()
    drawn = dict(ASK, temperature=1, n=4)
    answers = [[c.message.content for c in real.chat.completions.create(**drawn, seed=s).choices] for s in (1, 1, 2, 3)]
    answer = whole.choices[0].message.content
    stopped = real.chat.completions.create(**ASK, stop=[answer[1:]]).choices[0]
    return {
        "answer": answer,
        "end": whole.choices[0].finish_reason,
        "id": bool(whole._request_id),
        "tokens": [whole.usage.completion_tokens, len(whole.choices[0].logprobs.content)],
        "best": [[entry.logprob, *(top.logprob for top in entry.top_logprobs)] for entry in whole.choices[0].logprobs.content],
        "streamed": [text, final.choices[0].message.content, final.choices[0].finish_reason],
        # The number of cached prompt tokens depends on earlier requests.
        "same usage": final.usage.model_copy(update={"prompt_tokens_details": None})
        == whole.usage.model_copy(update={"prompt_tokens_details": None}),
        "answers": answers,
        "stopped": [stopped.message.content, stopped.finish_reason],
        "models": [model.id for model in real.models.list()],
    }


def form_facts(real: OpenAI) -> dict:
    answer = {"type": "string", "enum": ["yes", "no", "maybe"]}
    schema = {"type": "object", "properties": {"answer": answer}, "required": ["answer"], "additionalProperties": False}
    ask = dict(ASK, temperature=1, seed=5, max_tokens=200)
    schema_format = {"type": "json_schema", "json_schema": {"name": "reply", "schema": schema, "strict": True}}
    structured = real.chat.completions.create(**ask, response_format=schema_format).choices[0]
    # A template that accepts tools, with a prompt short enough for the toy model's context.
    template = {"chat_template": "{% if tools %}{% endif %}{{ messages[0].content }}"}
    tools = [{"type": "function", "function": {"name": "reply", "parameters": schema, "strict": True}}]
    forced = dict(ask, tools=tools, tool_choice="required", parallel_tool_calls=False, extra_body=template)
    whole = real.chat.completions.create(**forced).choices[0]
    with real.chat.completions.stream(**forced) as stream:
        streamed = stream.get_final_completion().choices[0]
    calls = [choice.message.tool_calls[0].function for choice in (whole, streamed)]
    return {
        "structured": [structured.finish_reason, json.loads(structured.message.content)["answer"]],
        "ends": [whole.finish_reason, streamed.finish_reason],
        "contents": [whole.message.content, streamed.message.content],
        "names": [call.name for call in calls],
        "called": [json.loads(call.arguments)["answer"] for call in calls],
    }


def response_facts(real: OpenAI) -> dict:
    ask = dict(model="toy", input="yes or no?", max_output_tokens=6, temperature=0)
    # The SDK parses leniently. ART's capture does not: every required field of a type must be present.
    whole = Response.model_validate_json(real.responses.with_raw_response.create(**ask).text)
    strict = TypeAdapter(ResponseStreamEvent)
    events = [strict.validate_python(event.to_dict()) for event in real.responses.create(**ask, stream=True)]
    with real.responses.stream(**ask) as stream:
        text = "".join(event.delta for event in stream if event.type == "response.output_text.delta")
        final = stream.get_final_response()
    texts = [whole.output_text, text, final.output_text, events[-1].response.output_text]
    return {"texts": texts, "status": [whole.status, final.status], "first": events[0].type}


def error_facts(real: OpenAI) -> dict:
    create = real.chat.completions.create
    long = [{"role": "user", "content": "no " * 600}]
    return {
        "field": error_of(lambda: create(**dict(ASK, temperature=-1))),
        "long": error_of(lambda: create(**dict(ASK, messages=long))),
        "key": error_of(lambda: client("real", api_key="x" * 40).chat.completions.create(**ASK)),
        "scope": error_of(lambda: client("real", api_key=servers["trainingKey"]).chat.completions.create(**ASK)),
        "model": error_of(lambda: create(**dict(ASK, model="none"))),
        "path": error_of(lambda: real.embeddings.create(model="toy", input="x")),
        "memory": error_of(lambda: client("failing").chat.completions.create(**ASK)),
        "nowhere": error_of(lambda: client("real", base_url="http://127.0.0.1:9/v1").chat.completions.create(**ASK)),
    }


def patience_facts(slow: OpenAI) -> dict:
    late = error_of(lambda: slow.with_options(timeout=0.2).chat.completions.create(**dict(ASK, max_tokens=40)))
    time.sleep(0.5)  # until the server has noticed the disconnect
    stream = slow.chat.completions.create(**dict(ASK, max_tokens=40), stream=True)
    next(iter(stream))
    busy = error_of(lambda: slow.chat.completions.create(**ASK))
    threading.Timer(0.2, stream.close).start()
    patient = slow.with_options(max_retries=2).chat.completions.create(**ASK)
    return {"late": late, "busy": busy, "patient": patient.choices[0].finish_reason}


async def async_facts() -> dict:
    async with AsyncOpenAI(base_url=servers["real"]["url"], api_key=servers["real"]["key"], max_retries=0) as real:
        chats = await asyncio.gather(*(real.chat.completions.create(**ASK) for _ in range(8)))
        stream = await real.chat.completions.create(**ASK, stream=True)
        text = "".join([chunk.choices[0].delta.content or "" async for chunk in stream if chunk.choices])
    return {"answers": [chat.choices[0].message.content for chat in chats], "streamed": text}


with client("real") as real, client("slow") as slow:
    facts = {
        "chat": chat_facts(real),
        "forms": form_facts(real),
        "responses": response_facts(real),
        "errors": error_facts(real),
        "patience": patience_facts(slow),
    }
print(json.dumps({**facts, "async": asyncio.run(async_facts())}))
