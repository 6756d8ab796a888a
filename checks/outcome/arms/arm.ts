import type { FunctionTask } from "../tasks/task.ts";

/** What an arm is given: the same for all of them. */
export interface Assignment {
  readonly baseUrl: string;
  readonly model: string;
  /** Model calls that it may make at most. */
  readonly maxSteps: number;
  /** Tokens that one answer may have. */
  readonly maxTokens: number;
  readonly request: string;
  /** The folder that it works in; undefined for a task of one function. */
  readonly folder?: string | undefined;
  /** Where other agents are installed, a folder each. */
  readonly packages?: string | undefined;
  readonly function?: Pick<FunctionTask, "tool" | "schema"> | undefined;
}

/** One call that the model made, as the tool or the refusal answered it. */
export interface MadeCall {
  readonly name: string;
  /** The arguments as the model wrote them. */
  readonly asked: string;
  /** The arguments that the tool ran with; undefined where it did not run. */
  readonly ran?: unknown;
  readonly answer: string;
  readonly isRefused: boolean;
  readonly isMended: boolean;
}

/** How a task went, in numbers and in words. */
export interface Ending {
  readonly answer: string;
  readonly steps: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly calls: readonly MadeCall[];
  /** Undefined where the run ended by itself. */
  readonly failure?: string | undefined;
}

export type Arm = (assignment: Assignment) => Promise<Ending>;

/** The text that arms without one of their own begin with. */
export const PLAIN_SYSTEM =
  "You are a helpful assistant that works in the user's folder with tools. Use the tools to do what the user asks, then answer briefly.";
