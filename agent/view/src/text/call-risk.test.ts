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

  it.each([
    [{ files: "none", network: false }, "○"],
    [{ files: "file", network: false }, "◔"],
    [{ files: "folder", network: false }, "◑"],
    [{ files: "machine", network: false }, "◕"],
    [{ files: "none", network: true }, "●"],
  ] as const)("has for a reach of %j the ring %s", (reach, ring) => {
    expect(callRisk({ ...facts, reach: { ...reach, undo: false } }).ring).toBe(ring);
  });

  it("has the fullest ring where nobody knows how far it gets", () => {
    expect(callRisk({ ...facts, effects: null }).ring).toBe("●");
    expect(callRisk({ ...facts, effects: "write" }).ring).toBe("◑");
  });

  const here = { files: "folder", network: false, undo: false } as const;
  const far = { files: "machine", network: true, undo: false } as const;
  const readOnly = { ...held, mode: "read-only" as const };
  it.each([
    [
      { files: "file", network: false, undo: true } as const,
      null,
      "It reaches the files that it names, and can be undone.",
    ],
    [here, undefined, "It reaches this folder, and cannot be undone."],
    [here, held, "It reaches this folder, and cannot be undone. It runs in the sandbox, without a network."],
    [far, null, "It reaches this machine and the network, and cannot be undone. No sandbox holds it."],
    [
      far,
      { ...held, network: true },
      /and cannot be undone\. The sandbox holds what it writes, but not the network\.$/,
    ],
    [here, readOnly, "It runs in the sandbox: it may read, changes no files, and has no network."],
    [far, { ...readOnly, network: true }, /^It reaches this machine and the network, .* but not the network\.$/],
  ])("goes by how far this call gets where the judge said so (%j, held by %j)", (reach, by, words) => {
    const said = callRisk({ ...facts, held: by, reach });
    expect(said.words).toMatch(
      typeof words === "string" ? new RegExp(`^${words.replaceAll(".", String.raw`\.`)}$`) : words,
    );
    expect(said.isUndoable).toBe(reach.undo || by === readOnly);
    // What the tool says of all its calls is less than what is known of this one.
    const told = callRisk({ effects: "write", canUndo: true, held: undefined, reach });
    expect(told).toMatchObject({ level: reach === far ? "outside" : "changes", isUndoable: reach.undo });
  });
});
