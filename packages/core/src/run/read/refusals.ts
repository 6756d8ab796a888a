import type { Issue } from "../../result/error-info.ts";
import { nearestName } from "../../schema/nearest-name.ts";
import { refuse, type Settlement } from "../settlement.ts";

/** The most names that a refusal lists. */
const MAX_LISTED = 20;

/** The refusal of a name that is not registered, or not active in this step. */
export function refuseName(name: string, names: readonly string[], isRegistered: boolean): Settlement {
  const shown = JSON.stringify(name.slice(0, 64).toWellFormed());
  const suggestion = listed(names);
  if (isRegistered) {
    return refuse({ code: "inactive_tool", message: `The tool ${shown} is not available in this step.`, suggestion });
  }
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? "" : ` Did you mean ${JSON.stringify(nearest)}?`;
  return refuse({ code: "unknown_tool", message: `There is no tool ${shown}.${hint}`, suggestion });
}

/** The refusal of arguments that do not fit the schema. */
export function refuseArguments(issues: readonly Issue[]): Settlement {
  const lines = issues.map(({ path, message }) => `${path === "" ? "arguments" : path}: ${message}`);
  return refuse({ code: "invalid_arguments", message: lines.join("; ").replace(/[^.?!…]$/, "$&."), issues });
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return "No tools are available.";
  const more = names.length > MAX_LISTED ? `, and ${names.length - MAX_LISTED} more` : "";
  return `Available tools: ${names.slice(0, MAX_LISTED).join(", ")}${more}.`;
}

export { repairArguments } from "../../schema/repair-arguments.ts";
