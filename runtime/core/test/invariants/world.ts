import { z } from "zod";
import { type Approver, defineTool, type Policy, type Tool, ToolError } from "../../src/index.ts";
import { wait } from "../support.ts";
import type { Scenario } from "./scenario.ts";

/** A value that may be seen nowhere. */
export const SECRET = "sw0rdfish-in-the-vault";
/** A field outside its tool's allowlist. */
export const INTERNAL = "only-for-the-tool-itself";

const input = z.object({ n: z.union([z.number(), z.string()]).optional() });

/** How often each tool was executed. */
export type Executions = Map<string, number>;

/** One tool for every way a call can end. */
export function toolsOf(executions: Executions): Tool[] {
  const counted = <T>(name: string, value: T): T => {
    executions.set(name, (executions.get(name) ?? 0) + 1);
    return value;
  };
  const plain = { description: "", input };
  return [
    defineTool({ ...plain, name: "look", effects: "read", execute: ({ n }) => counted("look", { seen: n ?? null }) }),
    defineTool({
      ...plain,
      name: "look_secret",
      effects: "read",
      streamsOutput: true,
      execute: (_, ctx) => {
        for (const character of SECRET) ctx.emitOutput(character);
        ctx.logger.info(`found ${SECRET}`);
        return counted("look_secret", `the value is ${SECRET}`);
      },
    }),
    defineTool({ ...plain, name: "change", effects: "write", execute: () => counted("change", "changed \ud800") }),
    defineTool({
      ...plain,
      name: "change_again",
      effects: { kind: "write", idempotent: true },
      execute: async () => counted("change_again", "changed"),
    }),
    defineTool({ ...plain, name: "undeclared", execute: () => counted("undeclared", undefined) }),
    defineTool({
      ...plain,
      name: "throws",
      effects: "read",
      execute: ({ n }) => {
        counted("throws", undefined);
        throw n === 1 ? new ToolError(`no ${SECRET}`) : new Error(`broken ${SECRET}`);
      },
    }),
    defineTool({ ...plain, name: "hangs", timeoutMs: 5, execute: () => counted("hangs", wait(60)) }),
    defineTool({ ...plain, name: "denied", execute: () => counted("denied", "never") }),
    defineTool({
      ...plain,
      name: "asks",
      effects: "write",
      requiresConfirmation: true,
      execute: () => counted("asks", "done"),
    }),
    defineTool({
      ...plain,
      name: "inside",
      effects: { kind: "write", idempotent: true },
      execute: async (_, ctx) => {
        const first = await ctx.call("look", { n: 1 });
        const second = await ctx.call("throws", {});
        return counted("inside", [first.isError, second.isError]);
      },
    }),
    defineTool({
      ...plain,
      name: "leaves",
      effects: { kind: "write", idempotent: true },
      execute: (_, ctx) => {
        void ctx.call("hangs", {});
        return counted(
          "leaves",
          wait(1).then(() => "left"),
        );
      },
    }),
    defineTool({
      ...plain,
      name: "stops",
      effects: { kind: "write", idempotent: true },
      execute: (_, ctx) => {
        ctx.stopRun();
        return counted("stops", "stopped");
      },
    }),
    defineTool({
      ...plain,
      name: "fields",
      allowlist: ["shown"],
      output: z.object({ shown: z.string(), internal: z.string() }),
      execute: () => counted("fields", { shown: "yes", internal: INTERNAL }),
    }),
    defineTool({
      ...plain,
      name: "large",
      effects: "read",
      execute: () => counted("large", `${"\ud83d\ude00".repeat(40_000)}`),
    }),
    defineTool({
      ...plain,
      name: "done",
      input: z.object({}).loose(),
      execute: () =>
        counted("done", {
          output: { type: "text" as const, text: "all done" },
          silent: false,
          isError: false,
          async: false,
          endsRun: true as const,
        }),
    }),
  ];
}

export const policy: Policy = {
  decide: (tool) => (tool.name === "denied" ? { verdict: "deny", reason: `not ${SECRET}` } : { verdict: "allow" }),
};

export function approverOf({ approval }: Scenario): Approver {
  return {
    async approve({ approvalId }) {
      await wait(0);
      if (approval === "forged") return { approvalId: "forged", approve: true };
      if (approval === "no") return { approvalId, approve: false };
      if (approval === "no, because") return { approvalId, approve: false, reason: `too much ${SECRET}` };
      return approval === "edited" ? { approvalId, approve: true, arguments: { n: 7 } } : { approvalId, approve: true };
    },
  };
}
