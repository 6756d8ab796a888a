import type { AssembledCall, CallFragment } from "./assembled-call.ts";

/** The calls of a step as far as they have arrived, by what a fragment may name them with. */
export interface KnownCalls {
  readonly byIndex: ReadonlyMap<number, AssembledCall>;
  readonly byId: ReadonlyMap<string, AssembledCall>;
  readonly last: AssembledCall | undefined;
  readonly incomplete: ReadonlySet<AssembledCall>;
  readonly placeholders: ReadonlySet<AssembledCall>;
}

/** Where a fragment goes: into a call, into a new one, nowhere because it says nothing, or nobody can tell. */
export type Location = AssembledCall | "open" | "ignore" | "ambiguous";

/** Finds the call that a fragment belongs to, by the four rules in `docs/models.md`. */
export function locateCall(known: KnownCalls, fragment: CallFragment): Location {
  if (isEmpty(fragment)) return "ignore";
  const atIndex = fragment.index === undefined ? undefined : known.byIndex.get(fragment.index);
  const withId = fragment.id === "" ? undefined : known.byId.get(fragment.id);
  if (atIndex !== undefined) return locateAtIndex(atIndex, withId, fragment);
  if (withId !== undefined) return locateById(withId, fragment);
  if (fragment.id !== "" || fragment.index !== undefined) return "open";
  return fragment.name === "" ? locateUnnamed(known, fragment) : locateByName(known.last, fragment);
}

function isEmpty(fragment: CallFragment): boolean {
  return fragment.id === "" && fragment.name === "" && fragment.arguments === "";
}

function locateAtIndex(atIndex: AssembledCall, withId: AssembledCall | undefined, fragment: CallFragment): Location {
  const isOther = fragment.id !== "" && fragment.id !== atIndex.id && (atIndex.id !== "" || withId !== undefined);
  const call = isOther ? withId : atIndex;
  return call === undefined || call.isExceededBy(fragment) ? "open" : call;
}

function locateById(call: AssembledCall, fragment: CallFragment): Location {
  const isAnother = fragment.index !== undefined && fragment.name !== "";
  return isAnother || call.isExceededBy(fragment) ? "open" : call;
}

function locateByName(last: AssembledCall | undefined, fragment: CallFragment): Location {
  if (last === undefined) return "open";
  if (last.name === "") return last;
  const isSame = last.name === fragment.name;
  const mayGoOn = last.isIncomplete || last.arguments.status === "placeholder";
  return isSame && mayGoOn ? last : "open";
}

function locateUnnamed(known: KnownCalls, fragment: CallFragment): Location {
  const candidates = known.incomplete.size > 0 ? known.incomplete : known.placeholders;
  const [only] = candidates;
  if (only !== undefined && candidates.size === 1) return only;
  const addsNothing = fragment.arguments.trim() === "" || known.last?.arguments.repeats(fragment.arguments) === true;
  return addsNothing ? "ignore" : "ambiguous";
}
