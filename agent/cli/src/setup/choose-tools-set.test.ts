import { ActivityStream, type JournalEvent, MemoryJournal } from "@toolwright/core";
import { folderTools } from "@toolwright/workspace";
import { describe, expect, it } from "vitest";
import { chooseToolsSet, toolsSetOf } from "./choose-tools-set.ts";

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
  });

  it.each(["all", "small"] as const)("of an earlier run is known by what it offered: %s", async (set) => {
    const names = folderTools({ toolsSet: set }).map(({ name }) => name);
    expect(await toolsSetOf(await offering([...names, "of_mine"]))).toBe(set);
  });

  it("is not known of a run without a step, nor of a few tools that a person chose", async () => {
    expect(await toolsSetOf([])).toBeUndefined();
    expect(await toolsSetOf(await offering(["read", "ls"]))).toBeUndefined();
  });
});

async function offering(activeTools: readonly string[]): Promise<readonly JournalEvent[]> {
  const journal = new MemoryJournal();
  const activity = new ActivityStream(journal);
  await activity.emit("run_start", { input: [], model: "m" }, { runId: "r" });
  await activity.emit("step_start", { step: 1, activeTools }, { runId: "r" });
  const events: JournalEvent[] = [];
  for await (const event of journal.read()) events.push(event);
  return events;
}
