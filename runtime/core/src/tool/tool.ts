import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Budget } from "../budget/budget.ts";
import type { CallPreview } from "../journal/call-preview.ts";
import type { Json, JsonObject, JsonSchema } from "../json/json.ts";
import type { Usage } from "../model/model-port.ts";
import type { ProviderOptions } from "../model/provider-options.ts";
import type { ErrorInfo } from "../result/error-info.ts";
import type { ToolOutput } from "../result/output.ts";
import type { Part } from "../result/part.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { CompiledSchema } from "../schema/check/compiled-schema.ts";
import type { Aliases } from "../schema/mend/read-aliases.ts";
import type { JsonSchemaValidator } from "../schema/validators/json-schema-validator.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import type { ResultOf } from "./call-types.ts";
import type { Conversation } from "./conversation.ts";
import type { GivenResolve, Resolve } from "./dependency.ts";
import type { DeclaredEffects, Effects } from "./effects.ts";
import type { Logger } from "./logger.ts";
import type { ToolDeps } from "./tool-deps.ts";

/**
 * A Standard Schema that can write itself as JSON Schema (zod 4.2+, arktype, valibot's `toStandardJsonSchema`), or a
 * plain JSON Schema.
 */
export type Schema<T, In = unknown> = StandardSchemaV1<In, T> | JsonSchema;

/** Which fields of the output may leave the runner. */
export type Allowlist<K extends string = string> = readonly K[] | "all" | "none";

/** What is written as a list, a text or a number, and so has no keys. */
type Keyless =
  | readonly unknown[]
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>
  | Date
  | string
  | number
  | bigint;

/** The keys of a value; of several kinds of value, the keys of each. */
export type KeysOf<T> = T extends Keyless | boolean ? never : T extends unknown ? keyof T & string : never;

/** What `execute` may return. Nothing at all reads as `(no output)`. */
// biome-ignore lint/suspicious/noConfusingVoidType: an `execute` without a return statement has the type void
export type ToolReturn<O> = O | string | readonly Part[] | ToolResult | void;

/**
 * What `execute` returns: where any object of JSON is an output, so is any list of it, since `O` is inferred from
 * `Json` apart.
 */
type Executed<O> = ToolReturn<O> | (JsonObject extends O ? readonly Json[] : never);

/** A function whose parameters are compared as a method's are, so that tools of every input type fit one registry. */
type Method<A extends unknown[], R> = { call(...args: A): R }["call"];

/**
 * What a developer writes. All types are inferred: `I` from the input schema, `O` from what `execute` returns, and `S`
 * from the output schema, where there is one; `O` has to fit it. `In` is what callers give, before the schema's
 * defaults and transforms, and `A` the allowlist.
 */
