import type { TestProject } from "vitest/node";
import { NO_RESTATE, restateProgram, startRestate } from "./restate-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The ports of an engine for all tests that do not kill theirs; undefined where there is none. */
    readonly restate: { readonly ingress: number; readonly admin: number } | undefined;
  }
}

/** One engine for all tests that do not break theirs. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (restateProgram() === undefined) {
    console.log(NO_RESTATE);
    project.provide("restate", undefined);
    return async () => undefined;
  }
  const server = await startRestate();
  project.provide("restate", { ingress: server.ports.ingress, admin: server.ports.admin });
  return () => server.end();
}
