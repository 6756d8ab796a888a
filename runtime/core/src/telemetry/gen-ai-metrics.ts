import type { Usage } from "../model/model-port.ts";
import { type Attributes, type Histogram, type OpenTelemetryApi, SCOPE } from "./open-telemetry-api.ts";

/** The three measures of the GenAI conventions; nothing is measured where the program has no `metrics`. */
export class GenAiMetrics {
  readonly #tokens: Histogram | undefined;
  readonly #operations: Histogram | undefined;
  readonly #tools: Histogram | undefined;

  constructor({ metrics }: OpenTelemetryApi) {
    const meter = metrics?.getMeter(...SCOPE);
    const histogram = (name: string, description: string, unit: string, bounds: number[]) =>
      meter?.createHistogram(name, { description, unit, advice: { explicitBucketBoundaries: bounds } });
    this.#tokens = histogram("gen_ai.client.token.usage", "Tokens that a model read and wrote.", "{token}", TOKENS);
    this.#operations = histogram("gen_ai.client.operation.duration", "How long a model call took.", "s", SECONDS);
    this.#tools = histogram("gen_ai.execute_tool.duration", "How long a tool call took.", "s", SECONDS);
  }

  /** A model call; without a usage where the provider does not say. */
  called(seconds: number, attributes: Attributes, usage?: Usage): void {
    this.#operations?.record(seconds, { ...attributes });
    if (usage === undefined) return;
    const { "error.type": _, ...about } = attributes;
    this.#tokens?.record(usage.inputTokens, { ...about, "gen_ai.token.type": "input" });
    this.#tokens?.record(usage.outputTokens, { ...about, "gen_ai.token.type": "output" });
  }

  executed(seconds: number, attributes: Attributes): void {
    this.#tools?.record(seconds, { ...attributes });
  }
}

/** The bounds that the conventions give: powers of four, and doubled hundredths of a second. */
const TOKENS = Array.from({ length: 14 }, (_, n) => 4 ** n);
const SECONDS = Array.from({ length: 14 }, (_, n) => 2 ** n / 100);
