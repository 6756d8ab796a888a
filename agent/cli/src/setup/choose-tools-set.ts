import type { JournalEvent } from "@toolwright/core";
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

/** The set that a conversation has had, by what its last run offered; undefined where no step tells. */
export async function toolsSetOf(
  lastRun: AsyncIterable<JournalEvent> | Iterable<JournalEvent>,
): Promise<ToolsSet | undefined> {
  for await (const { type, data } of lastRun)
    if (type === "step_start" && "activeTools" in data) return offeredSet(data.activeTools);
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
