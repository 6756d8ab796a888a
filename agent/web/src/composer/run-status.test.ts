import { describe, expect, it } from "vitest";
import { NO_THREAD, type ThreadState } from "../thread/thread-state.ts";
import type { CallPart, MessagePart } from "../thread/to-message.ts";
import { awaitsModel, runningSince, runStatus } from "./run-status.ts";

function running(content: readonly MessagePart[], change: Partial<ThreadState> = {}): ThreadState {
  return {
    ...NO_THREAD,
    isRunning: true,
    messages: [{ role: "assistant", id: "r", content: [...content] }],
    ...change,
  };
}

function call(toolName: string, change: Partial<CallPart> = {}): CallPart {
  return { type: "tool-call", toolCallId: toolName, toolName, argsText: "{}", timing: { startedAt: 7 }, ...change };
}

describe("runStatus", () => {
  it("is empty when nothing is done", () => {
    expect(runStatus(NO_THREAD)).toBe("");
    expect(runStatus(running([call("bash")], { isRunning: false }))).toBe("");
    expect(runStatus(running([], { connection: "lost" }))).toBe("");
  });

  it("tells of the way to the server before what the agent does", () => {
    expect(runStatus({ ...NO_THREAD, isLoading: true })).toBe("Loading the conversation");
    expect(runStatus(running([], { isSending: true }))).toBe("Sending");
    expect(runStatus(running([call("bash")], { connection: "reconnecting" }))).toMatch(/Connection lost/);
    expect(runStatus(running([call("bash")], { isInterrupted: true }))).toMatch(/was interrupted/);
  });

  it("says that the model is asked again, when and why", () => {
    const retrying = { delayMs: 2_000, reason: "The model's server refused\nthe request." };
    const message = { role: "assistant", id: "r", content: [], metadata: { custom: { retrying } } } as const;
    expect(runStatus(running([], { messages: [message] }))).toMatch(
      /^Retrying in 2 s: The model's server refused.*the request\.$/,
    );
  });

  it("says how far the model has read", () => {
    const shown = (reading: object) => {
      const message = { role: "assistant", id: "r", content: [], metadata: { custom: { reading } } } as const;
      return runStatus(running([], { messages: [message] }));
    };
    expect(shown({ tokens: 1_024, totalTokens: 2_630, leftMs: 88_000 })).toBe(
      "Reading 1,024 of 2,630 tokens, about 90 s",
    );
    expect(shown({ tokens: 0, totalTokens: 2_630 })).toBe("Reading 0 of 2,630 tokens");
    expect(shown({})).toBe("The model is reading");
  });

  it("follows the model", () => {
    expect(runStatus(running([]))).toBe("The model is reading");
    expect(runStatus(running([{ type: "reasoning", text: "hm" }]))).toBe("Thinking");
    expect(runStatus(running([{ type: "text", text: "It" }]))).toBe("Writing");
    expect(runStatus(running([call("write", { argsText: '{"file_path":"a' })]))).toBe("Writing a call: write");
    expect(runStatus(running([call("read", { result: "x" })]))).toBe("The model is reading");
  });

  it("names the calls that run, and before them those that wait for the user", () => {
    expect(runStatus(running([call("bash")]))).toBe("Running bash");
    expect(runStatus(running(["a", "b", "c", "d"].map((name) => call(name))))).toBe(
      "Running 4 calls: a, b, c and 1 more",
    );
    const asking = call("edit", { approval: { id: "1" } });
    expect(runStatus(running([call("bash"), asking]))).toBe("Waiting for your answer: edit");
    expect(runStatus(running([call("edit", { approval: { id: "1", approved: true } })]))).toBe("Running edit");
  });

  it("leaves calls inside calls out, unless they ask", () => {
    const inside = call("read", { parentId: "agent" });
    expect(runStatus(running([call("agent"), inside]))).toBe("Running agent");
    expect(runStatus(running([call("agent"), { ...inside, approval: { id: "1" } }]))).toBe(
      "Waiting for your answer: read",
    );
  });
});

describe("runningSince", () => {
  it("is the oldest start of what runs, and nothing while the user is asked", () => {
    const calls = [
      call("a", { timing: { startedAt: 9 } }),
      call("b"),
      call("c", { result: 1, timing: { startedAt: 1 } }),
    ];
    expect(runningSince(running(calls))).toBe(7);
    expect(runningSince(running([...calls, call("d", { approval: { id: "1" } })]))).toBeUndefined();
    expect(runningSince(running([]))).toBeUndefined();
  });
});

it("awaits the model while no call is under way, none asks, and the model is not asked again", () => {
  expect(awaitsModel(running([]))).toBe(true);
  expect(awaitsModel(running([call("read", { result: "x" }), { type: "text", text: "It" }]))).toBe(true);
  expect(awaitsModel(running([call("write", { argsText: '{"file_path":"a' })]))).toBe(true);
  expect(awaitsModel(running([call("bash", { args: {} })]))).toBe(false);
  expect(awaitsModel(running([], { connection: "reconnecting" }))).toBe(false);
  expect(awaitsModel(running([], { isSending: true }))).toBe(false);
  expect(awaitsModel(NO_THREAD)).toBe(false);
});
