import {
  defineTool,
  jsonOutput,
  type Part,
  partsOutput,
  type Schema,
  type Tool,
  type ToolContext,
  ToolError,
  type ToolReturn,
  toolResult,
} from "@toolwright/core";
import { isFields, present } from "@toolwright/core/internal";
import { checkFromOptions, type FromToolsOptions, refuseUnknownEffects, saidOf } from "../reverse/from-options.ts";

/** A tool of AI SDK, as far as it is looked at. */
export interface AiSdkToolLike {
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly execute?: unknown;
  readonly needsApproval?: unknown;
  readonly toModelOutput?: unknown;
}

/**
 * Tools of AI SDK 7 as tools of ours. They are `external` and ask a person, unless `effects` says what they do; their
 * schema, deadline, abort signal, live output and `toModelOutput` hold. Needs `ai`; rejects with a `TypeError` that
 * names a tool which cannot run here.
 */
export async function fromAiSdkTools(
  tools: Readonly<Record<string, AiSdkToolLike>>,
  options: FromToolsOptions = {},
): Promise<Tool[]> {
  checkFromOptions("fromAiSdkTools", options);
  const { asSchema } = await import("ai");
  const made = Object.entries(tools).map(async ([name, theirs]) => {
    const { jsonSchema, validate } = asSchema(Object(theirs.inputSchema));
    return ours(name, theirs, { input: schemaOf(await jsonSchema, validate), options });
  });
  const all = await Promise.all(made);
  refuseUnknownEffects("fromAiSdkTools", all, options);
  return all;
}

type Validate = (value: unknown) => unknown;

/**
 * A schema that makes something of its input keeps doing so; one that is plain JSON Schema is judged as our own are.
 */
function schemaOf(jsonSchema: object, validate: Validate | undefined): Schema<unknown> {
  const plain = { ...jsonSchema };
  if (validate === undefined) return plain;
  const converter = { input: () => plain, output: () => plain };
  const check = async (value: unknown) => {
    const { success, value: made, error } = Object(await validate(value));
    return success === true ? { value: made } : { issues: issuesOf(error) };
  };
  return { "~standard": { version: 1, vendor: "ai-sdk", validate: check, ...{ jsonSchema: converter } } };
}

function issuesOf(error: unknown): { message: string; path?: PropertyKey[] }[] {
  const { cause } = Object(error);
  const issues: unknown = Array.isArray(cause) ? cause : Object(cause).issues;
  if (!Array.isArray(issues)) return [{ message: "does not fit the schema" }];
  return issues.map((issue) => ({
    message: String(issue?.message),
    ...(Array.isArray(issue?.path) && { path: issue.path }),
  }));
}

interface Known {
  readonly input: Schema<unknown>;
  readonly options: FromToolsOptions;
}

function ours(name: string, theirs: AiSdkToolLike, { input, options }: Known): Tool {
  const { execute, needsApproval, description } = theirs;
  if (typeof execute !== "function")
    throw new TypeError(`fromAiSdkTools: ${name} has no execute, so it cannot run here.`);
  const said = saidOf(name, options);
  const asks = needsApproval === true || typeof needsApproval === "function";
  return defineTool({
    ...said,
    name,
    description: typeof description === "string" ? description : "",
    input,
    streamsOutput: true,
    requiresConfirmation: said.requiresConfirmation || asks,
    execute: async (given: unknown, ctx): Promise<ToolReturn<unknown>> => {
      const output = await lastOf(Reflect.apply(execute, theirs, [given, callOf(ctx)]), ctx);
      return shown({ theirs, output, given, toolCallId: ctx.toolCallId });
    },
  });
}

function callOf({ toolCallId, signal, deps }: ToolContext) {
  return { toolCallId, abortSignal: signal, messages: [], context: deps };
}

/** What a tool yields before its last value is live output. */
async function lastOf(result: unknown, { emitOutput }: ToolContext): Promise<unknown> {
  if (!isAsyncIterable(result)) return result;
  let last: unknown;
  let count = 0;
  for await (const value of result) {
    if (count > 0) emitOutput(`${typeof last === "string" ? last : (JSON.stringify(last) ?? "")}\n`);
    last = value;
    count += 1;
  }
  return last;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

interface Returned {
  readonly theirs: AiSdkToolLike;
  readonly output: unknown;
  readonly given: unknown;
  readonly toolCallId: string;
}

/** A value as it is; where the tool says what a model reads of it, that. */
async function shown({ theirs, output, given, toolCallId }: Returned): Promise<ToolReturn<unknown>> {
  const { toModelOutput } = theirs;
  if (typeof toModelOutput !== "function") return typeof output === "string" ? output : asOutput(output);
  const { type, value, reason } = Object(await toModelOutput({ output, input: given, toolCallId }));
  if (type === "text") return toolResult(String(value));
  if (type === "json") return jsonOutput(value);
  if (type === "content" && Array.isArray(value)) return partsOutput(value.map(partOf));
  throw new ToolError(typeof value === "string" ? value : (JSON.stringify(value ?? reason) ?? "The tool failed."));
}

function asOutput(output: unknown): ToolReturn<unknown> {
  return output === undefined ? undefined : jsonOutput(output);
}

function partOf(part: unknown): Part {
  if (!isFields(part)) return { type: "text", text: String(part) };
  const { type, text, data, filename } = part;
  if (type === "text") return { type: "text", text: String(text) };
  const bytes = isFields(data) ? data.data : data;
  if (typeof bytes !== "string") return { type: "text", text: `[${String(type)}]` };
  const mediaType = String(part.mediaType);
  if (mediaType.startsWith("image")) return { type: "image", mediaType, data: bytes };
  const name = typeof filename === "string" ? filename : undefined;
  return { type: mediaType.startsWith("audio/") ? "audio" : "file", mediaType, data: bytes, ...present({ name }) };
}
