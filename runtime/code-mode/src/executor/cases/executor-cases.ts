import type { ProgramExecutor } from "../program-executor.ts";
import { closingCases } from "./closing.ts";
import { hostileCases } from "./hostile.ts";
import { limitCases } from "./limits.ts";
import { playScript, type Script } from "./script.ts";
import { errorScripts } from "./scripts/errors.ts";
import { orderScripts } from "./scripts/order.ts";
import { turnScripts } from "./scripts/turns.ts";
import { valueScripts } from "./scripts/values.ts";
import { worldScripts } from "./scripts/world.ts";

export interface ExecutorCase {
  readonly name: string;
  /** Rejects with what was expected and what came. */
  run(): Promise<void>;
}

/** What every `ProgramExecutor` is held to, for any test runner: `for (const { name, run } of executorCases(mine))`. */
export function executorCases(executor: ProgramExecutor): readonly ExecutorCase[] {
  const scripts = [...turnScripts, ...orderScripts, ...worldScripts, ...valueScripts, ...errorScripts];
  const functions = [...limitCases, ...hostileCases, ...closingCases];
  return [
    ...scripts.map((script) => ({ name: script.name, run: () => playTwice(executor, script) })),
    ...functions.map(({ name, run }) => ({ name, run: () => run(executor) })),
  ];
}

/** Two sessions that are given the same come to the same. */
async function playTwice(executor: ProgramExecutor, script: Script): Promise<void> {
  await playScript(executor, script);
  await playScript(executor, script);
}
