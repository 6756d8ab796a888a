import type { DefineToolOptions, ToolRunner } from "@toolwright/core";

/** A call that a model makes: its arguments are text, as models write them. */
export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** A tool in no framework's words yet, for the column in which a framework stands alone. */
export interface PlainTool {
  readonly name: string;
  readonly schema: { readonly [keyword: string]: unknown };
  readonly execute: (input: unknown, signal: AbortSignal | undefined) => unknown;
  /** Milliseconds, where the framework has deadlines for tools. */
  readonly timeoutMs?: number;
  /** The schema of what it returns, where the framework looks at one. */
  readonly output?: { readonly [keyword: string]: unknown };
  /** A person is asked before each call, in the framework's way. */
  readonly asks?: boolean;
  /** What a tool of ours says beside this. */
  readonly more?: Partial<Pick<DefineToolOptions<unknown, unknown>, "effects">>;
}

/** What a framework's own loop is to do. */
export interface Work {
  /** What `alone` or `ours` made. */
  readonly tools: unknown;
  /**
   * The calls of each answer of the model; after the last of them it says `done`. A function goes on as long as it
   * likes.
   */
  readonly steps: readonly (readonly ScriptedCall[])[];
  readonly signal?: AbortSignal;
  /** Milliseconds for each tool, where the loop has such a deadline. */
  readonly timeoutMs?: number;
}

/** What came of it. */
export interface Ran {
  /** What the model was sent for each call, in order. */
  readonly answers: readonly { readonly id: string; readonly text: string }[];
  /** What pages were shown of running calls. */
  readonly previews: readonly string[];
  /** The parameters of each tool as the model was sent them. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** How often the model was asked. */
  readonly requests: number;
  /** Why the loop threw, if it did. */
  readonly thrown?: string;
}

/** A loop of its own, with a model that is scripted. */
export interface Alone {
  readonly name: string;
  readonly version: string;
  /** Tools as its documentation shows them, with a plain JSON Schema. */
  alone(tools: readonly PlainTool[]): unknown;
  run(work: Work): Promise<Ran>;
  /**
   * The same where it asks its own user, as far as it can: it stops, is stored as text, and goes on with the answer.
   */
  asking?(work: AskingWork): Promise<AskingRan>;
}

/** A framework that takes the tools of ours as well. */
export interface Subject extends Alone {
  /** False where it shows nothing of a running call. */
  readonly shows?: boolean;
  /** It makes the calls of a step one after the other. */
  readonly inOrder?: boolean;
  /** The tools of a runner, made by `@toolwright/adapters`. */
  ours(runner: ToolRunner): unknown;
}

export interface AskingWork {
  /** The tools are its runner's, or what `alone` made. */
  readonly runner?: ToolRunner;
  readonly tools?: unknown;
  readonly steps: readonly (readonly ScriptedCall[])[];
  /** The user's answer to each question. */
  readonly answer: boolean;
  /** What a thief makes of the state while it is stored. */
  readonly tamper?: (state: string) => string;
  /** The same answer to the same state is given twice. */
  readonly twice?: boolean;
}

export interface AskingRan extends Ran {
  /** How often the framework stopped to ask. */
  readonly questions: number;
}
