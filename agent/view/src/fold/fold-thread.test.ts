import { ActivityStream, type JournalEvent } from "@toolwright/core";
import { expect, it } from "vitest";
import { foldThread } from "./fold-thread.ts";

const result = (text: string) => ({
  output: { type: "text" as const, text },
  silent: false,
  isError: false,
  async: false,
});

it("tells what a call does in the background after its run, with the calls that it makes", async () => {
  const events: JournalEvent[] = [];
  const stream = new ActivityStream();
  stream.subscribe("*", (event) => events.push(event));
  const about = { runId: "r" };
  const call = (toolCallId: string, parentId?: string) => ({
    start: () =>
      stream.emit(
        "tool_call_start",
        { toolCallId, toolName: "look", arguments: {} },
        { ...about, id: toolCallId, ...(parentId && { parentId }) },
      ),
    end: (more: object = {}, beside: object = {}) =>
      stream.emit(
        "tool_call_end",
        {
          toolCallId,
          toolName: "look",
          success: true,
          durationMs: 5,
          result: { ...result(`${toolCallId} ended`), ...more },
          ...beside,
        },
        { ...about, id: toolCallId, ...(parentId && { parentId }) },
      ),
  });
  const [outer, open, next] = [call("a"), call("a/1", "a"), call("a/2", "a")];
  await stream.emit("run_start", { input: [{ role: "user", content: "go" }], model: "m" }, about);
  await outer.start();
  await outer.end({ async: true });
  await open.start();
  const usage = { inputTokens: 1, outputTokens: 1 };
  await stream.emit("done", { stopReason: "stop", iterations: 1, usage, changed: false }, about);
  await open.end();
  await next.start();
  const reach = { files: "file", network: false, undo: true };
  await next.end({}, { reach });
  const late = { toolCallId: "a", toolName: "look", result: result("all done"), deliver: "both" as const };
  await stream.emit("async_result", late, { runId: "another", parentId: "a" });
  await stream.sync();
  const [, message] = foldThread(events);
  expect(message).toMatchObject({ stopReason: "stop", changed: false });
  expect(message?.role === "assistant" ? message.parts : []).toMatchObject([
    { toolCallId: "a", late: { result: "all done" } },
    { toolCallId: "a/1", parentId: "a", result: "a/1 ended", isError: false },
    { toolCallId: "a/2", parentId: "a", result: "a/2 ended", isError: false, reach },
  ]);
});
