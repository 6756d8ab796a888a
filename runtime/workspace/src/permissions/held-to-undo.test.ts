import { describe, expect, it, vi } from "vitest";
import { permissions } from "../../test/permissions.ts";
import type { ForeseeChanges } from "./held-to-undo.ts";

const LOST: ForeseeChanges = async () => ({ all: false, lost: "the folder has more than 10,000 files" });
const KEPT: ForeseeChanges = async () => ({ all: true });
const TRACKED = {
  realPath: (path: string) => path,
  existing: () => [],
  tracked: () => new Set(["a"]),
};

function held(foreseeChanges: ForeseeChanges, rules: object = {}) {
  return permissions(rules, { sandboxed: true, keepsChanges: true, realPaths: TRACKED, foreseeChanges });
}

const TAKING = ["rm a", "mv a b", "cp b a", "echo x > a", "sed -i s/a/b/ a", "npm test > a"];

describe("a line that takes something from the folder", () => {
  it.each(TAKING)("is asked about in the sandbox, and why, where undo would not bring it back: %s", async (command) => {
    expect((await held(KEPT).decide("bash", { command })).verdict).toBe("allow");
    const { verdict, reason, remember } = await held(LOST).decide("bash", { command });
    expect(verdict).toBe("ask");
    expect(reason).toContain("Undo would not bring back what is there now: the folder has more than 10,000 files.");
    expect(remember).toEqual((await permissions().decide("bash", { command })).remember);
  });

  it("is promised to be undone as far as undo goes", async () => {
    const undo = async (foresee: ForeseeChanges, args = {}) =>
      (await held(foresee).assess("bash", { command: "rm a", ...args })).verdict.reach.undo;
    expect(await undo(KEPT)).toBe(true);
    expect(await undo(LOST)).toBe(false);
    expect(await undo(async () => ({ all: false }))).toBe(false);
    expect(await undo(() => Promise.reject(new Error("no")))).toBe(false);
  });

  it("is told by its files, and whether it is to run in the background", async () => {
    const foresee = vi.fn(KEPT);
    await held(foresee).assess("bash", { command: "mv a b", background: true });
    expect(foresee).toHaveBeenCalledWith({
      line: "mv a b",
      writes: ["/work/repo/b", "/work/repo/b/a"],
      deletes: ["/work/repo/a"],
      background: true,
    });
  });

  it("runs by a rule, and where edits are accepted", async () => {
    expect((await held(LOST, { allow: ["Bash(rm a)"] }).decide("bash", { command: "rm a" })).verdict).toBe("allow");
    const accepting = permissions({}, { mode: "accept-edits", sandboxed: true, foreseeChanges: LOST });
    expect((await accepting.decide("bash", { command: "cp b a" })).verdict).toBe("allow");
    expect((await accepting.decide("bash", { command: "rm a" })).verdict).toBe("ask");
  });

  it("is looked up for no other line", async () => {
    const foresee = vi.fn(KEPT);
    for (const command of ["git status", "npm test", "cat a", "rm -rf /", "node -e 1"])
      await held(foresee).assess("bash", { command });
    await held(foresee).assess("write", { file_path: "a", content: "" });
    expect(foresee).not.toHaveBeenCalled();
  });
});
