"""The openai package of PyPI at a Toolwright server."""

import json

import openai
from pydantic import BaseModel

from check import BASE_URL, CHAT_TOOL, MODEL, TOKEN, TOOL, check, end, same

client = openai.OpenAI(base_url=BASE_URL, api_key=TOKEN, max_retries=0)


class Answer(BaseModel):
    n: int


def user(text):
    return [{"role": "user", "content": text}]


@check("openai: models")
def _():
    same([model.id for model in client.models.list()], [MODEL, f"{MODEL}/plain"])


@check("openai: completion, with the server's tools")
def _():
    answer = client.chat.completions.create(model=MODEL, messages=user("use your tool"))
    same((answer.choices[0].message.content, answer.choices[0].finish_reason), ("The tool says one.", "stop"))
    same(answer.usage.total_tokens, 14)


@check("openai: completion, streamed with usage")
def _():
    stream = client.chat.completions.create(
        model=MODEL, messages=user("use your tool"), stream=True, stream_options={"include_usage": True}
    )
    chunks = list(stream)
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    same((text, chunks[-1].usage.total_tokens), ("The tool says one.", 14))


@check("openai: completion, tools of the client")
def _():
    messages = user("ask for the weather")
    first = client.chat.completions.create(model=MODEL, messages=messages, tools=[CHAT_TOOL], tool_choice="required")
    message = first.choices[0].message
    same((first.choices[0].finish_reason, json.loads(message.tool_calls[0].function.arguments)), ("tool_calls", {"city": "Bergen"}))
    answer = {"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": "rain"}
    second = client.chat.completions.create(model=MODEL, messages=[*messages, message, answer], tools=[CHAT_TOOL])
    same(second.choices[0].message.content, "The tool says rain.")


@check("openai: completion, streamed tools through its accumulator")
def _():
    with client.chat.completions.stream(model=MODEL, messages=user("ask for the weather"), tools=[{**CHAT_TOOL, "function": {**CHAT_TOOL["function"], "strict": True}}]) as stream:
        for _event in stream:
            pass
        final = stream.get_final_completion()
    same(final.choices[0].message.tool_calls[0].function.parsed_arguments, {"city": "Bergen"})


@check("openai: completion, a form")
def _():
    parsed = client.chat.completions.parse(model=MODEL, messages=user("answer in json"), response_format=Answer)
    same(parsed.choices[0].message.parsed, Answer(n=3))


@check("openai: completion, stop and refused fields")
def _():
    answer = client.chat.completions.create(model=MODEL, messages=user("say hello"), stop=["o"])
    same(answer.choices[0].message.content, "Hell")
    try:
        client.chat.completions.create(model=MODEL, messages=user("say hello"), n=2)
    except openai.BadRequestError as error:
        same((error.param, '"n" must be 1' in str(error)), ("n", True))
    else:
        raise AssertionError("n=2 was taken")


@check("openai: wrong key")
def _():
    try:
        openai.OpenAI(base_url=BASE_URL, api_key="wrong", max_retries=0).models.list()
    except openai.AuthenticationError as error:
        same(error.code, "invalid_api_key")
    else:
        raise AssertionError("a wrong key was taken")


@check("openai: response, with the server's tools, read again and deleted")
def _():
    answer = client.responses.create(model=MODEL, input="use your tool")
    same([item.type for item in answer.output], ["reasoning", "mcp_call", "message"])
    same((answer.output_text, answer.status, answer.usage.total_tokens), ("The tool says one.", "completed", 14))
    same(client.responses.retrieve(answer.id).output_text, answer.output_text)
    client.responses.delete(answer.id)
    try:
        client.responses.retrieve(answer.id)
    except openai.NotFoundError:
        return
    raise AssertionError("a deleted response was found")


@check("openai: response, streamed through its accumulator")
def _():
    with client.responses.stream(model=MODEL, input="use your tool") as stream:
        events = list(stream)
        final = stream.get_final_response()
    numbers = [event.sequence_number for event in events]
    same((numbers, final.output_text), (sorted(numbers), "The tool says one."))
    same((events[0].type, events[-1].type), ("response.created", "response.completed"))


@check("openai: response, tools of the client and previous_response_id")
def _():
    first = client.responses.create(model=MODEL, input="ask for the weather", tools=[TOOL])
    call = first.output[-1]
    same((call.type, json.loads(call.arguments)), ("function_call", {"city": "Bergen"}))
    answer = {"type": "function_call_output", "call_id": call.call_id, "output": "rain"}
    second = client.responses.create(model=MODEL, input=[answer], tools=[TOOL], previous_response_id=first.id)
    same(second.output_text, "The tool says rain.")


@check("openai: response, items sent again without being kept")
def _():
    history = user("ask for the weather")
    first = client.responses.create(model=MODEL, input=history, tools=[TOOL], store=False)
    history += first.output
    history.append({"type": "function_call_output", "call_id": first.output[-1].call_id, "output": "rain"})
    same(client.responses.create(model=MODEL, input=history, tools=[TOOL], store=False).output_text, "The tool says rain.")


@check("openai: response, a form")
def _():
    parsed = client.responses.parse(model=MODEL, input="answer in json", text_format=Answer)
    same(parsed.output_parsed, Answer(n=3))


@check("openai: response, in the background")
def _():
    begun = client.responses.create(model=MODEL, input="use your tool", background=True)
    while begun.status in ("queued", "in_progress"):
        begun = client.responses.retrieve(begun.id)
    same(begun.output_text, "The tool says one.")


end()
