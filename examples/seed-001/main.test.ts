import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { ActivityStream } from "@toolwright/core/class-tools";
import { afterEach, expect, it, vi } from "vitest";
import { MyTool } from "./document/MyTool.ts";
import { toolManager } from "./document/registering.ts";
import { subscribing } from "./document/subscribing.ts";

const page = readFileSync(new URL("README.md", import.meta.url), "utf8");

afterEach(() => vi.restoreAllMocks());

it("prints what its page says", () => {
  const runner = new URL("../run.mjs", import.meta.url).pathname;
  const { stdout, stderr, status } = spawnSync(process.execPath, [runner, "001"], { encoding: "utf8" });
  // A line for each call that was refused or failed, and no stack.
  const others = stderr.split("\n").filter((line) => !/^(Tool call .*)?$/.test(line));
  expect({ others, status }).toEqual({ others: [], status: 0 });
  expect(stdout.trim()).toBe(page.match(/```text\n([\s\S]*?)\n```/)?.[1]);
});

it("the document's subscriptions work as they stand: one is taken back, one hears everything", async () => {
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line) => void lines.push(String(line)));
  const activityStream = new ActivityStream();
  subscribing(activityStream);
  await new MyTool(activityStream).execute({ param1: "x" });
  expect(lines).toEqual(["Event: tool_call_start", "Event: tool_call_end"]);
});

it("the document's registration works as it stands", async () => {
  expect(toolManager.getFunctionDefinitions().map((one) => one.function.name)).toEqual(["bash", "read", "my_tool"]);
  expect(await toolManager.executeTool("my_tool", { param1: "x" })).toMatchObject({ success: true, result: "success" });
});

it("the document's sample tool is a tool like any other", () => {
  const { definition } = new MyTool(new ActivityStream()).asTool();
  expect(definition).toMatchObject({ name: "my_tool", parameters: { required: ["param1"] } });
});
