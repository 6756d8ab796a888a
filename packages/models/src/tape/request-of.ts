import type { CompletionStreamParams, Json, Message } from "@toolwright/core";

/** What of a request is compared: everything that a model reads, nothing that only a provider understands. */
export function requestOf({ messages, tools = [], toolChoice, temperature, maxTokens }: CompletionStreamParams): Json {
  const request = {
    messages: messages.map(messageOf),
    tools: tools.map((tool) => tool.function),
    toolChoice,
    temperature,
    maxTokens,
  };
  const json: Json = JSON.parse(JSON.stringify(request));
  return json;
}

function messageOf(message: Message): Message {
  if (message.role !== "assistant") return message;
  const { providerState: _bytes, ...read } = message;
  return read;
}
