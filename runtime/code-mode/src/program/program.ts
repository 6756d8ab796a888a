import type { Tool } from "@toolwright/core";
import type { ProgramExecutor } from "../executor/program-executor.ts";
import type { CodeModeLimits } from "../limits.ts";

/** What every program of a code mode runs with. */
export interface ProgramSurroundings {
  /** Of the tool that takes programs. */
  readonly name: string;
  /** As a program begins, under each name that it may call them by. */
  tools(): ReadonlyMap<string, Tool>;
  readonly executor: ProgramExecutor;
  readonly limits: CodeModeLimits;
  /** Milliseconds after which a program that only waits gives up its machine. */
  readonly parkAfterMs: number;
}
