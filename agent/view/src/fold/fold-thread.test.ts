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

it("tells what comes back from the background once the model hears no more of it, before its run has ended", async () => {
  const events: JournalEvent[] = [];
  const stream = new ActivityStream();
  stream.subscribe("*", (event) => events.push(event));
  const about = { runId: "r" };
  const call = { toolCallId: "a", toolName: "look" };
  await stream.emit("run_start", { input: [{ role: "user", content: "go" }], model: "m" }, about);
  await stream.emit("tool_call_start", { ...call, arguments: {} }, { ...about, id: "a" });
  const begun = { ...result("begun"), async: true };
  await stream.emit("tool_call_end", { ...call, success: true, durationMs: 5, result: begun }, { ...about, id: "a" });
  const late = { ...call, result: result("all done"), deliver: "both" as const };
  await stream.emit("async_result", late, { runId: "another", parentId: "a" });
  const usage = { inputTokens: 1, outputTokens: 1 };
  await stream.emit("done", { stopReason: "aborted", iterations: 1, usage }, about);
  await stream.sync();
  const [, message] = foldThread(events);
  expect(message?.role === "assistant" ? message.parts : []).toMatchObject([
    { toolCallId: "a", result: "begun", late: { result: "all done" } },
  ]);
});

it("tells what happens in an open run of that one, where an earlier run has a call of the same id", async () => {
  const events: JournalEvent[] = [];
  const stream = new ActivityStream();
  stream.subscribe("*", (event) => events.push(event));
  const call = { toolCallId: "a", toolName: "look" };
  const asked = [{ id: "a", type: "function" as const, function: { name: "look", arguments: "{}" } }];
  const usage = { inputTokens: 1, outputTokens: 1 };
  for (const [place, runId] of ["first", "second"].entries()) {
    const about = { runId };
    await stream.emit("run_start", { input: [{ role: "user", content: "go" }], model: "m" }, about);
    const message = { role: "assistant" as const, content: "", tool_calls: asked };
    await stream.emit("assistant_message", { message, finishReason: "tool_calls" }, about);
    // Of the second call only the end is stored.
    if (place === 0) await stream.emit("tool_call_start", { ...call, arguments: {} }, { ...about, id: "a" });
    const end = { ...call, success: true, durationMs: place, result: result(runId) };
    await stream.emit("tool_call_end", end, { ...about, id: "a" });
    await stream.emit("done", { stopReason: "stop", iterations: 1, usage }, about);
  }
  await stream.sync();
  const answers = foldThread(events).filter(({ role }) => role === "assistant");
  expect(answers).toMatchObject([
    { parts: [{ toolCallId: "a", result: "first", durationMs: 0 }] },
    { parts: [{ toolCallId: "a", result: "second", durationMs: 1 }] },
  ]);
});
