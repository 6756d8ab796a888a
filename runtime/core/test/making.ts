import {
  type DefineToolOptions,
  defineTool,
  type RunnerOptions,
  type Tool,
  ToolRegistry,
  ToolRunner,
} from "../src/index.ts";
import { KeptLog, watched } from "./support.ts";

type Extra = Partial<Omit<DefineToolOptions<unknown, unknown>, "name" | "execute">>;

/** A tool that takes any object. */
export function toolOf(name: string, execute: DefineToolOptions<unknown, unknown>["execute"], extra: Extra = {}): Tool {
  return defineTool({ description: "", input: { type: "object" }, ...extra, name, execute });
}

/** A runner with everything that it publishes and logs. */
export function runnerOf(tools: readonly Tool[], options: Partial<RunnerOptions> = {}) {
  const { activity, events, journal } = watched();
  const log = new KeptLog();
  const registry = new ToolRegistry(tools);
  const runner = new ToolRunner({ registry, activity, logger: log, ...options });
  return { runner, registry, events, journal, log, activity };
}

/** A promise that its owner settles. */
export function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: unknown) => void } {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
