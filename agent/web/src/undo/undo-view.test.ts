import type { ChangedTurn } from "@toolwright/view/internal";
import { describe, expect, it } from "vitest";
import { changedText, fileLines, outcomeOf } from "./undo-view.ts";

const turn: ChangedTurn = {
  runId: "r",
  isUndone: false,
  files: [
    { path: "a.ts", change: "modified" },
    { path: "c.ts", change: "moved", from: "b.ts" },
  ],
};

describe("changedText", () => {
  it("counts files, also those that are not listed", () => {
    expect(changedText(turn)).toBe("Changed 2 files");
    expect(changedText({ ...turn, files: turn.files.slice(1) })).toBe("Changed 1 file");
    expect(changedText({ ...turn, more: 300, isUndone: true })).toBe("Changed 302 files, undone");
  });
});

describe("fileLines", () => {
  it("says what happened to each file", () => {
    expect(fileLines({ ...turn, more: 3 })).toEqual(["modified a.ts", "moved b.ts to c.ts", "and 3 more"]);
  });
});

describe("outcomeOf", () => {
  it("is the lines of what was done", () => {
    const done = { lines: ["restored a.ts"], done: true, conflicts: [] };
    expect(outcomeOf("undo", done)).toEqual({
      kind: "undo",
      lines: done.lines,
      force: undefined,
      isProblem: false,
      goesBack: false,
    });
  });

  it("of going back is a problem where there is no thread to go on in", () => {
    const part = { lines: ["Undid 2.", "a.ts was changed."], done: true, conflicts: ["a.ts"] };
    expect(outcomeOf("undo", part, true)).toMatchObject({ isProblem: true, force: "Undo anyway", goesBack: true });
    const full = { lines: ["Undid 2."], done: true, conflicts: [], notForked: "There is no room." };
    expect(outcomeOf("undo", full, true)).toMatchObject({ isProblem: true, force: undefined });
    expect(outcomeOf("undo", full, true).lines).toEqual(["Undid 2.", "There is no room."]);
    const fork = { id: "f", title: "", createdAt: 0, updatedAt: 0, status: "idle", seq: 0 } as const;
    const nothing = { lines: [], done: false, conflicts: [], fork };
    expect(outcomeOf("undo", nothing, true)).toMatchObject({ isProblem: false });
  });

  it("offers to go on only where something stands against it, and names that", () => {
    const held = outcomeOf("redo", { lines: ["Nothing was touched."], done: false, conflicts: ["a.ts"] });
    expect(held.force).toBe("Redo anyway");
    expect(held.lines).toEqual([
      "Nothing was touched.",
      "Changed since then: a.ts",
      "Redo anyway overwrites what was changed since.",
    ]);
    expect(outcomeOf("undo", { lines: ["a.ts was changed."], done: false, conflicts: ["a.ts"] }).lines).toHaveLength(2);
    expect(outcomeOf("undo", { lines: ["Cannot."], done: false, conflicts: [] })).toMatchObject({
      force: undefined,
      isProblem: true,
    });
  });
});
