import type { ProgramLimits } from "./executor/program-executor.ts";

/** What a program may use. */
export interface CodeModeLimits {
  /** Milliseconds of computing over all turns of one life. Waiting counts nowhere. Default 5,000. */
  readonly cpuMs: number;
  /** Bytes of the machine that it runs in. Default 64 MiB. */
  readonly memoryBytes: number;
  /** How many calls it makes. Default 1,000. */
  readonly calls: number;
  /** Milliseconds in one process, without the time in which people are asked. Default: no limit. */
  readonly timeoutMs?: number;
}

export const CODE_MODE_LIMITS: CodeModeLimits = { cpuMs: 5_000, memoryBytes: 64 * 1024 * 1024, calls: 1_000 };

const MIB = 1024 * 1024;

/** What the machine holds a program to. */
export function programLimits({ cpuMs, memoryBytes }: CodeModeLimits): ProgramLimits {
  return {
    cpuMs,
    memoryBytes,
    argumentBytes: MIB,
    returnBytes: 16 * MIB,
    consoleBytes: 64 * 1024,
    consoleLines: 1_000,
  };
}
