import { setTimeout as sleep } from "node:timers/promises";
import { asyncResult, defineTool, errorResult, type JsonObject, type Tool, type ToolContext } from "@toolwright/core";
import { mcpCaller } from "../../src/server.ts";
import { form } from "./asking-tools.ts";

type Work = (input: JsonObject, ctx: ToolContext, signal: AbortSignal) => Promise<unknown>;

/** A tool whose work goes on after its call. */
function inBackground(name: string, description: string, work: Work, output?: JsonObject): Tool {
  return defineTool({
    name,
    description,
    input: {
      type: "object",
      properties: { seconds: { type: "number" }, label: { type: "string" }, filename: { type: "string" } },
    },
    ...(output !== undefined && { output }),
    effects: "external",
    execute: (input: JsonObject, ctx: ToolContext) => {
      ctx.background(async (signal) => (await work(input, ctx, signal)) as string);
      return asyncResult(`${name} has begun.`);
    },
  });
}

const CONFIRM = { confirm: { type: "boolean" } };

/** The tools of the suite that become tasks. */
export const taskTools: readonly Tool[] = [
  inBackground("slow_compute", "Computes for some seconds.", async ({ seconds, label }, _, signal) => {
    await sleep(Number(seconds ?? 0) * 1_000, undefined, { signal });
    return `${label ?? "It"} is computed.`;
  }),
  inBackground("failing_job", "Fails after a second.", async (_, __, signal) => {
    await sleep(1_000, undefined, { signal });
    return errorResult("The job failed.");
  }),
  inBackground("protocol_error_job", "Breaks its own word.", async () => ({ n: "no number" }), {
    type: "object",
    properties: { n: { type: "number" } },
    required: ["n"],
  }),
  inBackground("confirm_delete", "Asks before it deletes.", async ({ filename }, ctx) => {
    const caller = await ctx.resolve(mcpCaller);
    const { content } = await caller.elicit("confirm", form(`Delete ${filename}?`, CONFIRM));
    return content?.confirm === true ? `${filename} would be deleted.` : `${filename} stays.`;
  }),
  inBackground("multi_input", "Asks two things at once.", async (_, ctx) => {
    const caller = await ctx.resolve(mcpCaller);
    const answers = await Promise.all([
      caller.elicit("first", form("The first?", CONFIRM)),
      caller.elicit("second", form("The second?", CONFIRM)),
    ]);
    return JSON.stringify(answers);
  }),
  defineTool({
    name: "test_tool_with_task",
    description: "Asks for a name, then goes on with it.",
    input: { type: "object" },
    effects: "external",
    execute: async (_, ctx) => {
      const caller = await ctx.resolve(mcpCaller);
      const { content } = await caller.elicit("user_name", form("What is your name?", { name: { type: "string" } }));
      ctx.background(async () => `Done for ${content?.name}.`);
      return asyncResult("It has begun.");
    },
  }),
];
