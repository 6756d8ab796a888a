/** A value of an attribute, as OpenTelemetry takes it. */
export type Attribute = string | number | string[];
export type Attributes = Readonly<Record<string, Attribute>>;

/** What is used of a span. */
export interface TelemetrySpan {
  setAttributes(attributes: Record<string, Attribute>): unknown;
  addEvent(name: string, attributes: Record<string, Attribute>, time: number): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  end(endTime?: number): void;
}

/** What is used of `@opentelemetry/api` 1. The program brings it along: nothing here imports it. */
export interface OpenTelemetryApi {
  readonly trace: {
    getTracer(name: string): {
      startSpan(
        name: string,
        options: { kind: number; startTime: number; attributes: Record<string, Attribute> },
        context: unknown,
      ): TelemetrySpan;
    };
    setSpan(context: unknown, span: unknown): unknown;
  };
  readonly context: { active(): unknown };
}

/** Makes spans. */
export type Tracer = ReturnType<OpenTelemetryApi["trace"]["getTracer"]>;

/** Of `SpanKind` and `SpanStatusCode` in `@opentelemetry/api` 1. */
export const SPAN_KIND = { internal: 0, client: 2 } as const;
const STATUS_ERROR = 2;

/** Marks a span as failed, with the code as its `error.type`. */
export function failSpan(span: TelemetrySpan, code: string): void {
  span.setAttributes({ "error.type": code });
  span.setStatus({ code: STATUS_ERROR, message: code });
}
