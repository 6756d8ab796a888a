// Checked by the compiler alone (`npm run typecheck`): a line under @ts-expect-error must not compile.
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";
import type { AuthorisedCall, LlmCompletionResult, LlmToolCallDelta, Resolve, ToolCall } from "../src/index.ts";
import {
  type BoundTool,
  bindTool,
  type DependencyKey,
  defineContract,
  defineTool,
  type Tool,
  type ToolContext,
  type ToolContract,
  ToolRegistry,
  type ToolRunner,
} from "../src/index.ts";
import type { ArgumentsFragment } from "../src/model/model-port.ts";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function same<A, B>(proof: Equal<A, B>): void;

const about = { name: "tool", description: "" };

// The input of `execute` follows from the schema, whichever library wrote it.
const ofZod = defineTool({
  ...about,
  input: z.object({
    path: z.string(),
    limit: z.number().default(10),
    when: z.string().transform((text) => new Date(text)),
  }),
  requiresConfirmation: (input) => input.limit > 5,
  timeoutMs: ({ limit }) => limit * 1_000,
  beforeCall(input) {
    same<typeof input, { path: string; limit: number; when: Date }>(true);
  },
  execute(input, ctx) {
    same<typeof input, { path: string; limit: number; when: Date }>(true);
    same<typeof ctx.toolCallId, string>(true);
    // @ts-expect-error: there is no such field
    input.missing;
    return "ok";
  },
});
const ofValibot = defineTool({
  ...about,
  input: toStandardJsonSchema(v.object({ path: v.string(), limit: v.optional(v.number(), 10) })),
  execute(input) {
    same<typeof input, { path: string; limit: number }>(true);
    return input.path;
  },
});
const ofArktype = defineTool({
  ...about,
  input: type({ path: "string", "limit?": "number" }),
  execute(input) {
    same<typeof input.path, string>(true);
    same<typeof input.limit, number | undefined>(true);
    return input.path;
  },
});

// A plain JSON Schema says nothing to the compiler.
const ofJsonSchema = defineTool({
  ...about,
  input: { type: "object", properties: { path: { type: "string" } } },
  execute(input) {
    same<typeof input, unknown>(true);
    // @ts-expect-error: it has to be narrowed first
    input.path;
    return "ok";
  },
});

// Every tool is a `Tool`: a registry holds all of them without a cast.
const tools: readonly Tool[] = [ofZod, ofValibot, ofArktype, ofJsonSchema];
new ToolRegistry(tools).register(ofZod);

// The output and the allowlist are held against the output schema.
const output = z.object({ text: z.string(), inode: z.number() });
defineTool({ ...about, input: z.object({}), output, allowlist: ["text"], execute: () => ({ text: "", inode: 1 }) });
defineTool({ ...about, input: z.object({}), output, allowlist: "all", execute: async () => ({ text: "", inode: 1 }) });
defineTool({
  ...about,
  input: z.object({}),
  output,
  // @ts-expect-error: no field of the output
  allowlist: ["texts"],
  execute: () => ({ text: "", inode: 1 }),
});
defineTool({
  ...about,
  input: z.object({}),
  output,
  // @ts-expect-error: the inode is missing
  execute: () => ({ text: "" }),
});
defineTool({
  ...about,
  input: z.object({}),
  output,
  onSuccess(_, value) {
    same<typeof value, { text: string; inode: number }>(true);
  },
  execute: () => ({ text: "", inode: 1 }),
});

// Without an output schema, what `execute` returns is the output.
defineTool({ ...about, input: z.object({}), allowlist: ["a"], execute: async () => ({ a: 1, b: 2 }) });
// @ts-expect-error: it returns no such field
defineTool({ ...about, input: z.object({}), allowlist: ["c"], execute: () => ({ a: 1, b: 2 }) });
const mixed = z.object({ some: z.boolean() });
const known = new Map([["a", { status: "sent", carrier: "C" }]]);
defineTool({ ...about, input: mixed, allowlist: ["carrier"], execute: () => known.get("a") ?? { status: "unknown" } });
// @ts-expect-error: no kind of order has this field
defineTool({ ...about, input: mixed, allowlist: ["cost"], execute: () => known.get("a") ?? { status: "unknown" } });
const either = z.union([z.object({ text: z.string() }), z.object({ rows: z.number() })]);
defineTool({ ...about, input: mixed, output: either, allowlist: ["text", "rows"], execute: () => ({ rows: 1 }) });
defineTool({ ...about, input: mixed, execute: ({ some }) => (some ? { a: 1 } : { b: [null] }) });
defineTool({ ...about, input: mixed, execute: ({ some }) => (some ? null : []) });
defineTool({ ...about, input: mixed, execute() {} });
defineTool({
  ...about,
  input: mixed,
  output,
  execute: ({ some }) => (some ? "a word" : { text: "", inode: 1, more: 2 }),
});

