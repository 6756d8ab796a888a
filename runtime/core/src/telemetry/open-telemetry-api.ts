/** A value of an attribute, as OpenTelemetry takes it. */
export type Attribute = string | number | string[];
export type Attributes = Readonly<Record<string, Attribute>>;

/** What is used of a span. */
export interface TelemetrySpan {
  setAttributes(attributes: Record<string, Attribute>): unknown;
  addEvent(name: string, attributes: Record<string, Attribute>, time: number): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  updateName(name: string): unknown;
  end(endTime?: number): void;
}

/** Who measures, and by which conventions. */
type Scope = [name: string, version: undefined, options: { schemaUrl: string }];

/** What is used of `@opentelemetry/api` 1. The program brings it along: nothing here imports it. */
export interface OpenTelemetryApi {
  readonly trace: {
    getTracer(...scope: Scope): {
      startSpan(
        name: string,
        options: { kind: number; startTime: number; attributes: Record<string, Attribute> },
        context: unknown,
      ): TelemetrySpan;
    };
    setSpan(context: unknown, span: unknown): unknown;
  };
  readonly context: { active(): unknown };
  readonly metrics?: {
    getMeter(...scope: Scope): {
      createHistogram(
        name: string,
        options: { description: string; unit: string; advice: { explicitBucketBoundaries: number[] } },
      ): Histogram;
    };
  };
}

/** What is used of a histogram. */
export interface Histogram {
  record(value: number, attributes: Record<string, Attribute>): void;
}

/** Makes spans. */
export type Tracer = ReturnType<OpenTelemetryApi["trace"]["getTracer"]>;

/** The GenAI conventions that spans and metrics follow: https://github.com/open-telemetry/semantic-conventions-genai */
export const SCOPE: Scope = [
  "@toolwright/core",
  undefined,
  { schemaUrl: "https://opentelemetry.io/schemas/gen-ai/0.1.0" },
];

/** Of `SpanKind` and `SpanStatusCode` in `@opentelemetry/api` 1. */
export const SPAN_KIND = { internal: 0, client: 2 } as const;
const STATUS_ERROR = 2;

/** Marks a span as failed, with the code as its `error.type`. */
export function failSpan(span: TelemetrySpan, code: string): void {
  span.setAttributes({ "error.type": code });
  span.setStatus({ code: STATUS_ERROR, message: code });
}
