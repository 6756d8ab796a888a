import type { Journal, JournalEvent } from "@toolwright/core";
import type { ToolsSet } from "@toolwright/workspace";

/** What speaks for one set or the other, the first that is known first. */
export interface ToolsSetFacts {
  /** What `--tools-set` says. */
  readonly flag: ToolsSet | undefined;
  /** What the conversation has had so far. */
  readonly kept: ToolsSet | undefined;
  readonly model: { readonly isSmall: boolean } | undefined;
}

/** The standard tools of a conversation. */
export interface ChosenToolsSet {
  readonly set: ToolsSet;
  /** What a person is told of it; undefined where nothing was chosen for them. */
  readonly note?: string;
}

const SMALL_NOTE = "small set of tools, for a small model; --tools-set all for all";

/** Chosen once for a conversation: a set that changes under way confuses a model, and reads all of its prompt anew. */
export function chooseToolsSet({ flag, kept, model }: ToolsSetFacts): ChosenToolsSet {
  const known = flag ?? kept;
  if (known !== undefined) return { set: known };
  return model?.isSmall === true ? { set: "small", note: SMALL_NOTE } : { set: "all" };
}

/**
 * The set that a conversation has had, by what its last run offered, else by what its first ones did: a summary is a
 * run of its own without a step, and a person may have chosen a few tools. Undefined where no step tells.
 */
export async function toolsSetOf(journal: Pick<Required<Journal>, "lastRun" | "read">): Promise<ToolsSet | undefined> {
  return (await firstToldBy(journal.lastRun())) ?? (await firstToldBy(journal.read()));
}

async function firstToldBy(events: AsyncIterable<JournalEvent>): Promise<ToolsSet | undefined> {
  for await (const { type, data } of events) {
    const set = type === "step_start" && "activeTools" in data ? offeredSet(data.activeTools) : undefined;
    if (set !== undefined) return set;
  }
  return undefined;
}

/** A standard tool that only the whole set has, and the ones that both have. */
const ONLY_IN_ALL = ["multi_edit", "apply_patch", "done"];
const IN_BOTH = ["read", "write", "edit", "bash"];

function offeredSet(names: readonly string[]): ToolsSet | undefined {
  if (ONLY_IN_ALL.some((name) => names.includes(name))) return "all";
  // A person at the page may have chosen a few tools, which say nothing.
  return IN_BOTH.every((name) => names.includes(name)) ? "small" : undefined;
}
