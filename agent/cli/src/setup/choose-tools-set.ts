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
const STAYS_NOTE = "small set of tools, as before in this conversation; --tools-set all for all";

/** Chosen once for a conversation: a set that changes under way confuses a model, and reads all of its prompt anew. */
export function chooseToolsSet({ flag, kept, model }: ToolsSetFacts): ChosenToolsSet {
  if (flag !== undefined) return { set: flag };
  if (kept === "small" && model?.isSmall === false) return { set: kept, note: STAYS_NOTE };
  if (kept !== undefined) return { set: kept };
  return model?.isSmall === true ? { set: "small", note: SMALL_NOTE } : { set: "all" };
}

/**
 * The set that a conversation has had, by what its last run offered, else by what its first ones did: a summary is a
 * run of its own without a step, and a person may have chosen a few tools. Undefined where no step tells. A tool that
 * the folder's small set has tells nothing by its name: a person's own may have any.
 */
export async function toolsSetOf(
  journal: Pick<Required<Journal>, "lastRun" | "read">,
  inSmall: readonly string[],
): Promise<ToolsSet | undefined> {
  return (await firstToldBy(journal.lastRun(), inSmall)) ?? (await firstToldBy(journal.read(), inSmall));
}

async function firstToldBy(
  events: AsyncIterable<JournalEvent>,
  inSmall: readonly string[],
): Promise<ToolsSet | undefined> {
  for await (const { type, data } of events) {
    const set = type === "step_start" && "activeTools" in data ? offeredSet(data.activeTools, inSmall) : undefined;
    if (set !== undefined) return set;
  }
  return undefined;
}

/** The standard tools that only the whole set has, and the ones that both have. */
export const ONLY_IN_ALL: readonly string[] =
  "multi_edit apply_patch done bash_output bash_kill web_fetch get_current_time write_todos read_todos agent".split(
    " ",
  );
export const IN_BOTH: readonly string[] = "read write edit bash ls grep glob".split(" ");

/** Plan mode offers four of both. Fewer may be the choice of a person at the page, which says nothing. */
const TELLING = 4;

function offeredSet(names: readonly string[], inSmall: readonly string[]): ToolsSet | undefined {
  if (ONLY_IN_ALL.some((name) => names.includes(name) && !inSmall.includes(name))) return "all";
  return IN_BOTH.filter((name) => names.includes(name)).length < TELLING ? undefined : "small";
}
