/** A code mode: it runs the programs of a model, which call tools. */
export interface ProgramSubject {
  readonly name: string;
  readonly version: string;
  /** How a program calls a tool. */
  call(tool: string, args: string): string;
  /** Runs a program until it ends or waits for a person. `tools` are made anew for each life. */
  begin(code: string, tools: readonly ProgramTool[]): Promise<ProgramState>;
  /** In another process: goes on with the answers to all that was asked. Undefined where it keeps nothing. */
  goOn?(state: string, answer: PersonAnswer, tools: readonly ProgramTool[]): Promise<ProgramState>;
}

export interface ProgramTool {
  readonly name: string;
  /** A person is asked before each call. */
  readonly asks?: boolean;
  execute(input: unknown): Promise<unknown>;
}

export interface PersonAnswer {
  readonly approve: boolean;
  readonly reason?: string;
}

export interface ProgramState {
  /** What the program returned. */
  readonly value?: unknown;
  /** Why it did not. */
  readonly thrown?: string;
  /** How many questions a person can answer now. */
  readonly questions: number;
  /** What another process goes on from, as it would be stored. */
  readonly state: string;
}
