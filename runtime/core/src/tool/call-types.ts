import type { ToolOutput } from "../result/output.ts";
import type { Part } from "../result/part.ts";
import type { ToolResult } from "../result/tool-result.ts";

/** What a caller gives a tool: the input of its schema. */
export type InputOf<T> = T extends { readonly "~types"?: { readonly input: infer I } } ? I : unknown;

/** What its `execute` returns, or its output schema makes of that; of an allowlist with keys, those. */
export type ReturnOf<T> = T extends { readonly "~types"?: { readonly output: infer O } } ? O : unknown;

/** A value as JSON gives it back: a date is its text, a function is gone. */
export type AsJson<T> = unknown extends T
  ? T
  : T extends { toJSON(): infer J }
    ? AsJson<J>
    : T extends bigint
      ? string
      : T extends string | number | boolean | null | undefined
        ? T
        : T extends readonly (infer Item)[]
          ? readonly AsJson<Item>[]
          : { readonly [K in keyof T as T[K] extends (...args: never[]) => unknown ? never : K]: AsJson<T[K]> };

/** The output of a call that succeeded, as a program reads it. */
export type OutputOf<O> = unknown extends O
  ? ToolOutput
  : [O] extends [object | number | boolean]
    ? [O] extends [readonly Part[] | ToolResult]
      ? ToolOutput
      : { readonly type: "json"; readonly value: AsJson<O> }
    : ToolOutput;

/** What a call ends with. Of one that failed, nothing is known of the output. */
export type ResultOf<O> = Omit<ToolResult, "isError" | "output"> &
  ({ readonly isError: false; readonly output: OutputOf<O> } | { readonly isError: true; readonly output: ToolOutput });

/** What of an output passes an allowlist. */
export type Passed<O, A> = A extends readonly (infer K)[]
  ? O extends readonly unknown[]
    ? unknown
    : O extends object
      ? Pick<O, K & keyof O>
      : O
  : A extends "none"
    ? unknown
    : O;
