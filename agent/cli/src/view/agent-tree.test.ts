import type { JournalEvent } from "@toolwright/core";
import { ActivityStream } from "@toolwright/core";
import { expect, it } from "vitest";
import { AgentTree } from "./agent-tree.ts";

async function played(play: (stream: ActivityStream) => Promise<void>): Promise<AgentTree> {
  const tree = new AgentTree();
  const activity = new ActivityStream();
  activity.subscribe("*", (event: JournalEvent) => tree.add(event));
  await play(activity);
  await activity.sync();
  return tree;
}

const about = { runId: "r" };

const start = (stream: ActivityStream, id: string, toolName: string, args: object, parentId?: string) =>
  stream.emit(
    "tool_call_start",
    { toolCallId: id, toolName, arguments: { ...args } },
    { ...about, id, ...(parentId && { parentId }) },
  );

const end = (stream: ActivityStream, id: string, toolName: string) => {
  const output = { type: "text" as const, text: "" };
  const result = { output, silent: false, isError: false, async: false };
  return stream.emit("tool_call_end", { toolCallId: id, toolName, success: true, durationMs: 1, result }, about);
};

const shown = ({ branches }: AgentTree) =>
  branches.map(({ label, depth, doing, calls }) => `${" ".repeat(depth)}${label} · ${doing} · ${calls}`);

it("has a line for each agent, with its newest call, those of an agent below it", async () => {
  const tree = await played(async (stream) => {
    await start(stream, "a", "agent", { description: "look at a" });
    await start(stream, "b", "agent", { description: "look at b" });
    await start(stream, "c", "read", { file_paths: ["x.ts"] });
    await start(stream, "a/1", "ls", { path: "d" }, "a");
    await end(stream, "a/1", "ls");
    await start(stream, "a/2", "agent", { description: "look deeper" }, "a");
    await start(stream, "a/2/1", "grep", { pattern: "x" }, "a/2");
    await start(stream, "b/1", "bash", { command: "make" }, "b");
  });
  expect(shown(tree)).toEqual([
    "look at a · agent look deeper · 2",
    " look deeper · grep x · 1",
    "look at b · bash make · 1",
  ]);
});

it("forgets an agent that is done", async () => {
  const tree = await played(async (stream) => {
    await start(stream, "a", "agent", { description: "look" });
    await start(stream, "a/1", "ls", { path: "d" }, "a");
    await end(stream, "a", "agent");
  });
  expect(shown(tree)).toEqual([]);
});

it("is empty where no call makes calls", async () => {
  const tree = await played(async (stream) => {
    await start(stream, "a", "bash", { command: "ls" });
  });
  expect(shown(tree)).toEqual([]);
});
