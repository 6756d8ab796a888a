import type { InputRequest, InputRequests, ServerContext } from "@modelcontextprotocol/server";
import { type DependencyKey, type Json, type JsonObject, type Scrubber, ToolError } from "@toolwright/core";
import { isFields, isJsonObject } from "@toolwright/core/internal";
import type { McpContent } from "../offers/content.port.ts";
import type { McpAbility, McpCaller, McpForm, McpFormAnswer } from "./caller.port.ts";
import type { Progress } from "./progress.ts";

type Sdk = typeof import("@modelcontextprotocol/server");

/** What a client has answered so far, by the names of the questions. */
export type Answers = Readonly<Record<string, unknown>>;

/**
 * Where tools find the client that called them: `await ctx.resolve(mcpCaller)`. Outside of MCP it is one that can do
 * nothing.
 */
export const mcpCaller: DependencyKey<McpCaller> = { id: "toolwright.mcp.caller", create: () => NOBODY };

/** The names of our own questions begin so; a tool's may not. */
export const OWN = "toolwright/";

/** What is known of the client in one round of a call. */
export interface CallerFacts {
  readonly sdk: Sdk;
  readonly capabilities: JsonObject;
  readonly answers: Answers;
  readonly scrubber: Scrubber;
  /** Left out where no request is open any more. */
  readonly progress?: Progress;
  readonly log?: ServerContext["mcpReq"]["log"];
}

/** The client of one round of a call. Collects what has to be asked before the call can go on. */
export class CallOverMcp implements McpCaller {
  readonly #facts: CallerFacts;
  readonly #asked = new Map<string, InputRequest>();
  readonly #attached: McpContent[] = [];

  constructor(facts: CallerFacts) {
    this.#facts = facts;
  }

  /** The questions that have no answer yet; undefined for none. */
  get asked(): InputRequests | undefined {
    return this.#asked.size === 0 ? undefined : Object.fromEntries(this.#asked);
  }

  get attached(): readonly McpContent[] {
    return this.#attached;
  }

  can(ability: McpAbility): boolean {
    return isFields(this.#facts.capabilities[ability]);
  }

  async elicit(name: string, { message, schema }: McpForm): Promise<McpFormAnswer> {
    const given = await this.#formAnswer(this.#answer(name), schema);
    return given ?? this.#ask(name, { method: "elicitation/create", params: { message, requestedSchema: schema } });
  }

  async sample(name: string, params: JsonObject): Promise<JsonObject> {
    const answer = this.#answer(name);
    if (isJsonObject(answer) && answer.content !== undefined) return answer;
    return this.#ask(name, { method: "sampling/createMessage", params });
  }

  async roots(name: string): Promise<readonly { readonly uri: string; readonly name?: string }[]> {
    const answer = this.#answer(name);
    const { isSpecType } = this.#facts.sdk;
    if (isSpecType.ListRootsResult(answer))
      return answer.roots.map(({ uri, name: called }) => ({ uri, ...(called !== undefined && { name: called }) }));
    return this.#ask(name, { method: "roots/list", params: {} });
  }

  progress(at: { readonly progress: number; readonly total?: number; readonly message?: string }): void {
    this.#facts.progress?.at(at);
  }

  log(level: "debug" | "info" | "warning" | "error", data: Json): void {
    const { scrubber, log } = this.#facts;
    void log?.(level, scrubber.json(data)).catch(() => undefined);
  }

  attach(content: McpContent): void {
    const { scrubber } = this.#facts;
    const { type } = content;
    if (type === "text") this.#attached.push({ type, text: scrubber.text(content.text) });
    else if (type !== "resource" || !("text" in content.resource)) this.#attached.push(content);
    else this.#attached.push({ type, resource: { ...content.resource, text: scrubber.text(content.resource.text) } });
  }

  #answer(name: string): unknown {
    if (name.startsWith(OWN)) throw new TypeError(`A question of a tool may not be called ${name}.`);
    const { answers } = this.#facts;
    return Object.hasOwn(answers, name) ? answers[name] : undefined;
  }

  /** An answer that does not fit is none: the question is asked again. */
  async #formAnswer(answer: unknown, schema: JsonObject): Promise<McpFormAnswer | undefined> {
    if (!isJsonObject(answer)) return undefined;
    const { action, content } = answer;
    if (action === "decline" || action === "cancel") return { action };
    if (action !== "accept" || !isJsonObject(content)) return undefined;
    const checked = await this.#facts.sdk.fromJsonSchema(schema)["~standard"].validate(content);
    return checked.issues === undefined ? { action, content } : undefined;
  }

  #ask(name: string, request: unknown): never {
    const { ElicitRequest, CreateMessageRequest, ListRootsRequest } = this.#facts.sdk.isSpecType;
    const isKnown = ElicitRequest(request) || CreateMessageRequest(request) || ListRootsRequest(request);
    if (!isKnown)
      throw new TypeError(`${NO_QUESTION} ${name}: a form is flat, of strings, numbers, booleans and choices.`);
    this.#asked.set(name, request);
    throw new ToolError("This call waits for an answer of the client.");
  }
}

/** The same client for the calls of a program, which cannot begin anew with an answer: it can be asked nothing. */
export function withoutQuestions(caller: McpCaller): McpCaller {
  return {
    ...NOBODY,
    sample: async () => {
      throw new ToolError("A call inside a program cannot ask the model of the client.");
    },
    progress: (at) => caller.progress(at),
    log: (level, data) => caller.log(level, data),
    attach: (content) => caller.attach(content),
  };
}

const NO_QUESTION = "MCP cannot carry the question";
const NOT_OVER_MCP = "This call did not come over MCP: there is no client to ask.";

const NOBODY: McpCaller = {
  can: () => false,
  elicit: async () => ({ action: "cancel" }),
  sample: async () => {
    throw new ToolError(NOT_OVER_MCP);
  },
  roots: async () => [],
  progress() {},
  log() {},
  attach() {},
};
