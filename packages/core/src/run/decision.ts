import type { ApprovalDecision } from "../journal/event.ts";
import { isJsonObject } from "../json/is-json-object.ts";
import type { JsonObject } from "../json/json.ts";
import { toJson } from "../json/to-json.ts";
import { shownValue } from "../options/check-options.ts";
import { nearestName } from "../schema/nearest-name.ts";

/**
 * An answer from outside, each field of it read once, so that what is judged, recorded and run is the same. The one place that says
 * what a decision is: for `PendingApprovals`, stores, approvers and servers. `of` begins the sentence. Throws a `TypeError` for every
 * other form.
 */
export function checkDecision(of: string, given: unknown): ApprovalDecision {
  const refuse = (problem: string) => new TypeError(`${of} must be ${FORM}: ${problem}.`);
  if (typeof given !== "object" || given === null || Array.isArray(given)) throw refuse(`got ${shownValue(given)}`);
  const { approvalId, approve, arguments: edited, reason } = knownFields(given, refuse);
  if (typeof approvalId !== "string") throw refuse(`approvalId must be a string, got ${shownValue(approvalId)}`);
  if (typeof approve !== "boolean") throw refuse(`approve must be true or false, got ${shownValue(approve)}`);
  const problem = contradiction({ approve, arguments: edited, reason });
  if (problem !== undefined) throw refuse(problem);
  if (reason !== undefined && typeof reason !== "string")
    throw refuse(`reason must be a string, got ${shownValue(reason)}`);
  if (!approve) return reason === undefined ? { approvalId, approve } : { approvalId, approve, reason };
  return edited === undefined ? { approvalId, approve } : { approvalId, approve, arguments: objectOf(edited, refuse) };
}

const FORM = "{ approvalId, approve: true, arguments? } or { approvalId, approve: false, reason? }";
const FIELDS = ["approvalId", "approve", "arguments", "reason"] as const;

/** What others call a field. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ["approved", "approve"],
  ["allow", "approve"],
  ["decision", "approve"],
  ["args", "arguments"],
  ["input", "arguments"],
  ["editedArguments", "arguments"],
  ["message", "reason"],
  ["id", "approvalId"],
]);

type Refuse = (problem: string) => TypeError;
type Fields = Readonly<Partial<Record<(typeof FIELDS)[number], unknown>>>;

/** A field that is `undefined` counts as left out. Inherited ones count too. */
function knownFields(given: object, refuse: Refuse): Fields {
  const fields: Partial<Record<(typeof FIELDS)[number], unknown>> = {};
  for (const name in given) {
    const value: unknown = Reflect.get(given, name);
    const known = FIELDS.find((field) => field === name);
    if (known !== undefined) fields[known] = value;
    else if (value !== undefined) throw refuse(unknownField(name));
  }
  return fields;
}

function unknownField(name: string): string {
  const right = ELSEWHERE.get(name) ?? nearestName(name, FIELDS);
  const shown = shownValue(name);
  return right === undefined ? `there is no field ${shown}` : `there is no field ${shown}, did you mean ${right}?`;
}

/** What is wrong with fields that exclude each other; undefined when they make sense together. */
export function contradiction({ approve, arguments: edited, reason }: Fields): string | undefined {
  if (approve === false && edited !== undefined) return "a refusal takes no arguments";
  if (approve === true && reason !== undefined) return "an approval takes no reason";
  return undefined;
}

function objectOf(edited: unknown, refuse: Refuse): JsonObject {
  const copied = toJson(edited);
  if (copied.ok && isJsonObject(copied.value)) return copied.value;
  throw refuse(`arguments must be a JSON object, got ${shownValue(edited)}`);
}
