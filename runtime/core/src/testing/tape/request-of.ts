import type { Json } from "../../json/json.ts";
import { extraOptions } from "../../model/extra-options.ts";
import type { Message, ToolMessage } from "../../model/messages.ts";
import type { CompletionStreamParams } from "../../model/model-port.ts";
import type { Part } from "../../result/part.ts";

/**
 * What of a request is compared: everything that a model reads, nothing that only a provider understands. The ref of an
 * output that was kept aside is made at random in every run, so another word stands for it.
 */
export function requestOf(params: CompletionStreamParams): Json {
  const { messages, tools = [], toolChoice, temperature, maxTokens } = params;
  const request = {
    ...Object.fromEntries(extraOptions(params)),
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
  if (message.role === "tool") return withoutRef(message);
  if (message.role !== "assistant") return message;
  const { providerState: _bytes, ...read } = message;
  return read;
}

const ANY_REF = "kept-aside";

/** The same id stands in the notice of what was cut, and in the placeholder of what was trimmed. */
function withoutRef(message: ToolMessage): ToolMessage {
  const { output_ref: ref, content } = message;
  if (ref === undefined || ref === "") return message;
  const clean = (text: string) => text.replaceAll(ref, ANY_REF);
  const shown = typeof content === "string" ? clean(content) : content.map((part) => cleanPart(part, clean));
  return { ...message, content: shown, output_ref: ANY_REF };
}

/** A file has a ref of its own, which a model reads in its line where it does not take the file. */
function cleanPart(part: Part, clean: (text: string) => string): Part {
  if (part.type === "text") return { ...part, text: clean(part.text).replace(REF_OF_FILE, `$1${ANY_REF}]`) };
  return part.type === "image" || part.ref === undefined ? part : { ...part, ref: ANY_REF };
}

const REF_OF_FILE = /^(\[(?:file|audio) .*; ref=)[a-z2-9]{12}\]$/;
