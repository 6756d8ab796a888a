import type { Passed } from "../tool/call-types.ts";
import { makeTool } from "../tool/make-tool.ts";
import type { DefineToolOptions, Tool, TypedTool } from "../tool/tool.ts";
import { executeRaw } from "./execute-raw.ts";

/**
 * Makes a tool. The types of `execute` follow from the schemas.
 * Throws a `TypeError` that names the tool when its name or a schema cannot be used.
 */
export function defineTool<I, O extends S, S = O, In = unknown, const A = unknown>(
  options: DefineToolOptions<I, O, S, In, A> & Lossless<O>,
): TypedTool<unknown extends In ? I : In, Passed<S, A>> {
  return uncheckedTool<I, O, S>(options);
}

/** `defineTool` for types that are not known yet: nothing is said of what the output may hold. */
export function uncheckedTool<I, O extends S, S = O>(options: DefineToolOptions<I, O, S>): Tool {
  const tool: Tool = {
    ...makeTool(options),
    executeRaw: (rawArgsJson, ctx) => executeRaw(tool, rawArgsJson, ctx),
  };
  return Object.freeze(tool);
}

/**
 * Nothing for an output that JSON can hold. For one with a promise, a response or an iterator in it, a field that no
 * options have: so the mistake does not compile, and its message names the type.
 */
type Lossless<O> = LosslessBut<LossIn<Awaited<O>>>;

/** Where another mistake leaves a type open, that mistake alone is told. */
type LosslessBut<Loss> = 0 extends 1 & Loss
  ? unknown
  : [Loss] extends [never]
    ? unknown
    : { readonly outputCannotHold: Loss };

/**
 * What has no fields to write, though it holds something. Told by their shape: not every program has the types of a
 * browser.
 */
type Lossy =
  | PromiseLike<unknown>
  | { next(...args: never[]): unknown }
  | { readonly bodyUsed: boolean; arrayBuffer(): unknown };

/** What is written as it is, or says itself how. */
type Plain =
  | string
  | number
  | boolean
  | bigint
  | symbol
  | null
  | undefined
  | ((...args: never[]) => unknown)
  | { toJSON(key?: never): unknown };

/** How deep is looked (levels): a type may hold itself. */
type DeepEnough = 5;

type LossIn<T, Depth extends readonly unknown[] = []> = unknown extends T
  ? never
  : Depth["length"] extends DeepEnough
    ? never
    : T extends Plain
      ? never
      : T extends Lossy
        ? T
        : T extends readonly (infer Item)[]
          ? LossIn<Item, [...Depth, Item]>
          : { [K in keyof T]-?: LossIn<T[K], [...Depth, K]> }[keyof T];
