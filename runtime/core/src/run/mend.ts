import { untilAborted } from "../async/abort.ts";
import { cloneJson } from "../json/clone-json.ts";
import type { Json } from "../json/json.ts";
import type { Issue } from "../result/error-info.ts";
import { mendArguments } from "../schema/mend/mend-arguments.ts";
import type { Repair } from "../schema/mend/repair.ts";
import type { Tool, ToolSpec } from "../tool/tool.ts";
import type { Ended } from "./call-states.ts";
import { refuseAborted, refuseArguments } from "./refusals.ts";
import { callAs } from "./repairs.ts";
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
 * its tool lets it; else its refusal brings them, ready to copy.
 */
export async function mendOrRefuse({ tool, args, scope, issues }: Unfit): Promise<Mended | Ended> {
  const { input } = tool.spec;
  const mended = scope.options.repair === false ? undefined : mendArguments(args, input.jsonSchema, issues);
  if (mended === undefined) return refuseArguments(issues);
  const again = await untilAborted(input.check(cloneJson(mended.arguments)), scope.signal);
  if (again === undefined) return refuseAborted();
  if (!again.ok) return refuseArguments(issues);
  const { arguments: made, repairs } = mended;
  if (!repairs.every((repair) => mayRun(repair, tool.spec))) return refuseArguments(issues, callAs(mended, scope));
  return { args: made, input: again.value, repairs };
}

/**
 * Whether a call that was mended so may run. A tool that changes something has to ask for it: `delete` without the
 * `where` that was null would delete everything.
 */
function mayRun(repair: Repair, { effects, emptyIsAbsent, aliases }: ToolSpec): boolean {
  if (repair.kind === "converted" && repair.as === undefined) return true;
  if (repair.kind === "converted" && repair.as === "a text") return false;
  const isAskedFor = emptyIsAbsent !== undefined || aliases !== undefined;
  const isList = repair.kind === "converted" && repair.as === "a list";
  return isAskedFor || (effects.kind === "read" && !isList);
}