export interface DefineToolOptions<I, O, S = O, In = unknown, A = unknown> {
  /** Matches `^[A-Za-z0-9_-]{1,64}$`. */
  readonly name: string;
  readonly description: string;
  readonly input: Schema<I, In>;
  /**
   * Optional keys of the input for which `null`, `""` and, where a number is wanted, `0` mean that the key is absent.
   * Where the list is given, an empty one too, `null` means so for every optional key whose schema does not take it,
   * and a call that was mended goes on, though the tool changes something. The result names each key that was left out.
   */
  readonly emptyIsAbsent?: readonly string[];
  /**
   * Names that models write for a key of the input: `{ file_path: ["path"] }`. A key of every item of a list is given
   * by the way to it, with a star for the item. Such a name is read as the key where the key itself is missing; the
   * same value given twice is one, different values are refused. The result names each key that was read so.
   */
  readonly aliases?: Aliases;
  /**
   * A call that is refused, as a call of this tool: of a name that no tool has (`search` for `grep`), or of this tool
   * with arguments that do not fit. Returns the arguments, as far as they are clear; `undefined`: this tool is not
   * meant. The refusal brings them where they fit the schema, else the parameters of the tool. Nothing is run.
   */
  insteadOf?(name: string, given: JsonObject): JsonObject | undefined;
  /** Options of one provider for a tool, under the provider's name. */
  readonly providerOptions?: ProviderOptions;
  /** Arguments that fit, for models that are shown some: those of Anthropic, by `createAiSdkModel`. */
  readonly inputExamples?: readonly JsonObject[];
  /** When given, every output is checked against it. */
  readonly output?: Schema<S>;
  /** Judges this tool's plain JSON Schemas in place of `@cfworker/json-schema`; see `@toolwright/core/ajv`. */
  readonly validator?: JsonSchemaValidator;
  /** Left out: everything, unless the runner says `redaction: "required"`. */
  readonly allowlist?: A & Allowlist<unknown extends S ? string : NoInfer<KeysOf<S>>>;
  /**
   * What the tool says in words of its own passes a list of keys: `forUser`, and the text of asynchronous results and
   * errors.
   */
  readonly allowUserText?: boolean;
  /** Left out: runs alone, in order, never called redundant, never run again. */
  readonly effects?: Effects;
  /**
   * May run beside reads and others of its kind in one step, whatever it changes: the tool sees to it that they do not
   * get into each other's way. Default: only reads run together.
   */
  readonly concurrent?: boolean;
  /**
   * What it does follows from its input and from what its own calls (`ctx.call`) come to, in the order in which it
   * makes them. After a crash it runs again: each call that had ended gives what it gave before, and runs no second
   * time. Its calls take turns as the calls of a step do, and it has no deadline unless `timeoutMs` says so. Default
   * false.
   */
  readonly replays?: boolean;
  /**
   * Whether a person is asked. A function may throw a `ToolError` with `security_violation` for a call that no yes lets
   * run: it is refused, and nobody is asked.
   */
  readonly requiresConfirmation?: boolean | Method<[input: I, ctx: ToolContext], boolean | Promise<boolean>>;
  /**
   * What a call would do: called before a person is asked about it, once more when the answer has come, and for a call
   * that stands before such a one in its step. Must change nothing.
   */
  readonly preview?: Method<[input: I, ctx: ToolContext], Previewed | Promise<Previewed>>;
  /** Milliseconds. Default 60,000. */
  readonly timeoutMs?: number | Method<[input: I], number>;
  /** Chunks of `ctx.emitOutput` pass only with this: they are not filtered by the allowlist. */
  readonly streamsOutput?: boolean;
  /** The tool keeps its own output within the limits and its own `ref`: it is not cut again. */
  readonly boundsOutput?: boolean;
  /** Told to a UI in `tool_call_start`: draw no animation. */
  readonly suppressExecutionAnimation?: boolean;
  execute(input: I, ctx: ToolContext): Executed<O> | Promise<Executed<O>>;
  /** Anything but `undefined` is taken as the output, and `execute` is skipped. */
  beforeCall?(input: I, output: undefined): unknown;
  /** Anything but `undefined` replaces the output. */
  onSuccess?(input: I, output: NoInfer<S>): unknown;
  /** Called when `execute` throws. Anything but `undefined` is taken as the output. */
  onError?(input: I, output: { error: string }): unknown;
  /** What the model reads, made from the output that passed the allowlist. */
  formatOutput?(output: Json): string;
  /** What stands as the output of a call that failed, in place of one line of text. */
  errorOutput?(error: ErrorInfo): Json;
  /** Tools that only this tool can reach, with `ctx.call`; they come before registered ones of the same name. */
  readonly subTools?: readonly Tool[];
}

/**
 * What `preview` returns: `shows` is what the person who is asked sees, and `basis` says of which state, so that
 * another one is asked about anew; `answer`: the call would change nothing and end so, and nobody is asked. A
 * `ToolError` that is thrown is such an end, too.
 */
export type Previewed =
  | { readonly shows?: CallPreview; readonly basis?: string }
  | { readonly answer: ToolReturn<unknown> };

/** A definition: what a model is told of a tool. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** The erased options of a tool: what the runner works with. */
export interface ToolSpec
  extends Omit<DefineToolOptions<unknown, unknown>, "input" | "output" | "allowlist" | "effects"> {
  readonly input: CompiledSchema;
  readonly output?: CompiledSchema;
  readonly allowlist?: Allowlist;
  readonly effects: DeclaredEffects;
}

