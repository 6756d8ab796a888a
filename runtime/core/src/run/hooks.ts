import { toJson } from "../json/to-json.ts";
import { hookDetails, realMessage, thrownDetails } from "../result/thrown.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { hookInput } from "../tool/hook-input.ts";
import type { Tool } from "../tool/tool.ts";
import type { AuthorisedCall, Outcome } from "./call-states.ts";
import type { Scope } from "./scope.ts";

/** The tool's `beforeCall`: an outcome where nothing else may run. */
export async function beforeExecute({ tool, input }: AuthorisedCall, scope: Scope): Promise<Outcome | undefined> {
  const early = await hook("beforeCall", () => tool.spec.beforeCall?.(hookInput(input), undefined), scope);
  return !early.ok || early.value !== undefined ? early : undefined;
}

/** The tool's `onSuccess` may have another value in the place of what `execute` returned. */
export async function afterSuccess({ tool, input }: AuthorisedCall, value: unknown, scope: Scope): Promise<Outcome> {
  const hooked = await hook("onSuccess", () => tool.spec.onSuccess?.(hookInput(input), value), scope);
  return replaced({ ok: true, value }, hooked);
}

/** What an exception of `execute` comes to: a failure, unless the tool's `onError` has a value in its place. */
export async function afterThrow({ tool, input }: AuthorisedCall, thrown: unknown, scope: Scope): Promise<Outcome> {
  const failure: Outcome = { ok: false, details: thrownDetails(thrown, scope) };
  if (tool.spec.onError === undefined) return failure;
  const error = realMessage(thrown);
  return replaced(failure, await hook("onError", () => tool.spec.onError?.(hookInput(input), { error }), scope));
}

/** The output that a tool has of its own for failures; what a tool returned as one has its output already. */
export function withErrorOutput(result: ToolResult, { spec }: Tool, { scrubber, logger }: Scope): ToolResult {
  if (spec.errorOutput === undefined || result.error === undefined || result.output.type !== "text") return result;
  try {
    const output = toJson(spec.errorOutput(result.error));
    return output.ok ? { ...result, output: { type: "json", value: scrubber.json(output.value) } } : result;
  } catch (error) {
    logger.error("errorOutput failed", { tool: spec.name, error });
    return result;
  }
}

/** What the hook returned, unless it returned nothing. */
function replaced(outcome: Outcome, hooked: Outcome): Outcome {
  return hooked.ok && hooked.value === undefined ? outcome : hooked;
}

/**
 * Runs a tool's hook on what the schema made; a change to that stays with the hook. One that throws ends the call with
 * `hook_failed`.
 */
async function hook(name: string, run: () => unknown, scope: Scope): Promise<Outcome> {
  try {
    return { ok: true, value: await run() };
  } catch (thrown) {
    return { ok: false, details: hookDetails(name, thrown, scope) };
  }
}
