import { ActivityStream, MemoryJournal } from "@toolwright/core";
import { folderTools } from "@toolwright/workspace";
import { describe, expect, it } from "vitest";
import { chooseToolsSet, IN_BOTH, ONLY_IN_ALL, toolsSetOf } from "./choose-tools-set.ts";

const small = { isSmall: true };

describe("the set of tools", () => {
  it("is what the flag says, then what the conversation had, then what fits the model", () => {
    const set = (flag?: "all" | "small", kept?: "all" | "small", model = small) =>
      chooseToolsSet({ flag, kept, model }).set;
    expect([set("all", "small"), set("small", "all"), set(undefined, "all"), set()]).toEqual([
      "all",
      "small",
      "all",
      "small",
    ]);
    expect(set(undefined, undefined, { isSmall: false })).toBe("all");
    expect(chooseToolsSet({ flag: undefined, kept: undefined, model: undefined })).toEqual({ set: "all" });
  });

  it("is told where nobody has asked for it", () => {
    const note = (flag?: "small", kept?: "small") => chooseToolsSet({ flag, kept, model: small }).note;
    expect(note()).toBe("small set of tools, for a small model; --tools-set all for all");
    expect([note("small"), note(undefined, "small")]).toEqual([undefined, undefined]);
    const big = { isSmall: false };
    expect(chooseToolsSet({ flag: undefined, kept: "small", model: big })).toEqual({
      set: "small",
      note: "small set of tools, as before in this conversation; --tools-set all for all",
    });
  });

  it.each(["all", "small"] as const)("of an earlier run is known by what it offered: %s", async (set) => {
    expect(await toolsSetOf(await journalOf([...namesOf(set), "of_mine"]), namesOf("small"))).toBe(set);
  });

  it("is known although the last run was a summary, or offered a few tools that a person chose", async () => {
    expect(await toolsSetOf(await journalOf(namesOf("small"), undefined), namesOf("small"))).toBe("small");
    expect(await toolsSetOf(await journalOf(namesOf("all"), ["read", "ls"]), namesOf("small"))).toBe("all");
  });

  it("is the last one where it was another before", async () => {
    expect(await toolsSetOf(await journalOf(namesOf("small"), namesOf("all")), namesOf("small"))).toBe("all");
  });

  it.each(["all", "small"] as const)("is known where a policy denies a tool, and in plan mode: %s", async (set) => {
    for (const denied of [["bash"], ["write", "edit", "multi_edit", "apply_patch"]]) {
      const offered = namesOf(set).filter((name) => !denied.includes(name));
      expect(await toolsSetOf(await journalOf(offered), namesOf("small"))).toBe(set);
    }
  });

  it("is not told by a tool of one's own that has the name of a standard one", async () => {
    const own = [...namesOf("small"), "multi_edit"];
    expect(await toolsSetOf(await journalOf(own), own)).toBe("small");
  });

  it("knows all names of the standard tools", () => {
    expect(namesOf("small").toSorted()).toEqual(IN_BOTH.toSorted());
    expect(namesOf("all").toSorted()).toEqual([...IN_BOTH, ...ONLY_IN_ALL].toSorted());
  });

  it("is not known where no run had a step, or all had a few tools that a person chose", async () => {
    expect(await toolsSetOf(await journalOf(), namesOf("small"))).toBeUndefined();
    expect(await toolsSetOf(await journalOf(undefined, ["read", "ls"]), namesOf("small"))).toBeUndefined();
  });
});

function namesOf(toolsSet: "all" | "small"): readonly string[] {
  return folderTools({ toolsSet }).map(({ name }) => name);
}

/** One run after the other, each with the tools of its step; undefined: it had none. */
async function journalOf(
  ...runs: readonly (readonly string[] | undefined)[]
): Promise<Parameters<typeof toolsSetOf>[0]> {
  const journal = new MemoryJournal();
  const activity = new ActivityStream(journal);
  let beforeLast = 0;
  for (const [place, activeTools] of runs.entries()) {
    const run = { runId: `r${place}` };
    beforeLast = journal.lastSeq();
    await activity.emit("run_start", { input: [], model: "m" }, run);
    if (activeTools !== undefined) await activity.emit("step_start", { step: 1, activeTools }, run);
  }
  return { read: () => journal.read(), lastRun: () => journal.read(beforeLast) };
}
