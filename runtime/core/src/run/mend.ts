import { untilAborted } from "../async/abort.ts";
import { cloneJson } from "../json/clone-json.ts";
import type { Json } from "../json/json.ts";
import type { Issue } from "../result/error-info.ts";
import type { Repair } from "../schema/mend/repair.ts";
import { repairArguments } from "../schema/mend/repair-arguments.ts";
import type { Tool } from "../tool/tool.ts";
import type { Ended } from "./call-states.ts";
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

/** Mends arguments where it is clear what they mean, and holds them against the schema once more; else refuses them. */
export async function mendArguments({ tool, args, scope, issues }: Unfit): Promise<Mended | Ended> {
  const { input } = tool.spec;
  const mends = scope.options.repair !== false;
  const repaired = mends ? repairArguments(input.jsonSchema, args, issues) : undefined;
  if (repaired === undefined) return refuseArguments(issues);
  const again = await untilAborted(input.check(cloneJson(repaired.arguments)), scope.signal);
  if (again === undefined) return refuseAborted();
  if (!again.ok) return refuseArguments(issues);
  return { args: repaired.arguments, input: again.value, repairs: repaired.repairs };
}
