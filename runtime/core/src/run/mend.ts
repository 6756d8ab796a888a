import { untilAborted } from "../async/abort.ts";
import { cloneJson } from "../json/clone-json.ts";
import { isJsonObject } from "../json/is-json-object.ts";
import type { Json } from "../json/json.ts";
import type { Issue } from "../result/error-info.ts";
import { mendAsDeclared } from "../schema/mend/mend-as-declared.ts";
import type { Repair } from "../schema/mend/repair.ts";
import type { Tool, ToolSpec } from "../tool/tool.ts";
import type { Ended } from "./call-states.ts";
import { callInstead, callWithin, callWithoutUnknown, isUnknownKey } from "./instead.ts";
import { namesOf } from "./offered-names.ts";
import { callAs } from "./quoted-call.ts";
import { refuseAborted, refuseArguments } from "./refusals.ts";
import type { Scope } from "./scope.ts";

/** Arguments that do not fit. */
export interface Unfit {
  readonly tool: Tool;
  readonly args: Json;
  readonly scope: Scope;
  readonly issues: readonly Issue[];
}

/** What was made of them. */
export interface Mended {
  readonly args: Json;
  readonly input: unknown;
  readonly repairs: readonly Repair[];
}

/**
 * Mends arguments at the places that validation named, and validates them once more. The call goes on with them where
 * its tool lets it; else its refusal brings them, ready to copy, or the call that the tool itself gives in its place.
 */
export async function mendOrRefuse(unfit: Unfit): Promise<Mended | Ended> {
  const { tool, args, scope, issues } = unfit;
  if (scope.options.repair === false) return refuseArguments(issues);
  const mended = mendAsDeclared(args, tool.spec, issues);
  if (mended === undefined) return refuseUnmended(unfit, unfit);
  if (mended.issues.length > 0) return refuseArguments(mended.issues);
  const { arguments: made, repairs } = mended;
  const again = await untilAborted(tool.spec.input.check(cloneJson(made)), scope.signal);
  if (again === undefined) return refuseAborted();
  const isLetThrough = repairs.every((repair) => mayRun(repair, tool.spec));
  if (!again.ok) return refuseUnmended(unfit, isLetThrough ? { args: made, issues: again.issues } : unfit);
  if (!isLetThrough) return refuseArguments(issues, callAs(mended, scope));
  return { args: made, input: again.value, repairs };
}

/** Names the issues that mending would leave, and none that it would end. */
async function refuseUnmended(unfit: Unfit, left: Pick<Unfit, "args" | "issues">): Promise<Ended> {
  const { tool, args, scope } = unfit;
  const names = namesOf(scope);
  const named = left.issues.map((issue) => namingTool(issue, { tool, names }));
  const isOneCall = named.every((issue, index) => issue === left.issues[index]);
  const own = isJsonObject(args)
    ? ((await callInstead(tool, args, scope)) ?? (await callWithin(tool, args, scope)))
    : undefined;
  const call = own ?? (isOneCall && asksToMend(tool.spec) ? await callWithoutUnknown(tool, left, scope) : undefined);
  return refuseArguments(named, call === undefined ? undefined : `Call it as ${call}`);
}

/** A key that the tool does not have, and that is the name of a tool that is offered: two calls were made one. */
function namingTool(issue: Issue, { tool, names }: { readonly tool: Tool; readonly names: readonly string[] }): Issue {
  const key = issue.path.slice(1);
  if (!isUnknownKey(issue) || key === tool.name || !names.includes(key)) return issue;
  return { ...issue, message: `unknown key; ${key} is a tool of its own: call it by itself` };
}

/**
 * Whether a call that was mended so may run. A tool that changes something has to ask for it: `delete` without the
 * `where` that was null would delete everything.
 */
function mayRun(repair: Repair, spec: ToolSpec): boolean {
  if (repair.kind === "converted" && repair.as === undefined) return true;
  const isWrapped = repair.kind === "converted" && (repair.as === "a list" || repair.as === "a text");
  return asksToMend(spec) || (spec.effects.kind === "read" && !isWrapped);
}

function asksToMend({ emptyIsAbsent }: ToolSpec): boolean {
  return emptyIsAbsent !== undefined;
}
