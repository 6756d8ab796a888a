export { type ExecutorCase, executorCases } from "./cases/executor-cases.ts";
export type {
  AskedCall,
  CallOutcome,
  ConsoleLine,
  ProgramError,
  ProgramExecutor,
  ProgramLimits,
  ProgramSession,
  ProgramToOpen,
  Turn,
  UncaughtErrors,
} from "./program-executor.ts";
