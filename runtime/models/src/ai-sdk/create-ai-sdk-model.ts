import type {
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolChoice,
} from "@ai-sdk/provider";
import type {
  ChatDeltaEvent,
  CompletionStreamParams,
  LlmCompletionResult,
  LlmError,
  LlmToolChoice,
  ModelPort,
} from "@toolwright/core";
import {
  aBoolean,
  aCount,
  anObject,
  aText,
  checkOptions,
  DeltaQueue,
  extraOptions,
  linkedSignal,
  milliseconds,
  present,
  shownValue,
} from "@toolwright/core/internal";
import type { AiSdkModel } from "@toolwright/core/prompt";
import { leave } from "../openai-compatible/http/leave.ts";
import { maskSecrets } from "../openai-compatible/http/mask-secrets.ts";
import { backoff, longestRetryAfter, readRetryAfter } from "../openai-compatible/http/retry-delay.ts";
import { passed } from "../openai-compatible/http/with-limit.ts";
import { aPause } from "../options/a-pause.ts";
import { REQUEST_NAMES } from "../options/request-names.ts";
import { placeParts } from "../parts/place-parts.ts";
import { MEDIA_TYPES } from "../parts/taken-types.ts";
import { cacheMarks } from "../prompt-caching/cache-marks.ts";
import { readTextCalls, type TextCallOptions, takenTextCalls } from "../text-calls/read-text-calls.ts";
import { isMarkedByCaller, withMark } from "./cache-mark.ts";
import { describeError, isRetryable, responseHeaders } from "./describe-error.ts";
import { inTime } from "./in-time.ts";
import { lettersIn } from "./letters-in.ts";
import { type ProgramHost, programHost } from "./program-host.ts";
import type { Container } from "./provider-state.ts";
import type { ProviderTools } from "./provider-tool.ts";
import { PROVIDER_TOOLS, sentTools } from "./provider-tools.ts";
import { SdkAnswer } from "./sdk-answer.ts";
import { type SdkModel, sdkModel } from "./sdk-model.ts";
import { isToolChoice, sdkOptions } from "./sdk-options.ts";
import { sdkParts } from "./sdk-parts.ts";
import { sentKeys } from "./sent-keys.ts";
import { SentPrograms } from "./sent-programs.ts";
import { toPrompt } from "./to-prompt.ts";

/** Options of {@link createAiSdkModel}. */
export interface AiSdkOptions extends TextCallOptions {
  /** For people and records; by default the provider's name and the model's, as in `anthropic:claude-sonnet-4-5`. */
  readonly name?: string;
  /** Tokens the model can read. */
  readonly contextWindow?: number;
  /**
   * The media types that the model reads beside text, such as `["image/*", "application/pdf"]`. By default what is
   * known of its name, and images of a model that is not known. In the place of any other part it reads one line.
   */
  readonly takes?: readonly string[];
  /** How often a request that failed is sent again before its answer begins; 2 by default. */
  readonly maxRetries?: number;
  /**
   * Whether requests that offer tools are marked, so that Anthropic and Bedrock read what they have read before at a
   * tenth of the price. By default those to a model whose name, or whose provider's, says that it is Anthropic's.
   */
  readonly promptCaching?: boolean;
  /** Milliseconds before the first retry, doubled for each further one; 500 by default. */
  readonly firstRetryMs?: number;
  /** Milliseconds from sending until the answer begins, by default 300,000; `Infinity` is no limit. */
  readonly firstByteTimeoutMs?: number;
  /**
   * Milliseconds between two parts of an answer, by default 600,000: a provider may tell nothing while a model thinks.
   * `Infinity` is no limit.
   */
  readonly betweenPartsTimeoutMs?: number;
  /**
   * Tools that the provider defines, by the names that calls of them have: those that it runs itself, and, where a tool
   * of the run has the name, the form in which that tool is offered. They are in every request.
   */
  readonly providerTools?: ProviderTools;
  /**
   * Whether the provider runs programs that call the tools which are marked for them. By default what is known of the
   * model's name, at Anthropic and OpenAI (AI SDK 7).
   */
  readonly hostsPrograms?: boolean;
}

/**
 * A model port of any language model of an AI SDK 5, 6 or 7 provider, such as `anthropic("claude-sonnet-4-5")`. Nothing
 * is sent before a call. Throws a `TypeError` for what is no such model.
 */
