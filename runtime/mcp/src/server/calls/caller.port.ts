import type { Json, JsonObject } from "@toolwright/core";
import type { McpContent } from "../offers/content.port.ts";

/** What a client may be able to do for a tool. */
export type McpAbility = "elicitation" | "sampling" | "roots";

/** What a person is shown to answer: a flat JSON Schema of strings, numbers, booleans and choices. */
export interface McpForm {
  readonly message: string;
  readonly schema: JsonObject;
}

/** What became of a form. `content` is there with `accept`, and fits the schema. */
export interface McpFormAnswer {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: JsonObject;
}

/**
 * The client that made a call, for tools that need something of it. A question is asked under a name of its own within
 * the call. Where the answer is not there yet the question rejects, the call ends, and the tool begins anew with the
 * answer: ask before you change anything.
 */
export interface McpCaller {
  can(ability: McpAbility): boolean;
  /** Asks the client's person. */
  elicit(name: string, form: McpForm): Promise<McpFormAnswer>;
  /** Asks the client's model, with the parameters of `sampling/createMessage`; resolves to its result. */
  sample(name: string, params: JsonObject): Promise<JsonObject>;
  /** The folders that the client works in. */
  roots(name: string): Promise<readonly { readonly uri: string; readonly name?: string }[]>;
  /** How far the call is, where the client wants to know. Numbers that do not grow are left out. */
  progress(at: { readonly progress: number; readonly total?: number; readonly message?: string }): void;
  /** A line for the client's log, where it wants lines of that level. Secrets are masked. */
  log(level: "debug" | "info" | "warning" | "error", data: Json): void;
  /** Adds to the result what an output cannot hold: sound, or the content of a resource. Secrets in text are masked. */
  attach(content: McpContent): void;
}
