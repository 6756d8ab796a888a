import type {
  CompletionStreamParams,
  Json,
  JsonObject,
  LlmError,
  LlmToolChoice,
  LlmToolDefinition,
} from "@toolwright/core";
import { extraOptions, isFields, present } from "@toolwright/core/internal";
import { EPHEMERAL } from "../openai-compatible/wire/cache-control.ts";
import { cannotSend, isSendable } from "../options/cannot-send.ts";
import { objectAtRoot } from "../options/object-at-root.ts";
import { wellFormedJson } from "../options/well-formed-json.ts";
import { WIRE_NAMES } from "../options/wire-names.ts";
import { isForPrograms, jsonOutputs, programFields } from "../programs/program-marks.ts";
import { cacheMarks, type MarkedModel } from "../prompt-caching/cache-marks.ts";
import { HOSTED_PROGRAM } from "./hosted-items.ts";
import { inputItems } from "./input-items.ts";

/** What a request says beside its conversation. */
export interface ResponseRequestOptions extends MarkedModel {
  readonly store: boolean;
  readonly providerTools: readonly JsonObject[];
  /** Whether the server runs programs that call tools. */
  readonly hostsPrograms: boolean;
}

/** The body of a request for a response as JSON text, or an error that names an option which cannot be sent. */
export function toResponseRequest(params: CompletionStreamParams, options: ResponseRequestOptions): string | LlmError {
  const { model, store, hostsPrograms } = options;
  const { temperature, maxTokens } = params;
  const extra = extraOptions(params);
  const given = [...extra, ...Object.entries({ temperature, maxTokens })];
  const unsendable = given.find(([key, value]) => value !== undefined && !isSendable(value, OWN.has(key)));
  if (unsendable !== undefined) return cannotSend(unsendable[0], OWN.has(unsendable[0]));
  const foreign = [...extra.keys()].find((key) => FOREIGN.has(WIRE_NAMES.get(key) ?? key));
  if (foreign !== undefined) return notHere(foreign);
  const marks = extra.has("cache_control") ? undefined : cacheMarks(params, options);
  const asJson = hostsPrograms ? jsonOutputs(params.tools ?? []) : new Map<string, boolean>();
  const fields = {
    ...(store ? {} : { include: ["reasoning.encrypted_content"] }),
    ...wireOptions(extra),
    ...toolFields(params, options, marks !== undefined),
    model,
    stream: true,
    store,
    ...present({ temperature, max_output_tokens: maxTokens }),
  };
  const written = wellFormedJson(fields);
  // The items are text already: written once more, they would not be what the server had sent.
  return `${written.slice(0, -1)},"input":[${inputItems(params.messages, { model, marks, asJson }).join(",")}]}`;
}

/** What the adapter writes itself. */
const OWN = new Set(["model", "input", "stream", "store", "tools", "messages"]);

/** Fields of chat completions that responses do not have: some servers would pass them over in silence. */
const FOREIGN = new Set(["stop", "seed", "n", "presence_penalty", "frequency_penalty", "logit_bias", "logprobs"]);

function notHere(key: string): LlmError {
  const message = `llmOptions.${key} cannot be sent: responses have no such field. Leave it out, or use createOpenAiCompatibleModel.`;
  return { code: "internal", message };
}

/** The server's own tools come first. One of the name of a tool of the run stands in the place of that tool. */
function toolFields(
  { tools = [], toolChoice }: CompletionStreamParams,
  { providerTools, hostsPrograms }: ResponseRequestOptions,
  isMarked: boolean,
): object {
  const own = new Set(tools.map(({ function: { name } }) => name));
  const defined = new Map(providerTools.map((tool) => [toolName(tool), tool]));
  const programs = hostsPrograms && !defined.has(HOSTED_PROGRAM) && tools.some(isForPrograms);
  const hosted = [
    ...(programs ? [{ type: HOSTED_PROGRAM }] : []),
    ...providerTools.filter((tool) => !own.has(toolName(tool))),
  ];
  if (tools.length + hosted.length === 0) return {};
  const mark = (place: number) => isMarked && place === tools.length - 1 && { cache_control: EPHEMERAL };
  const offered = tools.map((tool, place) => ({
    ...(defined.get(tool.function.name) ?? toTool(tool)),
    ...(hostsPrograms && programFields(tool)),
    ...mark(place),
  }));
  return {
    tools: [...hosted, ...offered],
    ...(toolChoice === undefined ? {} : { tool_choice: toChoice(toolChoice) }),
  };
}

/** Of most there is one, and its type is its name. */
function toolName({ name, type }: JsonObject): string {
  return String(name ?? type);
}

/** Left out, `strict` is true here. */
function toTool({ function: { name, description, parameters, strict = false } }: LlmToolDefinition): object {
  return { type: "function", name, description, parameters: objectAtRoot(parameters), strict };
}

function toChoice(choice: LlmToolChoice): Json {
  return typeof choice === "string" ? choice : { type: "function", name: choice.function.name };
}

/** Every further option as it was given; what has another place or name in responses goes there. */
function wireOptions(extra: ReadonlyMap<string, unknown>): Readonly<Record<string, unknown>> {
  const placed = [...extra].map(([key, value]) => placeOf(WIRE_NAMES.get(key) ?? key, value));
  const inner = (name: string) =>
    Object.assign({}, ...placed.filter(([key]) => key === name).map(([, value]) => fieldsOf(value)));
  return Object.fromEntries(
    placed.filter(([key]) => key !== "tool_choice").map(([key, value]) => [key, INNER.has(key) ? inner(key) : value]),
  );
}

/** Fields that several options share. */
const INNER = new Set(["reasoning", "text"]);

function placeOf(name: string, value: unknown): readonly [string, unknown] {
  if (name === "reasoning_effort") return ["reasoning", { effort: value }];
  if (name === "verbosity") return ["text", { verbosity: value }];
  if (name === "response_format") return ["text", { format: toFormat(value) }];
  if (name === "max_tokens" || name === "max_completion_tokens") return ["max_output_tokens", value];
  return [name, value];
}

/** Chat completions have the schema one level further in. */
function toFormat(format: unknown): unknown {
  if (!isFields(format) || !isFields(format.json_schema)) return format;
  return { type: "json_schema", ...format.json_schema };
}

function fieldsOf(value: unknown): object {
  return isFields(value) ? value : {};
}
