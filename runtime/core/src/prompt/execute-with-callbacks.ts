import type { ToolCallbacks } from "../faces/sub-tool.ts";
import { checkArgument } from "../options/check-options.ts";
import { aFunction, anObject } from "../options/option-rules.ts";
import { hookInput } from "../tool/hook-input.ts";

/** Makes the last change to an output, a failed call's `{error}` too. */
export type FormatOutput<C> = (output: unknown, callbacks: C | undefined) => unknown;

/**
 * Runs `beforeCall`, `execute`, then `onSuccess` or `onError`, and formats what comes of it.
 * Rejects only with what a hook or `formatOutput` throws: an exception of `execute` becomes `{error}`.
 * Tools in a run need none of this: the runner calls their hooks in the same order.
 */
export async function executeWithCallbacks<I, O, X, C extends ToolCallbacks<I, O>>(
  execute: (input: I, toolOptions: X) => O | Promise<O>,
  input: I,
  toolOptions: X,
  callbacks?: C,
  formatOutput: FormatOutput<C> = (output) => output,
): Promise<unknown> {
  checkArgument(execute, { of: "execute of executeWithCallbacks", rule: aFunction });
  checkArgument(formatOutput, { of: "formatOutput of executeWithCallbacks", rule: aFunction });
  checkHooks(callbacks);
  const early = await callbacks?.beforeCall?.(hookInput(input), undefined);
  if (early !== undefined) return formatOutput(early, callbacks);
  const outcome = await outcomeOf(() => execute(input, toolOptions));
  const replaced = outcome.ok
    ? await callbacks?.onSuccess?.(hookInput(input), outcome.output)
    : await callbacks?.onError?.(hookInput(input), outcome.output);
  return formatOutput(replaced === undefined ? outcome.output : replaced, callbacks);
}

const HOOKS = { form: "an object: { beforeCall, onSuccess, onError }", fits: anObject.fits };

/** A composite hands on whatever else stands beside the hooks. */
function checkHooks(callbacks: ToolCallbacks | undefined): void {
  if (callbacks === undefined) return;
  checkArgument(callbacks, { of: "The callbacks of executeWithCallbacks", rule: HOOKS });
  for (const name of ["beforeCall", "onSuccess", "onError"] as const) {
    const hook: unknown = callbacks[name];
    if (hook !== undefined) checkArgument(hook, { of: `${name} of executeWithCallbacks`, rule: aFunction });
  }
}

type Outcome<O> =
  | { readonly ok: true; readonly output: O }
  | { readonly ok: false; readonly output: { error: string } };

async function outcomeOf<O>(execute: () => O | Promise<O>): Promise<Outcome<O>> {
  try {
    return { ok: true, output: await execute() };
  } catch (thrown) {
    return { ok: false, output: { error: errorMessage(thrown) } };
  }
}

/** What a thrown value says: an error's message, an object's `message`, else the value as text. Never throws. */
export function errorMessage(thrown: unknown): string {
  try {
    if (typeof thrown === "object" && thrown !== null && "message" in thrown && thrown.message) {
      return String(thrown.message);
    }
    return String(thrown);
  } catch {
    return "Unknown error";
  }
}
