import { untilAborted } from "../async/abort.ts";
import { cloneJson } from "../json/clone-json.ts";
import { isJsonObject } from "../json/is-json-object.ts";
import type { Json } from "../json/json.ts";
import type { Issue } from "../result/error-info.ts";
import { mendArguments } from "../schema/mend/mend-arguments.ts";
import type { Repair } from "../schema/mend/repair.ts";
import type { Tool, ToolSpec } from "../tool/tool.ts";
import type { Ended } from "./call-states.ts";
import { callInstead } from "./instead.ts";
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
  const { input } = tool.spec;
  const mended = mendArguments(args, input.jsonSchema, issues);
  const again = mended && (await untilAborted(input.check(cloneJson(mended.arguments)), scope.signal));
  if (mended !== undefined && again === undefined) return refuseAborted();
  if (mended === undefined || again?.ok !== true) return refuseUnmended(unfit);
  const { arguments: made, repairs } = mended;
  if (!repairs.every((repair) => mayRun(repair, tool.spec))) return refuseArguments(issues, callAs(mended, scope));
  return { args: made, input: again.value, repairs };
}

async function refuseUnmended({ tool, args, scope, issues }: Unfit): Promise<Ended> {
  const call = isJsonObject(args) ? await callInstead(tool, args, scope) : undefined;
  const names = namesOf(scope);
  const named = issues.map((issue) => namingTool(issue, { tool, names }));
  return refuseArguments(named, call === undefined ? undefined : `Call it as ${call}`);
}

/** A key that the tool does not have, and that is the name of a tool that is offered: two calls were made one. */
function namingTool(issue: Issue, { tool, names }: { readonly tool: Tool; readonly names: readonly string[] }): Issue {
  const key = issue.path.slice(1);
  if (!issue.message.startsWith("unknown key") || key === tool.name || !names.includes(key)) return issue;
  return { ...issue, message: `unknown key; ${key} is a tool of its own: call it by itself` };
}

/**
 * Whether a call that was mended so may run. A tool that changes something has to ask for it: `delete` without the
 * `where` that was null would delete everything.
 */
function mayRun(repair: Repair, { effects, emptyIsAbsent, aliases }: ToolSpec): boolean {
  if (repair.kind === "converted" && repair.as === undefined) return true;
  const isAskedFor = emptyIsAbsent !== undefined || aliases !== undefined;
  const isWrapped = repair.kind === "converted" && (repair.as === "a list" || repair.as === "a text");
  return isAskedFor || (effects.kind === "read" && !isWrapped);
}
