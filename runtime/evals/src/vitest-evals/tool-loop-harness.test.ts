import type { Message } from "@toolwright/core";
import { scripted } from "@toolwright/core/testing";
import { expect, it } from "vitest";
import { toolLoopHarness } from "./tool-loop-harness.ts";

it("writes a history as vitest-evals keeps it, files by their type", async () => {
  const call = { id: "1", type: "function" as const, function: { name: "look", arguments: '{"at":"a"}' } };
  const history: Message[] = [
    { role: "system", content: "Be kind." },
    {
      role: "user",
      content: [
        { type: "text", text: "See " },
        { type: "image", mediaType: "image/png", data: "" },
      ],
    },
    {
      role: "assistant",
      content: "",
      tool_calls: [call, { ...call, id: "2", function: { name: "odd", arguments: "[" } }],
    },
    { role: "tool", tool_call_id: "1", content: "seen" },
    { role: "tool", tool_call_id: "2", content: "no JSON", is_error: true },
    { role: "user", content: "And?" },
  ];
  const harness = toolLoopHarness<readonly Message[]>({
    name: "it",
    config: () => ({ model: scripted([{ text: "Nice." }]) }),
  });
  const { output, session } = await harness.run(history);
  expect(output).toBe("Nice.");
  expect(session.events).toEqual([
    { type: "message", role: "system", content: "Be kind." },
    { type: "message", role: "user", content: "See [image]" },
    { type: "tool_call", id: "1", name: "look", arguments: { at: "a" } },
    { type: "tool_call", id: "2", name: "odd", arguments: {} },
    { type: "tool_result", toolCallId: "1", content: "seen" },
    { type: "tool_result", toolCallId: "2", content: "no JSON", error: { message: "no JSON" } },
    { type: "message", role: "user", content: "And?" },
    { type: "message", role: "assistant", content: "Nice." },
  ]);
});

it("stops with the test that runs it", async () => {
  const harness = toolLoopHarness({ name: "it", config: { model: scripted([{ text: "Nice." }]) } });
  const { errors, usage } = await harness.run("Hello", { signal: AbortSignal.abort() });
  expect([errors, usage.metadata.stopReason]).toEqual([[], "aborted"]);
});
