import type { JournalEvent } from "../journal/event.ts";
import { checkOptions } from "../options/check-options.ts";
import { aBoolean, anObject, aText } from "../options/option-rules.ts";
import { CallSpans } from "./call-spans.ts";
import type { OpenTelemetryApi } from "./open-telemetry-api.ts";
import { lateSpan, RunSpans } from "./run-spans.ts";

/** Options of {@link exportToOpenTelemetry}. */
export interface OpenTelemetryOptions {
  /** The module `@opentelemetry/api`. */
  readonly api: OpenTelemetryApi;
  /** Puts messages, arguments and results into spans; secrets stay masked. Default false: what was said is in none. */
  readonly content?: boolean;
  /** The conversation whose stream this is: every span carries it as `gen_ai.conversation.id`. */
  readonly conversationId?: string;
}

/**
 * A listener for an activity stream that makes spans after the GenAI semantic conventions: `invoke_agent` for a run,
 * `chat` for a model call, `execute_tool` for a call. A run's span, or that of a call outside of runs, is a child of
 * the one that is active when it begins. Throws a `TypeError` for options that cannot be.
 */
export function exportToOpenTelemetry(options: OpenTelemetryOptions): (event: JournalEvent) => void {
  checkOptions<OpenTelemetryOptions>(options, {
    of: "exportToOpenTelemetry",
    rules: {
      api: { form: 'the module "@opentelemetry/api": import * as api from "@opentelemetry/api"', fits: isApi },
      content: aBoolean,
      conversationId: aText,
    },
    needed: ["api"],
  });
  const tracer = options.api.trace.getTracer("@toolwright/core");
  const runs = new Map<string, RunSpans>();
  const loose = new CallSpans(options, tracer);
  return (event) => {
    const known = runs.get(event.runId);
    if (event.type === "run_start") runs.set(event.runId, new RunSpans(options, tracer, event));
    else if (known !== undefined) {
      known.add(event);
      if (event.type === "done") runs.delete(event.runId);
    } else if (event.type === "step_start") {
      const resumed = new RunSpans(options, tracer, event);
      runs.set(event.runId, resumed);
      resumed.add(event);
    } else if (event.type === "tool_call_start") loose.begin(event, options.api.context.active());
    else if (event.type === "tool_call_end") loose.end(event);
    else if (event.type === "async_result") lateSpan(options, tracer, event);
  };
}

function isApi(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return ["trace", "context"].every((part) => anObject.fits(Reflect.get(value, part)));
}
