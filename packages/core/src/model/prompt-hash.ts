import { canonicalJson } from "../json/canonical-json.ts";
import type { Json } from "../json/json.ts";
import { toJson } from "../json/to-json.ts";
import type { Message } from "./messages.ts";
import type { CompletionStreamParams, LlmToolDefinition } from "./model-port.ts";
import { createSha256, type Sha256 } from "./sha256.ts";

/** What a prompt's hash is made of. */
export interface PromptHashInput extends CompletionStreamParams {
  readonly model: string;
}

/**
 * SHA-256, in hex, of what a model is asked: equal requests have equal hashes, wherever they were made.
 * A request without tools keeps the payload `phv1`; tools, a tool choice or a message about calls make it `phv2`.
 * What was not given is not in the payload, nor is `signal`; further options are, under their own names.
 */
export async function promptHash(input: PromptHashInput): Promise<string> {
  return new PromptHasher().hash(input);
}

/** What was hashed of a conversation: the beginning of the payload up to the last of these messages. */
interface Hashed {
  readonly head: string;
  readonly messages: Message[];
  usesCalls: boolean;
  readonly hash: Sha256;
}

/**
 * {@link promptHash} of requests of which each goes on where the last one ended: only messages that were not there
 * before are read. Messages and tools that are the same objects must not have changed.
 */
export class PromptHasher {
  /** By the first message, so that conversations do not push each other out, and none outlives its messages. */
  readonly #hashed = new WeakMap<Message, Hashed>();
  readonly #tools = new WeakMap<LlmToolDefinition, string>();

  hash(input: PromptHashInput): string | Promise<string> {
    const others = optionsOf(input);
    const tools = this.#toolsOf(input);
    if (tools !== undefined) others.set("tools", tools);
    const names = [...others.keys()].sort();
    const written = (list: readonly string[]) => list.map((name) => `${quoted(name)}:${others.get(name)}`);
    const head = `{${[...written(names.filter((name) => name < "messages")), '"messages":['].join(",")}`;
    const { hash, usesCalls } = this.#goOn(head, input.messages);
    const usesTools = usesCalls || others.has("tools") || input.toolChoice !== undefined;
    others.set("prompt_hash_version", usesTools ? '"phv2"' : '"phv1"');
    const ending = hash.fork();
    ending.update(`],${written(names.filter((name) => name > "messages")).join(",")}}`);
    return ending.digest();
  }

  #goOn(head: string, messages: readonly Message[]): Hashed {
    const [first] = messages;
    const known = first && this.#hashed.get(first);
    const isGoingOn = known?.head === head && known.messages.every((message, place) => message === messages[place]);
    const before = isGoingOn ? known : newlyHashed(head);
    const added = messages.slice(before.messages.length);
    // Written before anything is put in: a message that cannot be leaves the beginning as it was.
    const text = added.map(messageText).join(",");
    before.hash.update(before.messages.length > 0 && added.length > 0 ? `,${text}` : text);
    for (const message of added) before.messages.push(message);
    before.usesCalls ||= added.some(isAboutCalls);
    if (first !== undefined && !isGoingOn) this.#hashed.set(first, before);
    return before;
  }

  /** By name, so that the order in which tools were registered does not count; undefined where there are none. */
  #toolsOf({ tools = [] }: PromptHashInput): string | undefined {
    if (tools.length === 0) return undefined;
    const sorted = [...tools].sort((one, other) => compare(one.function.name, other.function.name));
    return `[${sorted.map((tool) => this.#toolText(tool)).join(",")}]`;
  }

  #toolText(tool: LlmToolDefinition): string {
    const text = this.#tools.get(tool) ?? canonicalJson(plain(tool));
    this.#tools.set(tool, text);
    return text;
  }
}

function newlyHashed(head: string): Hashed {
  const hash = createSha256();
  hash.update(head);
  return { head, messages: [], usesCalls: false, hash };
}

/** Everything but messages and tools, each as its JSON. */
function optionsOf(input: PromptHashInput): Map<string, string> {
  const {
    model,
    messages: _,
    temperature,
    max_tokens,
    maxTokens = max_tokens,
    toolChoice,
    tools,
    signal,
    ...rest
  } = input;
  const options = new Map<string, string>();
  for (const [name, value] of Object.entries(rest)) {
    const json = toJson(value);
    // What is no JSON says nothing to a model.
    if (json.ok && value !== undefined) options.set(name, canonicalJson(json.value));
  }
  options.set("model", canonicalJson(model)).set("prompt_hash_version", "");
  if (temperature !== undefined) options.set("temperature", canonicalJson(temperature));
  if (maxTokens !== undefined) options.set("max_tokens", canonicalJson(maxTokens));
  if (toolChoice !== undefined) options.set("tool_choice", canonicalJson(plain(toolChoice)));
  return options;
}

function isAboutCalls(message: Message): boolean {
  return message.role === "tool" || (message.role === "assistant" && (message.tool_calls ?? []).length > 0);
}

function messageText(message: Message): string {
  const common = { role: message.role, content: plain(message.content) };
  if (message.role === "tool") return canonicalJson({ ...common, tool_call_id: message.tool_call_id });
  if (message.role !== "assistant" || !isAboutCalls(message)) return canonicalJson(common);
  return canonicalJson({ ...common, tool_calls: plain(message.tool_calls) });
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function quoted(name: string): string {
  return canonicalJson(name);
}

/** As JSON writes it: a schema may hold properties that are `undefined`. */
function plain(value: unknown): Json {
  if (typeof value === "string") return value;
  const json: Json = JSON.parse(JSON.stringify(value));
  return json;
}
