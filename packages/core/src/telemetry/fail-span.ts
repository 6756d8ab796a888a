import { STATUS_ERROR, type TelemetrySpan } from "./open-telemetry-api.ts";

/** Marks a span as failed, with the code as its `error.type`. */
export function failSpan(span: TelemetrySpan, code: string): void {
  span.setAttributes({ "error.type": code });
  span.setStatus({ code: STATUS_ERROR, message: code });
}
