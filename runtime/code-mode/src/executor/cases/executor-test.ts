import type { ProgramExecutor } from "../program-executor.ts";

export interface ExecutorTest {
  readonly name: string;
  run(executor: ProgramExecutor): Promise<void>;
}
