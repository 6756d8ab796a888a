"""LiteLLM at a Toolwright server, as if it were OpenAI."""

import json

import litellm

from check import BASE_URL, CHAT_TOOL, MODEL, SCHEMA, TOKEN, TOOL, check, end, same

litellm.suppress_debug_info = True
SERVER = {"model": f"openai/{MODEL}", "api_base": BASE_URL, "api_key": TOKEN}


def user(text):
    return [{"role": "user", "content": text}]


def text_of(response):
    return "".join(part.text for item in response.output if item.type == "message" for part in item.content)


@check("litellm: completion, with the server's tools")
def _():
    answer = litellm.completion(**SERVER, messages=user("use your tool"))
    same((answer.choices[0].message.content, answer.usage.total_tokens), ("The tool says one.", 14))


@check("litellm: completion, streamed")
def _():
    stream = litellm.completion(**SERVER, messages=user("use your tool"), stream=True, stream_options={"include_usage": True})
    chunks = list(stream)
    same("".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices), "The tool says one.")


@check("litellm: completion, tools of the client, streamed and not")
def _():
    messages = user("ask for the weather")
    first = litellm.completion(**SERVER, messages=messages, tools=[CHAT_TOOL])
    message = first.choices[0].message
    same((first.choices[0].finish_reason, json.loads(message.tool_calls[0].function.arguments)), ("tool_calls", {"city": "Bergen"}))
    answer = {"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": "rain"}
    second = litellm.completion(**SERVER, messages=[*messages, message.model_dump(), answer], tools=[CHAT_TOOL])
    same(second.choices[0].message.content, "The tool says rain.")
    whole = litellm.stream_chunk_builder(list(litellm.completion(**SERVER, messages=messages, tools=[CHAT_TOOL], stream=True)))
    same(json.loads(whole.choices[0].message.tool_calls[0].function.arguments), {"city": "Bergen"})


@check("litellm: completion, a form")
def _():
    form = {"type": "json_schema", "json_schema": {"name": "answer", "schema": SCHEMA, "strict": True}}
    answer = litellm.completion(**SERVER, messages=user("answer in json"), response_format=form)
    same(json.loads(answer.choices[0].message.content), {"n": 3})


@check("litellm: response, and previous_response_id")
def _():
    first = litellm.responses(**SERVER, input="ask for the weather", tools=[TOOL])
    call = first.output[-1]
    same((call.type, json.loads(call.arguments)), ("function_call", {"city": "Bergen"}))
    answer = [{"type": "function_call_output", "call_id": call.call_id, "output": "rain"}]
    second = litellm.responses(**SERVER, input=answer, tools=[TOOL], previous_response_id=first.id)
    same(text_of(second), "The tool says rain.")


@check("litellm: response, streamed")
def _():
    events = list(litellm.responses(**SERVER, input="use your tool", stream=True))
    text = "".join(event.delta for event in events if event.type == "response.output_text.delta")
    same((text, events[-1].type), ("The tool says one.", "response.completed"))


@check("litellm: response, a form")
def _():
    form = {"format": {"type": "json_schema", "name": "answer", "schema": SCHEMA, "strict": True}}
    same(json.loads(text_of(litellm.responses(**SERVER, input="answer in json", text=form))), {"n": 3})


end()