export function createAiSdkModel(given: AiSdkModel, options: AiSdkOptions = {}): ModelPort {
  const model = sdkModel(given);
  if (model === undefined) throw new TypeError(`${TAKES}; ${whatIs(given)}.`);
  checkOptions<AiSdkOptions>(options, {
    of: "createAiSdkModel",
    rules: {
      name: aText,
      contextWindow: aCount(1),
      takes: MEDIA_TYPES,
      maxRetries: aCount(0),
      firstRetryMs: aPause,
      firstByteTimeoutMs: milliseconds,
      betweenPartsTimeoutMs: milliseconds,
      textCalls: aBoolean,
      promptCaching: aBoolean,
      providerTools: PROVIDER_TOOLS,
      hostsPrograms: aBoolean,
    },
    otherNames: REQUEST_NAMES,
  });
  const { name = nameOf(model), contextWindow } = options;
  const places = sdkParts(model, options.takes);
  const host = programHost(model, options.hostsPrograms);
  return {
    name,
    takes: places.takes,
    ...present({ contextWindow }),
    structuredOutput: "always",
    ...(host && { hostsPrograms: true }),
    completionStream(asked) {
      const params = placeParts(asked, places);
      const deltas = new DeltaQueue<ChatDeltaEvent>();
      const asking: Asking = { model, given, host, options, params, deltas };
      const completion = { stream: deltas.stream, final: complete(asking) };
      return readTextCalls(completion, params, takenTextCalls(options));
    },
  };
}

const TAKES =
  'createAiSdkModel takes a language model of an AI SDK 5, 6 or 7 provider (v2, v3 or v4), such as anthropic("claude-sonnet-4-5")';

function whatIs(given: unknown): string {
  if (typeof given === "string") return "this is the name of one: hand it to your provider";
  if (typeof given === "function") return "this is a provider: call it with the name of a model";
  const version: unknown = anObject.fits(given) ? Object(given).specificationVersion : undefined;
  return version === undefined ? `this is ${shownValue(given)}` : `this one is ${shownVersion(version)}`;
}

function shownVersion(version: unknown): string {
  return typeof version === "string" ? version : shownValue(version);
}

/** Providers name themselves with their endpoint too, as in `anthropic.messages`. */
function nameOf({ provider, modelId }: SdkModel): string {
  return `${provider.split(".", 1)[0]}:${modelId}`;
}

interface Asking {
  readonly model: SdkModel;
  /** As the program gave it. */
  readonly given: unknown;
  readonly host: ProgramHost | undefined;
  readonly options: AiSdkOptions;
  readonly params: CompletionStreamParams;
  readonly deltas: DeltaQueue<ChatDeltaEvent>;
}

async function complete(asking: Asking): Promise<LlmCompletionResult> {
  const { model, host, params, deltas } = asking;
  const { provider, modelId } = model;
  const answer = new SdkAnswer({ model: `${provider}:${modelId}`, modelId, host, messages: params.messages });
  const result = await read(asking, answer).catch((thrown: unknown) => answer.fail(described(thrown, asking)));
  if (result.finishReason === "error") deltas.push([{ type: "error", error: result.error }]);
  deltas.close();
  return result;
}

/** How often an answer may pause: a provider that runs calls itself hands over after some of them. */
const MAX_PAUSES = 20;

async function read(asking: Asking, answer: SdkAnswer): Promise<LlmCompletionResult> {
  const { params } = asking;
  for (let turn = 0, messages = params.messages; ; turn += 1) {
    await readOnce({ ...asking, params: { ...params, messages } }, answer);
    if (params.signal?.aborted === true) return answer.fail(described(undefined, asking));
    const said = turn < MAX_PAUSES ? answer.paused() : undefined;
    if (said === undefined) return answer.settle();
    messages = [...params.messages, said];
  }
}

/** The error in words without the keys of the request, which a server may repeat. */
function described(thrown: unknown, { given, params }: Asking): LlmError {
  return describeError(thrown, params.signal, maskSecrets(sentKeys(given)));
}

/** More parts are no answer: of 131,072 tokens, the longest answers that there are, none brings two. */
const MOST_PARTS = 2 ** 18;

/** More letters are none either, whatever parts they come in. */
const MOST_LETTERS = 2 ** 25;

