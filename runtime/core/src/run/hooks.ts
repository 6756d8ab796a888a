// What others have put around a call: the hooks of its tool, and the middleware of its runner.

import { cloneJson } from "../json/clone-json.ts";
import { toJson } from "../json/to-json.ts";
import { copyResult } from "../result/copy-result.ts";
import { withError } from "../result/failure.ts";
import { isToolResult } from "../result/is-tool-result.ts";
import { hookDetails, hookFailure, realMessage, thrownDetails } from "../result/thrown.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { unwritable } from "../result/unwritable.ts";
import { scrubResult } from "../secrets/redact.ts";
import { hookInput } from "../tool/hook-input.ts";
import type { Tool } from "../tool/tool.ts";
import { type AuthorisedCall, type Ended, endedAs, type Middleware, type Outcome } from "./call-states.ts";
import { maxOutputBytes } from "./runner-options.ts";
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

/** Runs a tool's hook on what the schema made; a change to that stays with the hook. One that throws ends the call with `hook_failed`. */
async function hook(name: string, run: () => unknown, scope: Scope): Promise<Outcome> {
  try {
    return { ok: true, value: await run() };
  } catch (thrown) {
    return { ok: false, details: hookDetails(name, thrown, scope) };
  }
}

/** Data of this form is most likely meant as an output, and would be shown as JSON. */
export function warnOfOutput({ name }: Tool, { logger }: Scope): void {
  const environment: unknown = Reflect.get(Reflect.get(globalThis, "process") ?? {}, "env");
  if (Reflect.get(Object(environment), "NODE_ENV") === "production") return;
  logger.warn(
    `Tool ${name} returned an object that looks like an output, and is taken as data: textOutput(), jsonOutput() and partsOutput() make outputs.`,
  );
}

/** A call inside the middleware of its runner. */
export interface WrappedCall {
  readonly call: AuthorisedCall;
  /** Performs and projects the call. */
  readonly run: () => Promise<Ended>;
  readonly scope: Scope;
}

/** What came out of the middleware. Never rejects. */
export async function runWrapped({ call, run, scope }: WrappedCall): Promise<Ended> {
  let inner: Ended | undefined;
  const innermost = async () => {
    inner = await run();
    return inner.result;
  };
  try {
    const result: unknown = await compose(call, innermost, scope.middleware);
    if (!isToolResult(result)) throw new TypeError("it returned no result");
    const maxBytes = maxOutputBytes(scope.options);
    const copied = copyResult(result, maxBytes);
    const copy = withError("problem" in copied ? unwritable(copied, { maxBytes }) : copied);
    return endedAs(inner?.how ?? "returned", scrubResult(copy, scope.scrubber));
  } catch (thrown) {
    return endedAs("failed", scrubResult(hookFailure("A middleware", thrown, scope), scope.scrubber));
  }
}

/** Nests the wrappers, the first one outermost. Each may call `next` once. */
function compose(
  call: AuthorisedCall,
  run: () => Promise<ToolResult>,
  middleware: readonly Middleware[],
): Promise<ToolResult> {
  const shown = call.shownWith(hookInput(call.input), cloneJson(call.arguments));
  const dispatch = async (index: number): Promise<ToolResult> => {
    const wrap = middleware[index];
    if (wrap === undefined) return run();
    let called = false;
    return wrap(shown, () => {
      if (called) return Promise.reject(new Error("next() was called twice"));
      called = true;
      return dispatch(index + 1);
    });
  };
  return dispatch(0);
}
