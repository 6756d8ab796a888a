import type { ApprovalDecision, ApprovalRequest, MoreCalls } from "../journal/event.ts";
import { isJsonObject } from "../json/is-json-object.ts";
import type { JsonObject } from "../json/json.ts";
import { present } from "../json/present.ts";
import { toJson } from "../json/to-json.ts";
import { shownValue } from "../options/check-options.ts";
import { nearestName } from "../text/nearest-name.ts";

/**
 * An answer from outside to one question, each field of it read once, so that what is judged, recorded and run is the
 * same. The one place that says what a decision is: for `PendingApprovals`, stores, approvers and servers. `of` begins
 * the sentence. Throws a `TypeError` for every other form.
 */
export function checkDecision(of: string, given: unknown): ApprovalDecision {
  const { decision, also } = checkDecisions(of, given);
  if (also.length === 0) return decision;
  throw new TypeError(`${of} must be ${FORM}: also counts at approvals.claim of a store and at ${ROUTE}.`);
}

/** An answer, with the questions that it approves besides its own. Throws as {@link checkDecision} does. */
export function checkDecisions(of: string, given: unknown): GivenDecisions {
  const refuse = (problem: string) => new TypeError(`${of} must be ${FORM}: ${problem}.`);
  if (typeof given !== "object" || given === null || Array.isArray(given)) throw refuse(`got ${shownValue(given)}`);
  const { approvalId, approve, arguments: edited, reason, always, also, more, preview } = knownFields(given, refuse);
  if (typeof approvalId !== "string") throw refuse(`approvalId must be a string, got ${shownValue(approvalId)}`);
  if (typeof approve !== "boolean") throw refuse(`approve must be true or false, got ${shownValue(approve)}`);
  const problem = contradiction({ approve, arguments: edited, also, more });
  if (problem !== undefined) throw refuse(problem);
  if (reason !== undefined && typeof reason !== "string")
    throw refuse(`reason must be a string, got ${shownValue(reason)}`);
  if (preview !== undefined && typeof preview !== "string")
    throw refuse(`preview must be a string, got ${shownValue(preview)}`);
  if (always !== undefined && typeof always !== "boolean" && always !== "session")
    throw refuse(`always must be true, false or "session", got ${shownValue(always)}`);
  if (always !== undefined && always !== false) throw refuse(`always counts where rules are saved, at ${ROUTE}`);
  const said = present({ reason, preview });
  const decision = approve
    ? { approvalId, approve, ...counting(edited, more, refuse), ...said }
    : { approvalId, approve, ...said };
  return { decision, also: allowedBesides(also, refuse) };
}

/** Why an answer cannot let more calls run than the one that was asked about; undefined where it may, or does not. */
export function whyNotMore(decision: ApprovalDecision, asked: Pick<ApprovalRequest, "program" | "toolName">) {
  const more = decision.approve ? decision.more : undefined;
  if (more === undefined) return undefined;
  if (asked.program === undefined) return "more counts for questions from inside a program";
  return more.toolName === asked.toolName ? undefined : `more must name the tool of the question, ${asked.toolName}`;
}

export interface GivenDecisions {
  readonly decision: ApprovalDecision;
  readonly also: readonly AllowedBesides[];
}

/** A question that an answer approves besides its own. `preview`: that of the question, as it was shown. */
export interface AllowedBesides {
  readonly approvalId: string;
  readonly preview?: string;
}

const ROUTE = "POST /api/approvals/:id of a server";
const FORM =
  "{ approvalId, approve: true, arguments?, reason?, more?, preview? } or { approvalId, approve: false, reason?, preview? }";
const FIELDS = ["approvalId", "approve", "arguments", "reason", "preview", "always", "also", "more"] as const;

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
export function contradiction({ approve, arguments: edited, also, more }: Fields): string | undefined {
  if (approve !== false)
    return more === undefined || edited === undefined ? undefined : "edited arguments count for one call";
  if (more !== undefined) return "a refusal allows nothing more";
  if (edited !== undefined) return "a refusal takes no arguments";
  return also === undefined ? undefined : "a refusal allows nothing besides";
}

/** The questions that are named as ids, or with the preview that was shown. `refuse` makes the error. */
export function allowedBesides(also: unknown, refuse: Refuse): readonly AllowedBesides[] {
  if (also === undefined) return [];
  if (!Array.isArray(also)) throw refuse(`${BESIDES}, got ${shownValue(also)}`);
  return also.map((one: unknown): AllowedBesides => {
    if (typeof one === "string") return { approvalId: one };
    const { approvalId, preview, ...more }: Record<string, unknown> = { ...Object(one) };
    if (typeof approvalId === "string" && Object.keys(more).length === 0) {
      if (preview === undefined) return { approvalId };
      if (typeof preview === "string") return { approvalId, preview };
    }
    throw refuse(`${BESIDES}, got ${shownValue(one)}`);
  });
}

const BESIDES = "also must be ids of questions, or { approvalId, preview? } of each";

function moreOf(more: unknown, refuse: Refuse): MoreCalls {
  const { toolName, times, ...others }: Record<string, unknown> = { ...Object(more) };
  const isNumber = typeof times === "number" && Number.isInteger(times) && times >= 1 && times <= 1_000;
  if (typeof toolName === "string" && isNumber && Object.keys(others).length === 0) return { toolName, times };
  throw refuse(`more must be { toolName, times: 1 to 1,000 }, got ${shownValue(more)}`);
}

/** What an approval says of its own call, and of others. */
function counting(edited: unknown, more: unknown, refuse: Refuse) {
  if (edited !== undefined) return { arguments: objectOf(edited, refuse) };
  return more === undefined ? {} : { more: moreOf(more, refuse) };
}

function objectOf(edited: unknown, refuse: Refuse): JsonObject {
  const copied = toJson(edited);
  if (copied.ok && isJsonObject(copied.value)) return copied.value;
  throw refuse(`arguments must be a JSON object, got ${shownValue(edited)}`);
}