async function readOnce(asking: Asking, answer: SdkAnswer): Promise<void> {
  const { params, options, deltas } = asking;
  const request = new AbortController();
  let reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined;
  const stop = () => {
    request.abort(params.signal?.reason);
    reader?.cancel(params.signal?.reason).catch(() => undefined);
  };
  if (params.signal?.aborted === true) stop();
  params.signal?.addEventListener("abort", stop, { once: true });
  const ms = options.betweenPartsTimeoutMs ?? 600_000;
  const message = `Nothing more of the answer came within ${ms / 1000} s: betweenPartsTimeoutMs is the limit.`;
  try {
    reader = (await open(asking, { abortSignal: request.signal, attempt: 0 })).getReader();
    for (let parts = 0, letters = 0; parts < MOST_PARTS && letters < MOST_LETTERS; parts += 1) {
      const next = await inTime(reader.read(), { ms, message });
      if (next.done) return;
      deltas.push(answer.add(next.value));
      if (answer.error !== undefined) throw answer.error;
      // An error may hold itself; all other parts are made of JSON.
      letters += lettersIn(next.value);
      // A server may keep its connection open, or say more, behind the end.
      if (next.value.type === "finish") return;
    }
    answer.cut();
  } finally {
    params.signal?.removeEventListener("abort", stop);
    if (reader === undefined) stop();
    else void leave({ read: reader.read.bind(reader), stop });
  }
}

interface Attempt {
  readonly abortSignal: AbortSignal;
  readonly attempt: number;
}

async function open(
  asking: Asking,
  { abortSignal, attempt }: Attempt,
): Promise<ReadableStream<LanguageModelV4StreamPart>> {
  const { model, options, params, deltas } = asking;
  const { maxRetries = 2, firstRetryMs = 500, firstByteTimeoutMs: ms = 300_000 } = options;
  try {
    const message = `No answer began within ${ms / 1000} s: firstByteTimeoutMs is the limit.`;
    const request = linkedSignal(abortSignal);
    const begun = Promise.resolve(model.doStream({ ...toCallOptions(params, asking), abortSignal: request.signal }));
    begun.catch(request.unlink);
    return (await inTime(begun, { ms, message })).stream;
  } catch (thrown) {
    const wait = readRetryAfter(responseHeaders(thrown)) ?? backoff(attempt, firstRetryMs);
    const mayRetry = attempt < maxRetries && isRetryable(thrown) && wait <= longestRetryAfter;
    if (!mayRetry) throw thrown;
    deltas.push([{ type: "retrying", delayMs: Math.round(wait), error: described(thrown, asking) }]);
    if (!(await passed(wait, params.signal))) throw thrown;
    return open(asking, { abortSignal, attempt: attempt + 1 });
  }
}

/**
 * A request as a model of the AI SDK takes it. Tools and a choice are in it only when tools are given. Throws a
 * `TypeError` that names an option which cannot be sent.
 */
function toCallOptions(params: CompletionStreamParams, { model, host, options }: Asking): LanguageModelV4CallOptions {
  const { messages, temperature, maxTokens } = params;
  const toolChoice = params.toolChoice ?? extraOptions(params).get("tool_choice");
  const own = sdkOptions(params);
  const name = `${model.provider}:${model.modelId}`;
  const { promptCaching, providerTools } = options;
  const marks = isMarkedByCaller(params) ? undefined : cacheMarks(params, { model: name, promptCaching });
  const tools = sentTools(params.tools ?? [], providerTools, host);
  const programs = new SentPrograms(messages, { model: name, host, tools: params.tools ?? [] });
  const isHosted = tools.some((tool) => tool.type === "provider" && tool.id === host?.id);
  const last = tools.findLast((tool) => tool.type === "function");
  if (marks !== undefined && last !== undefined) last.providerOptions = withMark(last.providerOptions);
  return {
    ...(isHosted ? inContainer(own, programs.container) : own),
    prompt: toPrompt(messages, { model: name, marks, providerTools, programs }),
    ...(tools.length === 0 ? {} : { tools }),
    ...(tools.length === 0 || !isToolChoice(toolChoice) ? {} : { toolChoice: toChoice(toolChoice) }),
    ...present({ temperature, maxOutputTokens: maxTokens }),
  };
}

/** A program goes on where it is. A container that the caller names comes first. */
function inContainer(
  own: Partial<LanguageModelV4CallOptions>,
  container: Container | undefined,
): Partial<LanguageModelV4CallOptions> {
  if (container === undefined) return own;
  const { anthropic, ...others } = own.providerOptions ?? {};
  return { ...own, providerOptions: { ...others, anthropic: { container: { id: container.id }, ...anthropic } } };
}

function toChoice(choice: LlmToolChoice): LanguageModelV4ToolChoice {
  return typeof choice === "string" ? { type: choice } : { type: "tool", toolName: choice.function.name };
}
