// The words of a call's life. The phases are in `call.ts`.

import type { Reach } from "../journal/event.ts";
import { isJsonObject } from "../json/is-json-object.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { isSameJson, sketchJson } from "../json/sketch-json.ts";
import type { ToolMessage } from "../model/messages.ts";
import type { FailureDetails } from "../result/failure.ts";
import type { Part } from "../result/part.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { Decoded } from "../schema/decode/decode-arguments.ts";
import type { Repair } from "../schema/mend/repair.ts";
import type { Step } from "../tool/step-of.ts";
import type { ArgumentsText, Tool } from "../tool/tool.ts";

/** A call as it is proposed. */
export interface ToolCall {
  /** Taken when non-empty and new in this conversation; else a fresh one is made. */
  readonly id?: string;
  readonly name: string;
  /** JSON text, or the object itself. `""` and blank mean `{}`. */
  readonly arguments: ArgumentsText | JsonObject;
}

/** A call whose arguments have been read as JSON, or could not be. */
export interface DecodedCall {
  readonly name: string;
  readonly decoded: Decoded;
  /** UTF-8 bytes of the arguments as JSON text, where there is nothing to mask in them. Default: nobody has looked. */
  readonly cleanBytes?: number | undefined;
}

/**
 * What makes two calls the same: the tool's name, and arguments that are equal as JSON. The arguments may not change;
 * the id says whose they are.
 */
export class CallKey {
  /** Equal for identical calls, and rarely for others. */
  readonly sketch: number;
  readonly toolCallId: string;
  readonly #name: string;
  readonly #said: Json;
  readonly #isRead: boolean;

  /** `said`: the arguments, or why they could not be read. */
  constructor(toolCallId: string, name: string, said: Json, isRead = true) {
    this.sketch = sketchJson(name) ^ sketchJson(said);
    this.toolCallId = toolCallId;
    this.#name = name;
    this.#said = said;
    this.#isRead = isRead;
  }

  /** The arguments are looked at only where the sketches meet: most calls differ in them. */
  equals(other: CallKey | undefined): boolean {
    if (this === other || this.sketch !== other?.sketch) return this === other;
    return this.#name === other.#name && this.#isRead === other.#isRead && isSameJson(this.#said, other.#said);
  }
}

/** A call that names a known tool with valid arguments. Not yet allowed to run. */
export interface ReadCall {
  readonly stage: "read";
  readonly toolCallId: string;
  readonly tool: Tool;
  /** What `execute` gets: validated, defaults and transforms applied. */
  readonly input: unknown;
  /** What was asked for, after repair and before transforms. */
  readonly arguments: JsonObject;
  /** How `arguments` differ from what was given. */
  readonly repairs: readonly Repair[];
  /** Undefined outside a run, where nobody compares. */
  readonly key: CallKey | undefined;
  /** Milliseconds that a person took to answer; undefined where nobody was asked. */
  readonly waitedMs: number | undefined;
  /** How far it gets, where the policy knows. */
  readonly reach?: Reach | undefined;
}

/** A call that may run, as it was approved. Only `authorise.ts` makes one, and this file what others may see of it. */
export class AuthorisedCall {
  readonly stage = "authorised";
  readonly toolCallId: string;
  readonly tool: Tool;
  readonly input: unknown;
  readonly arguments: JsonObject;
  /** How `arguments` differ from what was given: by the model, or by the person who edited them. */
  readonly repairs: readonly Repair[];
  readonly waitedMs: number | undefined;
  readonly reach: Reach | undefined;
  // A private field makes the type nominal: no object literal fits it.
  readonly #authorised = true;

  constructor({ toolCallId, tool, input, arguments: args, repairs, waitedMs, reach }: Omit<ReadCall, "key" | "stage">) {
    this.toolCallId = toolCallId;
    this.tool = tool;
    this.input = input;
    this.arguments = args;
    this.repairs = repairs;
    this.waitedMs = waitedMs;
    this.reach = reach;
  }

  /** The same call for others to look at: what they do to it changes nothing. */
  shownWith(input: unknown, args: JsonObject): AuthorisedCall {
    const shown = new AuthorisedCall({ ...this, input, arguments: args });
    Object.freeze(shown);
    return shown;
  }

  /** Always true; reading it is what keeps the private field alive. */
  get isAuthorised(): boolean {
    return this.#authorised;
  }
}

/**
 * Wraps performing and projecting a call. `next` takes nothing: what was approved cannot be changed.
 * What comes out is scrubbed and bounded again.
 */
export type Middleware = (call: AuthorisedCall, next: () => Promise<ToolResult>) => Promise<ToolResult>;

/** Why nothing else of a run may follow a call: a refusal without a reason, or a call repeated too often. */
export type HaltReason = "denied" | "loop_guard";

/**
 * How a call ended. `refused`: before it ran. `returned`: with the tool's own answer, good or bad. `failed`: by an
 * exception, a deadline, an abort or what could not be shown. `abandoned`: failed, and the tool has not returned to
 * this day. Made anew on the way out of the deadline and of middleware; an engine keeps it as JSON.
 */
export interface Ended {
  readonly stage: "ended";
  readonly how: "refused" | "returned" | "failed" | "abandoned";
  readonly result: ToolResult;
  /** Milliseconds inside `execute`. */
  readonly durationMs: number;
  readonly stop: HaltReason | undefined;
  /** Of a call that was refused after the policy had judged it: how far it would have got. */
  readonly reach?: Reach | undefined;
}

/** The end of a call that took no time inside `execute`. */
export function endedAs(how: Ended["how"], result: ToolResult): Ended {
  return { stage: "ended", how, result, durationMs: 0, stop: undefined };
}

/** What a person said of a call: it may run as it was asked about, or with other arguments. */
export type ApprovalAnswer = "as_asked" | { readonly edited: JsonObject };

/** What a tool came to: a value that nobody has looked at yet, or a failure. */
export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly details: FailureDetails };

/** The stop of a step, shared by all of its calls and the calls inside them. Once set it stays. */
export interface Halt extends Step {
  why: HaltReason | undefined;
}

/** One result for its three readers. */
export interface ForModel {
  /** For the program that called: whole. */
  readonly result: ToolResult;
  /**
   * For events, journal and screens: within the limits, with a ref to the rest. The same object where nothing is long.
   */
  readonly view: ToolResult;
  /** For the model: within the limits. */
  readonly content: string | readonly Part[];
  /** The content is simply the view's output, rendered: an event need not hold it twice. */
  readonly plain: boolean;
  /** Nothing else holds the output whole, and a tool that replays would need it. */
  readonly isLost?: boolean;
}

/** A call that has ended, with the message that answers it. */
export interface SettledCall {
  readonly toolCallId: string;
  readonly toolName: string;
  /** For the program that called: `output` is whole, masked and picked by the allowlist. */
  readonly result: ToolResult;
  /** What the model is sent: bounded. */
  readonly message: ToolMessage;
  /** Milliseconds inside `execute`. */
  readonly durationMs: number;
  readonly stop?: HaltReason;
}

/** The longest name that is looked at: registered ones have at most 64 characters. */
const MAX_NAME = 256;

/** The name of a call as it may be shown and compared; empty for what is no text. */
export function callName(name: unknown): string {
  return typeof name === "string" ? name.slice(0, MAX_NAME).toWellFormed() : "";
}

/** The arguments of a call as an object. */
export function argumentsObject(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}
