import type { JsonObject } from "../json/json.ts";
import type { MendedArguments } from "../schema/mend/mend-arguments.ts";
import type { Repair } from "../schema/mend/repair.ts";
import type { Scope } from "./scope.ts";

/** The longest call that a refusal brings, in UTF-16 units. */
const LONGEST_CALL = 1_000;

/**
 * The call as it should be, ready to copy. Where it is long, or holds a secret that would be masked in it, the changes
 * are said instead.
 */
export function callAs({ arguments: args, repairs }: MendedArguments, scope: Pick<Scope, "scrubber">): string {
  const text = callText(args, scope);
  return text === undefined ? `Call it again so: ${changes(repairs)}.` : `Call it as ${text}`;
}

/** Arguments as they may be quoted; undefined where they are long, or hold a secret that would be masked in them. */
export function callText(args: JsonObject, { scrubber }: Pick<Scope, "scrubber">): string | undefined {
  const text = JSON.stringify(args);
  const isWhole = text.length <= LONGEST_CALL && scrubber.text(text) === text;
  return isWhole ? text : undefined;
}

function changes(repairs: readonly Repair[]): string {
  const named = repairs.slice(0, MAX_NAMED).map((repair) => {
    const name = `\`${repair.path.slice(1)}\``;
    return repair.kind === "converted" ? `${name} as ${repair.to}` : `without ${name}`;
  });
  return [...named, ...(repairs.length > MAX_NAMED ? [`${repairs.length - MAX_NAMED} more`] : [])].join(", ");
}

/** The most changes that are named. */
const MAX_NAMED = 20;