/** What a runner needs of a tool. Erased, so that one registry holds tools of every type without a cast. */
export interface ToolCore {
  readonly name: string;
  readonly description: string;
  readonly definition: ToolDefinition;
  readonly effects: DeclaredEffects;
  readonly spec: ToolSpec;
}

/** What can be called. Made by `defineTool`. */
export interface Tool extends ToolCore {
  /**
   * Runs the tool on raw JSON arguments through a default runner.
   * Rejects with a `ToolError` where a runner would give an error result.
   */
  executeRaw(rawArgsJson: string, ctx?: GivenContext): Promise<ToolOutput>;
}

/** What a program gives in the place of what a runner would: any part of it. */
export interface GivenContext extends Partial<Omit<ToolContext, "resolve">> {
  readonly resolve?: GivenResolve;
}

/**
 * A tool whose input and output the compiler knows: what `defineTool` makes. The field is for the compiler alone, no
 * tool has it. Where a tool is just a {@link Tool}, both are unknown.
 */
export interface TypedTool<I = unknown, O = unknown> extends Tool {
  readonly "~types"?: { readonly input: I; readonly output: O };
}

/** Tools by their names, in an object: so the types of events and results follow from `toolName`. */
export type ToolRecord = Readonly<Record<string, Tool>>;

/** A complete arguments text. A fragment that is still arriving does not fit this type. */
export type ArgumentsText = string & { readonly kindOfArguments?: "complete" };

/** Who hears of a background result. */
export type Delivery = "user" | "model" | "both";

/** What a tool is called with: its input, or that as JSON text. Of a tool without types, any object. */
export type Given<I> = ArgumentsText | (unknown extends I ? JsonObject : I);

/** What a tool gets besides its input. Belongs to one call. */
export interface ToolContext {
  /** Aborted when the run is stopped or the call's deadline passes. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
  now(): Date;
  readonly conversation: Conversation;
  readonly runId: string;
  readonly toolCallId: string;
  /** 1, and one more for every repetition after a crash. */
  readonly attempt: number;
  /** The same for every attempt of this call, and for no other call. */
  readonly idempotencyKey: string;
  /** The plain values given to the runner as `deps`; frozen. `ToolDeps` declares their types. */
  readonly deps: Readonly<Record<string, unknown>> & Readonly<ToolDeps>;
  readonly resolve: Resolve;
  /** Masks the secrets of the runner in what the tool itself writes somewhere: a file, a log, another service. */
  readonly scrubber: Scrubber;
  /** Shows a piece of output while the tool runs. Needs `streamsOutput: true` on the tool. */
  emitOutput(chunk: string): void;
  /** What the run may spend: for runs of the call's own, `runToolLoop({ budget: context.budget, … })`. */
  readonly budget: Budget | undefined;
  /**
   * Counts what this call spent on models of its own in the sums of its run. `isCounted`: not in its budget, which
   * knows it already, since the models were called under it.
   */
  addUsage(usage: Usage, options?: { readonly isCounted?: boolean }): void;
  /** Stops the run with this call: a person refused, without a reason, what was done for it. */
  stopRun(): void;
  /** Asks a person something when every earlier question of the run has been answered; settles as `question` does. */
  ask<T>(question: () => Promise<T>): Promise<T>;
  /** Calls another tool inside this call, with the input of its schema. Never rejects. */
  call<I, O>(tool: TypedTool<I, O>, input: Given<NoInfer<I>>): Promise<ResultOf<O>>;
  /** The same by the name of a tool that is registered, or a sub-tool of this one. */
  call(name: string, input: ArgumentsText | JsonObject): Promise<ToolResult>;
  /** Goes on after the call has returned; the result is delivered at most once. Default: to the model and the user. */
  background(
    work: (signal: AbortSignal) => ToolReturn<unknown> | Promise<ToolReturn<unknown>>,
    options?: { readonly deliver?: Delivery },
  ): void;
}
