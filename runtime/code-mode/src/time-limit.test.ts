import { askForWrites, defineTool } from "@toolwright/core";
import { composeTools } from "@toolwright/core/prompt";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { asProgram, createCodeMode, type ProgramExecutor, quickJs } from "./index.ts";
import { TimeLimit } from "./program/time-limit.ts";
import { ran } from "./ran.test-data.ts";

const waiting = defineTool({
  name: "wait",
  description: "Waits.",
  input: { type: "object", properties: { ms: { type: "number" } }, required: ["ms"] },
  effects: "read",
  execute: ({ ms }: { ms: number }) => new Promise<string>((resolve) => setTimeout(() => resolve("waited"), ms)),
});

const paying = defineTool({
  name: "pay",
  description: "Pays.",
  input: { type: "object" },
  effects: "external",
  execute: () => "paid",
});

const limited = (timeoutMs: number) => createCodeMode([waiting, paying], { limits: { timeoutMs } }).tool;

// The first machine of a process takes longer than the others.
beforeAll(() => ran("return 1", []));

afterEach(() => void vi.useRealTimers());

it("sets no timer for a program that has ended, when its last question is taken back", () => {
  vi.useFakeTimers();
  const time = new TimeLimit(1_000_000, new AbortController().signal);
  time.stand();
  time.end();
  time.go();
  expect(vi.getTimerCount()).toBe(0);
});

// The others wait for real seconds, side by side.
it.concurrent("ends a program whose time is up, and says which calls it made", async () => {
  const { said, stopReason } = await ran("await tools.wait({ ms: 1 }); await tools.wait({ ms: 60_000 });", [], {
    tools: [limited(2_000)],
  });
  expect(said).toBe(
    "Error executing tool: The program took longer than 2 s. 2 calls were made: wait ok, wait outcome unknown.",
  );
  expect(stopReason).toBe("stop");
});

it.concurrent("is the one of a prompt's tool that takes a program, whose question is not taken back", async () => {
  const approver = {
    approve: async ({ approvalId }: { approvalId: string }) => {
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      return { approvalId, approve: true } as const;
    },
  };
  const tools = [composeTools("run_code", "Pays.", [paying], { as: asProgram(), timeoutMs: 2_000 })];
  const { said } = await ran("return await tools.pay({})", [], { tools, policy: askForWrites, approver });
  expect(said).toBe("paid");
});

it.concurrent("stands still while people are asked, and goes on behind the last of them", async () => {
  const approver = {
    approve: async ({ approvalId, toolCallId }: { approvalId: string; toolCallId: string }) => {
      await new Promise((resolve) => setTimeout(resolve, toolCallId === "p/0" ? 2_500 : 3_000));
      return { approvalId, approve: true } as const;
    },
  };
  const code = "return Promise.all([tools.pay({}), tools.pay({})])";
  const config = { tools: [limited(2_000)], policy: askForWrites, approver };
  const [inTime, late] = await Promise.all([
    ran(code, [], config),
    ran(`await ${code.slice(7)}; await tools.wait({ ms: 60_000 });`, [], config),
  ]);
  expect(inTime.said).toBe('["paid","paid"]');
  expect(late.said).toMatch(/^Error executing tool: The program took longer than 2 s. 3 calls were made: pay ×2 ok/);
});

it.concurrent("does nothing more once its time is up, also when a call ends later", async () => {
  const inner = quickJs();
  let opened = 0;
  const executor: ProgramExecutor = {
    name: "counted",
    open: (program) => {
      opened += 1;
      return inner.open(program);
    },
  };
  let paid = 0;
  const pay = defineTool({
    name: "pay",
    description: "Pays.",
    input: { type: "object" },
    effects: "external",
    execute: () => String((paid += 1)),
  });
  const { tool } = createCodeMode([waiting, pay], { executor, limits: { timeoutMs: 2_000 } });
  const { said } = await ran("await attempt(tools.wait({ ms: 2_500 })); await tools.pay({});", [], { tools: [tool] });
  expect(said).toMatch(/^Error executing tool: The program took longer than 2 s\. 1 call was made: /);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect([opened, paid]).toEqual([1, 0]);
});
