import type { LlmToolCall, Message, Part } from "@toolwright/core";
import { z } from "zod";
import { imageOf } from "../completions/to-messages.ts";
import type { ResponseBody } from "./response-body.ts";

/** What a request says, as the loop takes it. */
export interface ResponseInput {
  readonly messages: readonly Message[];
  /** Answers to calls that an earlier response has handed out, by their ids. */
  readonly answers: ReadonlyMap<string, string | readonly Part[]>;
}

/** Where input finds what it names: the calls that still wait for an answer, and items of earlier responses. */
export interface InputSources {
  /** Ids of calls that the response before has handed out. */
  readonly waiting: ReadonlySet<string>;
  readonly findItem: (id: string) => Promise<object | undefined>;
}

const text = z.looseObject({ type: z.enum(["input_text", "output_text", "text"]), text: z.string() });
const refusal = z.looseObject({ type: z.literal("refusal"), refusal: z.string() });
const image = z.looseObject({ type: z.literal("input_image"), image_url: z.string() });
const content = z.union([z.string(), z.array(z.union([text, refusal, image]))]);

const item = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("message"), role: z.enum(["user", "system", "developer", "assistant"]), content }),
  z.looseObject({
    type: z.literal("function_call"),
    call_id: z.string().min(1),
    name: z.string(),
    arguments: z.string(),
  }),
  z.looseObject({ type: z.literal("function_call_output"), call_id: z.string().min(1), output: content }),
  z.looseObject({
    type: z.literal("mcp_call"),
    id: z.string().min(1),
    name: z.string(),
    arguments: z.string(),
    output: z.string().nullish(),
    error: z.unknown().optional(),
  }),
  // What this server's models want back of their reasoning is kept with the responses themselves.
  z.looseObject({ type: z.literal("reasoning") }),
  z.looseObject({ type: z.literal("item_reference"), id: z.string().min(1) }),
]);

type Item = z.infer<typeof item>;

/** The input of a request, or one sentence that says why it cannot be taken. */
export async function toInput(input: ResponseBody["input"], sources: InputSources): Promise<ResponseInput | string> {
  const history = new InputHistory(sources.waiting);
  const items = typeof input === "string" ? [{ role: "user", content: input }] : (input ?? []);
  for (const [place, given] of items.entries()) {
    const read = await itemOf(given, sources);
    const where = `input[${place}]`;
    if (typeof read === "string") return `${where}${read}`;
    const wrong = history.add(read);
    if (wrong !== undefined) return `${where}: ${wrong}`;
  }
  return history.end();
}

async function itemOf(given: object, { findItem }: InputSources): Promise<Item | string> {
  const typed = "type" in given ? given : { ...given, type: "message" };
  const parsed = item.safeParse(typed);
  if (!parsed.success) return problemOf(typed, parsed.error);
  if (parsed.data.type !== "item_reference") return parsed.data;
  const { id } = parsed.data;
  const found = item.safeParse(await findItem(id));
  return found.success ? found.data : ` names the item ${JSON.stringify(id.slice(0, 100))}, which is not kept here.`;
}

function problemOf({ type }: { readonly type?: unknown }, error: z.ZodError): string {
  const isKnown = TYPES.has(String(type));
  if (!isKnown) return `: items of the type ${JSON.stringify(String(type).slice(0, 100))} are not taken here.`;
  const path = error.issues[0]?.path.join(".") ?? "";
  const about =
    path.includes("content") || path.includes("output") ? " Texts and images are taken, images as data URLs." : "";
  return `: this is no ${String(type)}; look at ${JSON.stringify(path.slice(0, 100))}.${about}`;
}

const TYPES = new Set(item.options.flatMap((option) => [...option.shape.type.values]).map(String));

/** The messages that items make: a text and the calls behind it are one. */
class InputHistory {
  readonly #waiting: ReadonlySet<string>;
  readonly #messages: Message[] = [];
  readonly #answers = new Map<string, string | readonly Part[]>();
  readonly #known = new Set<string>();
  readonly #open = new Set<string>();
  #said: { content: string; calls: LlmToolCall[] } | undefined;

  constructor(waiting: ReadonlySet<string>) {
    this.#waiting = waiting;
  }

  /** Why an item cannot stand here; undefined when it can. */
  add(given: Item): string | undefined {
    switch (given.type) {
      case "message":
        return this.#message(given);
      case "function_call":
        return this.#call({ id: given.call_id, name: given.name, arguments: given.arguments });
      case "function_call_output":
        return this.#answer(given.call_id, given.output);
      case "mcp_call":
        return this.#call({ ...given }) ?? this.#answer(given.id, given.output ?? failureIn(given.error));
      default:
        return undefined;
    }
  }

  end(): ResponseInput | string {
    this.#flush();
    const [open] = this.#open;
    if (open !== undefined) return noOutput(open);
    const unanswered = [...this.#waiting].find((id) => !this.#answers.has(id));
    if (unanswered !== undefined) return noOutput(unanswered);
    return { messages: this.#messages, answers: this.#answers };
  }

  #message({ role, content: given }: Extract<Item, { type: "message" }>): string | undefined {
    this.#flush();
    const parts = partsOf(given);
    if (parts === undefined) return NO_IMAGE;
    if (role === "assistant") this.#said = { content: textIn(parts), calls: [] };
    else this.#messages.push({ role: role === "user" ? "user" : "system", content: parts });
    return undefined;
  }

  #call({ id, name, arguments: args }: { readonly id: string; readonly name: string; readonly arguments: string }) {
    if (this.#known.has(id)) return `two calls have the id ${JSON.stringify(id.slice(0, 100))}.`;
    this.#known.add(id);
    this.#open.add(id);
    this.#said ??= { content: "", calls: [] };
    this.#said.calls.push({ id, type: "function", function: { name, arguments: args } });
    return undefined;
  }

  #answer(id: string, given: z.infer<typeof content>): string | undefined {
    const said = partsOf(given);
    if (said === undefined) return NO_IMAGE;
    const isEarlier = this.#waiting.has(id) && !this.#known.has(id) && !this.#answers.has(id);
    if (isEarlier) this.#answers.set(id, said);
    else if (!this.#open.delete(id))
      return `no tool call waits for an output with the call_id ${JSON.stringify(id.slice(0, 100))}.`;
    if (isEarlier) return undefined;
    this.#flush();
    this.#messages.push({ role: "tool", tool_call_id: id, content: said });
    return undefined;
  }

  #flush(): void {
    if (this.#said === undefined) return;
    const { content: said, calls } = this.#said;
    this.#said = undefined;
    this.#messages.push({ role: "assistant", content: said, ...(calls.length === 0 ? {} : { tool_calls: calls }) });
  }
}

const NO_IMAGE = "images must be data URLs in base64.";

function noOutput(id: string): string {
  return `No tool output was found for the function call ${JSON.stringify(id.slice(0, 100))}.`;
}

function partsOf(given: z.infer<typeof content>): string | readonly Part[] | undefined {
  if (typeof given === "string") return given;
  const parts: Part[] = [];
  for (const part of given) {
    if (part.type === "input_image") {
      const taken = imageOf(String(part.image_url));
      if (taken === undefined) return undefined;
      parts.push(taken);
    } else parts.push({ type: "text", text: String(part.type === "refusal" ? part.refusal : part.text) });
  }
  return parts;
}

function textIn(said: string | readonly Part[]): string {
  return typeof said === "string" ? said : said.map((part) => (part.type === "text" ? part.text : "")).join("");
}

function failureIn(error: unknown): string {
  return error == null ? "(no output)" : JSON.stringify(error);
}
