import { describe, expect, it } from "vitest";
import { callRisk } from "./call-risk.ts";

const facts = { effects: "external", canUndo: true, held: undefined } as const;
const held = { mode: "workspace-write", network: false, gitWrites: false } as const;

describe("the risk of a call", () => {
  it.each([
    [{ ...facts, effects: "read" as const }, "reads", /only reads/],
    [{ ...facts, effects: "write" as const }, "changes", /can be undone/],
    [{ ...facts, effects: "write" as const, canUndo: false }, "changes", /cannot be undone/],
    [{ ...facts, effects: "write" as const, held }, "changes", /can be undone/],
    [facts, "outside", /beyond files, which cannot be undone\.$/],
    [{ ...facts, held: null }, "outside", /beyond files.*No sandbox holds it/],
    [
      { ...facts, held },
      "changes",
      /in the sandbox: it may change files of this folder, nothing else, and has no network\.$/,
    ],
    [{ ...facts, held: { ...held, gitWrites: true } }, "changes", /this folder and the repository, nothing else/],
    [{ ...facts, held: { ...held, mode: "read-only" as const } }, "reads", /changes no files, and has no network/],
    [
      { ...facts, held: { ...held, mode: "read-only" as const, gitWrites: true } },
      "changes",
      /the repository, nothing else/,
    ],
    [{ ...facts, held: { ...held, network: true } }, "outside", /beyond files.*not the network/],
    [
      { ...facts, held: { ...held, mode: "read-only" as const, network: true } },
      "outside",
      /beyond files.*not the network/,
    ],
    [{ ...facts, effects: null }, "unknown", /does not say/],
    [{ ...facts, effects: null, held }, "unknown", /does not say/],
  ])("of %j is that it %s", (given, level, words) => {
    expect(callRisk(given)).toMatchObject({ level, words: expect.stringMatching(words) });
  });
});
