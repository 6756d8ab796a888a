import type {
  ChatDeltaEvent,
  Completion,
  CompletionStreamParams,
  LlmCompletionResult,
  LlmError,
  ModelPort,
  ModelPrice,
} from "@toolwright/core";
import { present, readable, usageSum } from "@toolwright/core/internal";

/** A model that did not answer is left alone for so long (milliseconds): each step of a run would wait for it again. */
const REST_MS = 60_000;

/**
 * The first of these models that answers. Another one is asked where a model refused or could not be reached before
 * anything of its answer had come; a `warning` of the run says which one answered and why. Each keeps its own price:
 * `withFallback([withPrices(a, prices), withPrices(b, prices)])`. Throws a `TypeError` without a model.
 */
export function withFallback(models: readonly ModelPort[]): ModelPort {
  const [first] = Array.isArray(models) ? models : [];
  if (first === undefined || !models.every(({ completionStream }) => typeof completionStream === "function"))
    throw new TypeError("withFallback takes an array of at least one model: withFallback([model, another]).");
  const restUntil = new Map<ModelPort, number>();
  const facts = {
    contextWindow: leastWindow(models),
    structuredOutput: commonForm(models),
    takes: anyTakes(models),
    price: highest(models),
    // Marks mean nothing to a model whose provider runs no programs: it calls the tools one by one.
    hostsPrograms: models.every(({ hostsPrograms }) => hostsPrograms === true) ? true : undefined,
  };
  return {
    name: first.name,
    ...present(facts),
    completionStream(params, context) {
      const now = performance.now();
      const rested = models.filter((model) => (restUntil.get(model) ?? 0) <= now);
      const order = rested.length === 0 ? models : rested;
      return ask(order, {
        send: (model) => {
          const messages = readable(params.messages, model.takes);
          return model.completionStream({ ...params, messages }, context);
        },
        signal: params.signal,
        failed: (model) => restUntil.set(model, performance.now() + REST_MS),
      });
    },
  };
}

interface Asking {
  readonly send: (model: ModelPort) => Completion;
  readonly signal: CompletionStreamParams["signal"];
  readonly failed: (model: ModelPort) => void;
}

/** The answer of the first of these that gives one, or the failure of the last. */
function ask([model, ...others]: readonly ModelPort[], asking: Asking): Completion {
  if (model === undefined) throw new TypeError("There is no model to ask.");
  const completion = asking.send(model);
  // Decided once, for the stream and for the end.
  const next = completion.final.then((ended): Completion | undefined => {
    if (others.length === 0 || asking.signal?.aborted || !isWorthAnother(ended)) return undefined;
    asking.failed(model);
    return ask(others, asking);
  });
  async function* stream(): AsyncGenerator<ChatDeltaEvent> {
    const held: ChatDeltaEvent[] = [];
    for await (const delta of completion.stream) {
      if (delta.type === "error") held.push(delta);
      else yield delta;
    }
    const instead = await next;
    yield* instead === undefined ? held : instead.stream;
  }
  const final = next.then(async (instead) => {
    const ended = await completion.final;
    return instead === undefined ? ended : together(model, ended, await instead.final);
  });
  return { stream: stream(), final };
}

function isWorthAnother({ error, message, droppedCalls = 0 }: LlmCompletionResult): boolean {
  if (error === undefined || message.content !== "" || droppedCalls > 0) return false;
  if (error.code !== "http") return UNREACHED.has(error.code);
  // The same request would be as wrong for another model.
  return error.status === undefined || ![400, 413, 422].includes(error.status);
}

const UNREACHED: ReadonlySet<LlmError["code"]> = new Set(["connection", "timeout", "incomplete_stream"]);

/** What both took, and why the second one answered. */
function together(model: ModelPort, failed: LlmCompletionResult, ended: LlmCompletionResult): LlmCompletionResult {
  const usage = failed.usage === undefined ? ended.usage : usageSum(ended.usage, failed.usage);
  const why = failed.error?.message ?? "";
  const warning = {
    code: "model_fallback",
    message: `${model.name} did not answer, so another model was asked: ${why}`,
  };
  const warnings = [...(failed.warnings ?? []), warning, ...(ended.warnings ?? [])];
  return { ...ended, warnings, ...present({ usage }) };
}

/** As much as all of them can read. */
function leastWindow(models: readonly ModelPort[]): number | undefined {
  const known = models.flatMap(({ contextWindow }) => contextWindow ?? []);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** What one of them takes: each is given a line in the place of what it does not. */
function anyTakes(models: readonly ModelPort[]): readonly string[] | undefined {
  if (models.every(({ takes }) => takes === undefined)) return undefined;
  return [...new Set(models.flatMap(({ takes = ["image/*"] }) => takes))];
}

function commonForm([first, ...others]: readonly ModelPort[]): ModelPort["structuredOutput"] {
  const form = first?.structuredOutput;
  return others.every(({ structuredOutput }) => structuredOutput === form) ? form : undefined;
}

/** What a call may cost at most; undefined where the price of one of them is not known. */
function highest(models: readonly ModelPort[]): ModelPrice | undefined {
  const prices = models.flatMap(({ price }) => price ?? []);
  if (prices.length < models.length) return undefined;
  const most = (of: (price: ModelPrice) => number) => Math.max(...prices.map(of));
  return {
    input: most(({ input }) => input),
    cachedInput: most(({ input, cachedInput = input }) => cachedInput),
    cacheWrite: most(({ input, cacheWrite = input }) => cacheWrite),
    output: most(({ output }) => output),
  };
}
