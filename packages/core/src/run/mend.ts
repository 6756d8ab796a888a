import { untilAborted } from "../async/abort.ts";
import { cloneJson } from "../json/clone-json.ts";
import type { Json } from "../json/json.ts";
import type { Issue } from "../result/error-info.ts";
import { repairArguments } from "../schema/repair-arguments.ts";
import type { Tool } from "../tool/tool.ts";
import type { Ended, ReadCall } from "./call-states.ts";
import { accept } from "./read.ts";
import { refuseArguments } from "./refusals.ts";
import type { Scope } from "./scope.ts";

/** Arguments that do not fit. */
export interface Unfit {
  readonly tool: Tool;
  readonly args: Json;
  readonly scope: Scope;
  readonly issues: readonly Issue[];
}

/** Mends arguments where it is clear what they mean, and holds them against the schema once more; else refuses them. */
export async function mendArguments({ tool, args, scope, issues }: Unfit): Promise<ReadCall | Ended> {
  const { input } = tool.spec;
  const mends = scope.options.repair !== false;
  const repaired = mends ? repairArguments(input.jsonSchema, args, issues) : undefined;
  if (repaired === undefined) return refuseArguments(issues);
  const again = await untilAborted(input.check(cloneJson(repaired.arguments)), scope.signal);
  if (!again?.ok) return refuseArguments(issues);
  return accept({ tool, args: repaired.arguments, input: again.value, scope, repairs: repaired.repairs });
}
