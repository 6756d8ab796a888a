import type { EventOf } from "../journal/event.ts";
import { outputText } from "../result/output-text.ts";
import { originOf } from "../tool/tool-origin.ts";
import type { OpenTelemetryOptions } from "./export-to-open-telemetry.ts";
import type { GenAiMetrics } from "./gen-ai-metrics.ts";
import { type Attributes, failSpan, SPAN_KIND, type TelemetrySpan, type Tracer } from "./open-telemetry-api.ts";

/** The conversation, where it was named. */
export function conversationOf({ conversationId }: OpenTelemetryOptions): Attributes {
  return conversationId === undefined ? {} : { "gen_ai.conversation.id": conversationId };
}

/** What spans are made with. */
export interface Telemetry {
  readonly options: OpenTelemetryOptions;
  readonly tracer: Tracer;
  readonly metrics: GenAiMetrics;
}

/** A call under way. */
interface OpenCall {
  readonly span: TelemetrySpan;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
  readonly toolName: string;
}

/** The open `execute_tool` spans of one run, or of calls that belong to none. */
export class CallSpans {
  readonly #telemetry: Telemetry;
  readonly #open = new Map<string, OpenCall>();

  constructor(telemetry: Telemetry) {
    this.#telemetry = telemetry;
  }

  /** A call that has not ended: a run of its own goes under it. */
  get(toolCallId: string): OpenCall | undefined {
    return this.#open.get(toolCallId);
  }

  /** A call inside another one goes under it, any other one under `context`. */
  begin({ data, time, parentId }: EventOf<"tool_call_start">, context: unknown): void {
    const { options, tracer } = this.#telemetry;
    const { toolName, toolCallId, byProvider } = data;
    const attributes = {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": toolName,
      "gen_ai.tool.call.id": toolCallId,
      "gen_ai.tool.type": byProvider === true ? "extension" : "function",
      ...conversationOf(options),
      ...mcpOf(toolName, options),
      ...(options.content === true ? { "gen_ai.tool.call.arguments": JSON.stringify(data.arguments) } : {}),
    };
    const outer = parentId === undefined ? undefined : this.#open.get(parentId);
    const above = outer === undefined ? context : options.api.trace.setSpan(context, outer.span);
    const of = { kind: SPAN_KIND.internal, startTime: time, attributes };
    this.#open.set(toolCallId, {
      span: tracer.startSpan(`execute_tool ${toolName}`, of, above),
      begunAt: time,
      toolName,
    });
  }

  /** Nothing for a call whose start was not seen. */
  end({ data, time }: EventOf<"tool_call_end">): void {
    const { toolCallId, toolName, result, durationMs, byProvider } = data;
    const open = this.#open.get(toolCallId);
    if (open === undefined) return;
    const { span, begunAt } = open;
    this.#open.delete(toolCallId);
    span.setAttributes({
      "toolwright.tool.duration_ms": durationMs,
      ...(this.#content ? { "gen_ai.tool.call.result": outputText(result.output) } : {}),
    });
    const code = result.isError ? (result.error?.code ?? "execution_failed") : undefined;
    if (code !== undefined) {
      failSpan(span, code);
      span.addEvent("gen_ai.execute_tool.exception", this.#exceptionOf(data, code), time);
    }
    span.end(time);
    // How long a provider took for a call of its own is not known.
    if (byProvider !== true) this.#measure(toolName, (time - begunAt) / 1_000, code);
  }

  /** Ends what is still open as failed. */
  breakOff(code: string, time: number): void {
    for (const { span, begunAt, toolName } of this.#open.values()) {
      failSpan(span, code);
      span.end(time);
      this.#measure(toolName, (time - begunAt) / 1_000, code);
    }
    this.#open.clear();
  }

  get #content(): boolean {
    return this.#telemetry.options.content === true;
  }

  /** What was said of it only where spans hold what was said; never a stack, which nobody has masked. */
  #exceptionOf({ result: { error } }: EventOf<"tool_call_end">["data"], code: string): Record<string, string> {
    const type = error?.cause instanceof Error ? error.cause.name : code;
    return {
      "exception.type": type,
      ...(this.#content && error !== undefined ? { "exception.message": error.message } : {}),
    };
  }

  #measure(toolName: string, seconds: number, code: string | undefined): void {
    this.#telemetry.metrics.executed(seconds, {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": toolName,
      ...(code === undefined ? {} : { "error.type": code }),
    });
  }
}

/** A tool of an MCP server has no span of its own beside that of its call. */
function mcpOf(toolName: string, { toolOf }: OpenTelemetryOptions): Attributes {
  const tool = toolOf?.(toolName);
  const origin = tool && originOf(tool);
  if (origin === undefined) return {};
  return {
    "mcp.method.name": "tools/call",
    "toolwright.mcp.server": origin.server,
    "toolwright.mcp.tool": origin.tool,
  };
}
