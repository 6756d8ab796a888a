import type { ProgramExecutor, ProgramLimits, ProgramSession } from "../program-executor.ts";

export interface ProgramSettings {
  readonly source: string;
  readonly tools?: readonly string[];
  readonly seed?: string;
  readonly startMs?: number;
  readonly limits?: Partial<ProgramLimits>;
}

/** Opens a program with the usual settings for what is not given. */
export function openProgram(
  executor: ProgramExecutor,
  { source, tools = ["list", "pay"], seed = "run/1", startMs = 1_700_000_000_000, limits }: ProgramSettings,
  signal: AbortSignal = new AbortController().signal,
): Promise<ProgramSession> {
  return executor.open({ source, tools, seed, startMs, limits: { ...usualLimits, ...limits }, signal });
}

const usualLimits: ProgramLimits = {
  cpuMs: 5000,
  memoryBytes: 64 * 1024 * 1024,
  argumentBytes: 1024 * 1024,
  returnBytes: 16 * 1024 * 1024,
  consoleBytes: 64 * 1024,
  consoleLines: 1000,
};
