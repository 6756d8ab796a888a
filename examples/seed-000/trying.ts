import { type PromptFunction, type PromptStep, runPrompt, type ToolOptions } from "@toolwright/core/prompt";
import { scripted } from "@toolwright/models";

export const logger = { debug() {}, info() {}, warn() {}, error() {} };

export type Turn = Parameters<typeof scripted>[0][number];

export async function play(turns: readonly Turn[], prompt: PromptFunction, config: object = {}) {
  const { result, prompt: played } = await runPrompt(prompt, {
    model: scripted([...turns, { text: "end" }]),
    logger,
    ...config,
  });
  await result.text;
  return played;
}

export const calls = (...toolCalls: { readonly name: string; readonly arguments?: object | string }[]): Turn =>
  ({
    toolCalls: toolCalls.map(({ name, arguments: args = {} }) => ({ name, arguments: args })),
  }) as Turn;

/** The results in the input of a step, as that step's model got them. */
export function results(step: PromptStep | undefined): unknown[] {
  return (step?.input.prompt ?? []).flatMap((message) =>
    message.role === "tool" ? message.content.map(({ result }) => result) : [],
  );
}

export const thrown = (value: unknown) => () => {
  throw value;
};

export interface Case {
  readonly execute?: () => unknown;
  readonly hooks?: ToolOptions;
  readonly format?: (output: unknown) => unknown;
  readonly gives: unknown;
  readonly hears?: readonly string[];
}

export const ok = { value: 1 };

/** What stands in the document about one call, row by row. */
export const rules: readonly (readonly [string, Case])[] = [
  ["no hooks", { gives: ok }],
  ["empty hooks", { hooks: {}, gives: ok }],
  [
    "beforeCall undefined goes on",
    { hooks: { beforeCall: () => undefined }, gives: ok, hears: ["beforeCall", "execute"] },
  ],
  ["beforeCall value skips", { hooks: { beforeCall: () => "early" }, gives: "early", hears: ["beforeCall"] }],
  [
    "beforeCall object skips",
    { hooks: { beforeCall: () => ({ cached: true }) }, gives: { cached: true }, hears: ["beforeCall"] },
  ],
  ["beforeCall null skips", { hooks: { beforeCall: () => null }, gives: null, hears: ["beforeCall"] }],
  ["beforeCall false skips", { hooks: { beforeCall: () => false }, gives: false, hears: ["beforeCall"] }],
  ["beforeCall 0 skips", { hooks: { beforeCall: () => 0 }, gives: 0, hears: ["beforeCall"] }],
  ["beforeCall '' skips", { hooks: { beforeCall: () => "" }, gives: "", hears: ["beforeCall"] }],
  [
    "beforeCall skips onSuccess",
    { hooks: { beforeCall: () => "x", onSuccess: () => "y" }, gives: "x", hears: ["beforeCall"] },
  ],
  [
    "beforeCall may be asynchronous",
    { hooks: { beforeCall: async () => "later" }, gives: "later", hears: ["beforeCall"] },
  ],
  ["onSuccess undefined keeps", { hooks: { onSuccess: () => undefined }, gives: ok, hears: ["execute", "onSuccess"] }],
  [
    "onSuccess replaces",
    { hooks: { onSuccess: () => ({ other: 2 }) }, gives: { other: 2 }, hears: ["execute", "onSuccess"] },
  ],
  ["onSuccess null replaces", { hooks: { onSuccess: () => null }, gives: null }],
  ["onSuccess false replaces", { hooks: { onSuccess: () => false }, gives: false }],
  ["onSuccess is awaited", { hooks: { onSuccess: async () => "waited" }, gives: "waited" }],
  ["an error becomes { error }", { execute: thrown(new Error("boom")), gives: { error: "boom" } }],
  [
    "onError undefined keeps",
    {
      execute: thrown(new Error("boom")),
      hooks: { onError: () => undefined },
      gives: { error: "boom" },
      hears: ["execute", "onError"],
    },
  ],
  [
    "onError replaces",
    {
      execute: thrown(new Error("boom")),
      hooks: { onError: () => ({ fallback: true }) },
      gives: { fallback: true },
      hears: ["execute", "onError"],
    },
  ],
  ["onError text replaces", { execute: thrown(new Error("boom")), hooks: { onError: () => "sorry" }, gives: "sorry" }],
  ["onError null replaces", { execute: thrown(new Error("boom")), hooks: { onError: () => null }, gives: null }],
  [
    "an error does not reach onSuccess",
    {
      execute: thrown(new Error("x")),
      hooks: { onSuccess: () => "no", onError: () => undefined },
      gives: { error: "x" },
      hears: ["execute", "onError"],
    },
  ],
  ["a rejection is an error", { execute: () => Promise.reject(new Error("later")), gives: { error: "later" } }],
  ["a thrown text", { execute: thrown("plain"), gives: { error: "plain" } }],
  ["a thrown object with a message", { execute: thrown({ message: "said" }), gives: { error: "said" } }],
  ["a thrown number", { execute: thrown(42), gives: { error: "42" } }],
  ["a thrown null", { execute: thrown(null), gives: { error: "null" } }],
  ["a thrown undefined", { execute: thrown(undefined), gives: { error: "undefined" } }],
  ["an error without a text", { execute: thrown(new Error("")), gives: { error: "Error" } }],
  ["format of a success", { format: (output) => ({ formatted: output }), gives: { formatted: ok } }],
  [
    "format of an error",
    {
      execute: thrown(new Error("boom")),
      format: (output) => ({ formatted: output }),
      gives: { formatted: { error: "boom" } },
    },
  ],
  [
    "format of an early value",
    { hooks: { beforeCall: () => "early" }, format: (output) => `<${String(output)}>`, gives: "<early>" },
  ],
  [
    "format of a replaced output",
    { hooks: { onSuccess: () => "new" }, format: (output) => `<${String(output)}>`, gives: "<new>" },
  ],
  [
    "format of a replaced error",
    {
      execute: thrown("x"),
      hooks: { onError: () => "kind" },
      format: (output) => `<${String(output)}>`,
      gives: "<kind>",
    },
  ],
  ["a list as output", { execute: () => [1, 2], gives: [1, 2] }],
  ["text as output", { execute: () => "text", gives: "text" }],
  ["nested output", { execute: () => ({ a: { b: [{ c: "ü😀" }] } }), gives: { a: { b: [{ c: "ü😀" }] } } }],
];

export function listening({ execute = () => ok, hooks = {} }: Case) {
  const heard: string[] = [];
  const named =
    (name: string, run: (...args: never[]) => unknown) =>
    (...args: never[]) => {
      heard.push(name);
      return run(...args);
    };
  const { beforeCall, onSuccess, onError } = hooks;
  const all = {
    ...(beforeCall && { beforeCall: named("beforeCall", beforeCall) }),
    ...(onSuccess && { onSuccess: named("onSuccess", onSuccess) }),
    ...(onError && { onError: named("onError", onError) }),
  } as ToolOptions;
  return { heard, execute: named("execute", execute) as () => unknown, hooks: all };
}
