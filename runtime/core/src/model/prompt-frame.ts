import { canonicalJson } from "../json/canonical-json.ts";
import type { Json } from "../json/json.ts";
import { toJson } from "../json/to-json.ts";
import type { CompletionStreamParams, LlmToolDefinition } from "./model-port.ts";

/** What a prompt's hash is made of. */
export interface PromptHashInput extends CompletionStreamParams {
  readonly model: string;
}

/** What of a request has no part in its frame. */
const APART: ReadonlySet<string> = new Set(["messages", "signal", "tools"]);

/** What stands before and after the messages in the payload of a hash: most requests of a conversation share it. */
export class PromptFrame {
  /** Up to the first message. */
  readonly head: string;
  readonly #asked: PromptHashInput;
  readonly #others: Map<string, string>;
  readonly #names: readonly string[];
  #ending: { readonly usesTools: boolean; readonly text: string } | undefined;

  /** `tools`: as JSON, undefined where there are none. */
  constructor(input: PromptHashInput, tools: string | undefined) {
    this.#asked = { ...input, messages: [] };
    this.#others = optionsOf(input);
    if (tools !== undefined) this.#others.set("tools", tools);
    this.#names = [...this.#others.keys()].sort();
    this.head = `{${[...this.#written((name) => name < "messages"), '"messages":['].join(",")}`;
  }

  /** False unless all but the messages are the same values and objects. */
  fits(input: PromptHashInput): boolean {
    const { tools = [] } = this.#asked;
    const given = input.tools ?? [];
    return (
      hasAllOf(input, this.#asked) &&
      hasAllOf(this.#asked, input) &&
      tools.length === given.length &&
      tools.every((tool, place) => tool === given[place])
    );
  }

  /** What follows the last message. Tools, a tool choice or a message about calls make it `phv2`. */
  ending(usesCalls: boolean): string {
    const usesTools = usesCalls || this.#others.has("tools") || this.#asked.toolChoice !== undefined;
    if (this.#ending?.usesTools !== usesTools) {
      this.#others.set("prompt_hash_version", usesTools ? '"phv2"' : '"phv1"');
      this.#ending = { usesTools, text: `],${this.#written((name) => name > "messages").join(",")}}` };
    }
    return this.#ending.text;
  }

  #written(isWanted: (name: string) => boolean): string[] {
    return this.#names.filter(isWanted).map((name) => `${canonicalJson(name)}:${this.#others.get(name)}`);
  }
}

function hasAllOf(input: PromptHashInput, other: PromptHashInput): boolean {
  for (const name in other) if (!APART.has(name) && input[name] !== other[name]) return false;
  return true;
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

/** The tools of a request as JSON, by name, so that the order in which they were registered does not count. */
export function toolsText(tools: readonly LlmToolDefinition[], textOf: (tool: LlmToolDefinition) => string): string {
  const sorted = [...tools].sort((one, other) => compare(one.function.name, other.function.name));
  return `[${sorted.map(textOf).join(",")}]`;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** As JSON writes it: a schema may hold properties that are `undefined`. */
export function plain(value: unknown): Json {
  const json: Json = JSON.parse(JSON.stringify(value));
  return json;
}

/** The same, which most values are already: those need not be written and read for that. */
export function asPlain(value: unknown): Json {
  return isPlain(value) ? value : plain(value);
}

/** Whether JSON writes it as it is. */
function isPlain(value: unknown): value is Json {
  if (typeof value !== "object" || value === null)
    return value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const item of Array.isArray(value) ? value : Object.values(value)) if (!isPlain(item)) return false;
  return true;
}