// A contract carries its types to whoever keeps it.
const contract = defineContract({ ...about, input: z.object({ n: z.number() }), output, allowlist: ["text"] });
const bound: BoundTool = bindTool(contract, ({ n }) => ({ text: n.toFixed(), inode: n }));
// Any contract is a `ToolContract`, and a list holds contracts of several types.
const contracts: readonly ToolContract[] = [contract, defineContract({ ...about, input: { type: "object" } })];
const isATool: Tool = bound;
void [contracts, isATool];
// @ts-expect-error: what it returns does not keep the contract
bindTool(contract, ({ n }) => ({ text: n, inode: n }));
// @ts-expect-error: nor does this, for want of the inode
bindTool(contract, ({ n }) => ({ text: n.toFixed() }));

// A dependency resolves to what its key makes.
const clock: DependencyKey<{ now(): number }> = { id: "clock", create: () => ({ now: () => 0 }) };
defineTool({
  ...about,
  input: z.object({}),
  async execute(_, ctx) {
    const { now } = await ctx.resolve(clock);
    same<ReturnType<typeof now>, number>(true);
  },
});

// A program may answer for a key itself: at once or later, with what the key makes and with nothing else.
declare const anyTool: Tool;
declare const whole: ToolContext;
void anyTool.executeRaw("{}", { resolve: (k) => k.create() });
void anyTool.executeRaw("{}", { resolve: async (k) => k.create(whole.resolve) });
void anyTool.executeRaw("{}", whole);
void anyTool.executeRaw("{}", { ...whole, deps: {} });
// @ts-expect-error: a key makes a value of its own type
void anyTool.executeRaw("{}", { resolve: () => "something else" });
// What makes a value is still given what resolves others, and a tool is still given a promise.
const needy: DependencyKey<number> = { id: "needy", create: async (resolve) => (await resolve(clock)).now() };
same<ReturnType<Resolve>, Promise<unknown>>(true);
void needy;

// Only the runner authorises: no literal is an AuthorisedCall, and there is nothing to construct one with.
const look = { toolCallId: "", tool: ofZod, input: {}, arguments: {}, isAuthorised: true };
// @ts-expect-error: it was not authorised
const forged: AuthorisedCall = look;
declare const runner: ToolRunner;
runner.use((call, next) => {
  same<typeof call, AuthorisedCall>(true);
  return next();
});
runner.use((_, next) => {
  // @ts-expect-error: what was approved cannot be replaced
  return next({ path: "/elsewhere" });
});
// @ts-expect-error: exec takes proposals, not calls that were authorised
runner.exec(forged);

// What is still arriving cannot be executed.
declare const delta: LlmToolCallDelta;
declare const fragment: ArgumentsFragment;
// @ts-expect-error: a fragment is no arguments text
const fromFragment: ToolCall = { name: "tool", arguments: fragment };
// @ts-expect-error: nor is it when it comes in a delta
runner.exec({ name: "tool", arguments: delta.function?.arguments ?? "" });
const complete: ToolCall = { name: "tool", arguments: '{"a":1}' };
const asObject: ToolCall = { name: "tool", arguments: { a: 1 } };

// Calls are there exactly when the model stopped for them, and an error exactly when it failed.
declare const completion: LlmCompletionResult;
if (completion.finishReason === "tool_calls") completion.toolCalls.map((call) => call.function.arguments.length);
if (completion.finishReason === "error") completion.error.message.length;
// @ts-expect-error: a model that stopped by itself asks for nothing
const contradiction: LlmCompletionResult = {
  message: { role: "assistant", content: "" },
  model: "m",
  finishReason: "stop",
  toolCalls: [],
};
// @ts-expect-error: a failure says why
const silent: LlmCompletionResult = { message: { role: "assistant", content: "" }, model: "m", finishReason: "error" };

// What a callback hears later reads as what the call itself gave.
new ToolRegistry().executeWithContext("spawn", {}, "telegram", "42", (_ctx, { forLLM }) =>
  same<typeof forLLM, string>(true),
);

export { asObject, complete, contradiction, forged, fromFragment, silent };
