import { present } from "../json/present.ts";
import { ToolMap } from "../registry/tool-map.ts";
import type { ToolOutput } from "../result/output.ts";
import { ToolError } from "../result/tool-error.ts";
import { ToolRunner } from "../run/runner.ts";
import type { RunnerOptions } from "../run/runner-options.ts";
import type { GivenContext, Tool, ToolContext } from "../tool/tool.ts";

/** Runs one tool on raw JSON through a runner of its own. Rejects with a `ToolError` where the result is an error. */
export async function executeRaw(tool: Tool, rawArgsJson: string, ctx?: GivenContext): Promise<ToolOutput> {
  const { deps, logger, now, signal, conversation, resolve, toolCallId } = ctx ?? {};
  const runner = runnerOf({
    registry: new ToolMap([withContext(tool, ctx ?? {})]),
    outputCache: false,
    ...(deps && { deps }),
    ...(logger && { logger }),
    ...(now && { now }),
  });
  const { result } = await runner.exec(
    { name: tool.name, arguments: rawArgsJson, ...(typeof toolCallId === "string" && { id: toolCallId }) },
    {
      ...(signal && { signal }),
      ...(conversation && { conversation }),
      ...(resolve && { resolve }),
    },
  );
  if (!result.isError) return result.output;
  const { code, message, reason, suggestion, cause } = result.error ?? {
    code: "execution_failed",
    message: "It failed.",
  };
  throw new ToolError(`${tool.name}: ${message}`, {
    code,
    reason: reason ?? code,
    ...present({ suggestion, cause }),
  });
}

/** A context that no runner can work with is the caller's mistake, and said as every other failure is. */
function runnerOf(options: RunnerOptions): ToolRunner {
  try {
    return new ToolRunner(options);
  } catch (cause) {
    throw new ToolError(cause instanceof Error ? cause.message : "The context cannot be used.", { cause });
  }
}

/** What a caller's context has in place of the runner's. The rest of it the runner itself is given, or wraps. */
const GIVEN = new Set<PropertyKey>([
  "runId",
  "toolCallId",
  "attempt",
  "idempotencyKey",
  "emitOutput",
  "call",
  "background",
  "scrubber",
] satisfies (keyof ToolContext)[]);

function withContext(tool: Tool, given: GivenContext): Tool {
  const { spec } = tool;
  const shows = spec.streamsOutput === true || spec.allowlist === undefined || spec.allowlist === "all";
  const get = (made: ToolContext, key: PropertyKey): unknown => {
    const own: unknown = GIVEN.has(key) && (key !== "emitOutput" || shows) ? Reflect.get(given, key) : undefined;
    return own ?? Reflect.get(made, key);
  };
  return { ...tool, spec: { ...spec, execute: (input, made) => spec.execute(input, new Proxy(made, { get })) } };
}
