import type { ThreadMessageLike } from "@assistant-ui/react";
import { describe, expect, it } from "vitest";
import { cutMessages } from "./cut-messages.ts";

const call = (toolCallId: string) =>
  ({ type: "tool-call", toolCallId, toolName: "t", argsText: "{}", result: "r" }) as const;
const beside = (name: string) => ({ type: "data", name, data: {} }) as const;
const content = [
  { type: "text", text: "Asks." },
  call("a"),
  beside("tool-start"),
  beside("tool-running"),
  beside("tool-end"),
  beside("steered"),
  call("b"),
  beside("tool-end"),
  { type: "text", text: "Done." },
] as const;
const custom = { runId: "r2", model: "m", stopReason: "stop" };
const messages: readonly ThreadMessageLike[] = [
  { role: "assistant", id: "r1", content: "One", metadata: { custom: { runId: "r1" } } },
  { role: "user", id: "u", content: "Two" },
  { role: "assistant", id: "r2", content, metadata: { custom } },
  { role: "user", id: "u3", content: "Three" },
];

describe("messages as they were at a step", () => {
  it("hold the parts of it with what belongs to them, and nothing of the end", () => {
    const cut = cutMessages(messages, { runId: "r2", parts: 2 });
    expect(cut.slice(0, 2)).toEqual(messages.slice(0, 2));
    expect(cut).toHaveLength(3);
    expect(cut[2]?.content).toEqual(content.slice(0, 5));
    expect(cut[2]?.metadata?.custom).toEqual({ runId: "r2", model: "m" });
    expect(cutMessages(messages, { runId: "r2", parts: 4 })[2]?.content).toEqual(content.slice(0, 8));
  });

  it("are whole where the run ended, and all where its run is not there", () => {
    expect(cutMessages(messages, { runId: "r2", parts: 5, isEnd: true })).toEqual(messages.slice(0, 3));
    expect(cutMessages(messages, { runId: "r9", parts: 1 })).toBe(messages);
  });

  it("are not cut where the beginning of the run is not loaded: parts are counted from there", () => {
    const rest = [{ role: "assistant", id: "r2", content, metadata: { custom: { ...custom, runSeq: 7 } } }] as const;
    expect(cutMessages(rest, { runId: "r2", parts: 2 })).toBe(rest);
    expect(cutMessages(rest, { runId: "r2", parts: 5, isEnd: true })).toEqual(rest);
  });
});
