import type { JournalEvent } from "../journal/event.ts";
import { checkOptions } from "../options/check-options.ts";
import { aBoolean, aFunction, anObject, aText } from "../options/option-rules.ts";
import type { Tool } from "../tool/tool.ts";
import { CallSpans, type Telemetry } from "./call-spans.ts";
import { GenAiMetrics } from "./gen-ai-metrics.ts";
import { type OpenTelemetryApi, SCOPE } from "./open-telemetry-api.ts";
import { lateSpan, type RunBeginning, RunSpans } from "./run-spans.ts";

/** Options of {@link exportToOpenTelemetry}. */
export interface OpenTelemetryOptions {
  /** The module `@opentelemetry/api`. */
  readonly api: OpenTelemetryApi;
  /** Puts messages, arguments and results into spans; secrets stay masked. Default false: what was said is in none. */
  readonly content?: boolean;
  /** The conversation whose stream this is: every span carries it as `gen_ai.conversation.id`. */
  readonly conversationId?: string;
  /** What the agent is called, in spans of its runs. */
  readonly agentName?: string;
  /** The tool of a name, such as `(name) => registry.get(name)`: spans of calls of MCP servers say so. */
  readonly toolOf?: (name: string) => Tool | undefined;
}

/**
 * A listener for an activity stream that makes spans after the GenAI semantic conventions: `invoke_agent` for a run,
 * `chat` for a model call, `execute_tool` for a call; and, where the program has metrics, measures how many tokens
 * model calls take and how long they and tool calls last. A run's span, or that of a call outside of runs, is a child
 * of the one that is active when it begins; that of a run inside a call is a child of the call's. Throws a `TypeError`
 * for options that cannot be.
 */
export function exportToOpenTelemetry(options: OpenTelemetryOptions): (event: JournalEvent) => void {
  checkOptions<OpenTelemetryOptions>(options, {
    of: "exportToOpenTelemetry",
    rules: {
      api: { form: 'the module "@opentelemetry/api": import * as api from "@opentelemetry/api"', fits: isApi },
      content: aBoolean,
      conversationId: aText,
      agentName: aText,
      toolOf: aFunction,
    },
    needed: ["api"],
  });
  const { api } = options;
  const telemetry = { options, tracer: api.trace.getTracer(...SCOPE), metrics: new GenAiMetrics(api) };
  const spans = new AllSpans(telemetry);
  return (event) => spans.add(event);
}

/** The open spans of all runs, and of calls that belong to none. */
class AllSpans {
  readonly #telemetry: Telemetry;
  readonly #runs = new Map<string, RunSpans>();
  /** Runs inside calls, by the id of the call. */
  readonly #agents = new Map<string, RunSpans>();
  readonly #loose: CallSpans;

  constructor(telemetry: Telemetry) {
    this.#telemetry = telemetry;
    this.#loose = new CallSpans(telemetry);
  }

  add(event: JournalEvent): void {
    const known = this.#runs.get(event.runId);
    if (event.type === "run_start") this.#begin(event);
    else if (known !== undefined) {
      if (event.type === "tool_call_start" && this.#isKnown(event.data.toolCallId)) return;
      known.add(event);
      if (event.type === "done") this.#end(event.runId, known);
    } else if (event.type === "step_start") this.#begin(event).add(event);
    else if (event.type === "tool_call_start") this.#loose.begin(event, this.#telemetry.options.api.context.active());
    else if (event.type === "tool_call_end") this.#loose.end(event);
    else if (event.type === "async_result") lateSpan(this.#telemetry, event);
  }

  /** A run inside a call is that of another agent: the run that made the call coordinates several. */
  #begin(event: RunBeginning): RunSpans {
    const { parentId = "" } = event;
    const outer = [...this.#runs.values()].find((run) => run.call(parentId) !== undefined);
    const call = outer?.call(parentId) ?? this.#loose.get(parentId);
    outer?.coordinates();
    const run = new RunSpans(this.#telemetry, event, call);
    this.#runs.set(event.runId, run);
    if (call !== undefined) this.#agents.set(parentId, run);
    return run;
  }

  #end(runId: string, ended: RunSpans): void {
    this.#runs.delete(runId);
    for (const [toolCallId, run] of this.#agents) if (run === ended) this.#agents.delete(toolCallId);
  }

  /** A call of an agent is told in the run that it works for, too, under an id that begins with that of the call. */
  #isKnown(id: string): boolean {
    return [...this.#agents].some(([outer, run]) => {
      return id.startsWith(`${outer}/`) && run.hasAsked(id.slice(outer.length + 1));
    });
  }
}

function isApi(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return ["trace", "context"].every((part) => anObject.fits(Reflect.get(value, part)));
}
