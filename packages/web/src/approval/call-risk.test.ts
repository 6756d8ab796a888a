import { describe, expect, it } from "vitest";
import { callRisk } from "./call-risk.ts";

const facts = { effects: "external", canUndo: true, sandbox: null, isCommand: true } as const;

describe("the risk of a call", () => {
  it.each([
    [{ ...facts, effects: "read" as const }, "reads", /only reads/],
    [{ ...facts, effects: "write" as const }, "changes", /can be undone/],
    [{ ...facts, effects: "write" as const, canUndo: false }, "changes", /cannot be undone/],
    [facts, "outside", /No sandbox holds it/],
    [{ ...facts, sandbox: "bubblewrap: no network" }, "outside", /held by bubblewrap: no network/],
    [{ ...facts, sandbox: undefined }, "outside", /cannot be undone\.$/],
    [{ ...facts, isCommand: false }, "outside", /cannot be undone\.$/],
    [{ ...facts, effects: null }, "unknown", /does not say/],
  ])("of %j is that it %s", (given, level, words) => {
    expect(callRisk(given)).toMatchObject({ level, words: expect.stringMatching(words) });
  });
});
