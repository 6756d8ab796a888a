import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Json } from "../../json/json.ts";
import type { Issue } from "../../result/error-info.ts";
import { compileExplainer } from "../explain/explain.ts";
import type { Findings } from "../explain/findings.ts";
import { pointerStep } from "../nodes/json-pointer.ts";
import type { Checked, CompiledSchema, StandardCheckOptions } from "./compiled-schema.ts";
import { refuse, refuseFound } from "./refuse.ts";
import { uncheckable } from "./uncheckable.ts";

type LibraryIssue = StandardSchemaV1.Issue;

/** The whole check, which can also say what is wrong: unknown keys first, then the library. */
export function explainedCheck(
  schema: StandardSchemaV1<unknown, unknown>,
  options: StandardCheckOptions,
): CompiledSchema["check"] {
  const explain = compileExplainer(options.jsonSchema, options);
  const settle = (value: Json, judged: StandardSchemaV1.Result<unknown>, found: Findings | undefined): Checked => {
    if (judged.issues) return refuse(explain(value, stated(judged.issues)), judged.issues.map(toIssue));
    // What the library takes may look wrong to us, as where it coerces; but a key is known or it is not.
    if (found && found.unknownCount > 0) return refuseFound(found.unknownKeys, found.unknownCount);
    return { ok: true, value: judged.value };
  };
  return (value) => {
    try {
      const found = options.closed ? explain(value) : undefined;
      if (found && found.count > 0 && found.count === found.unknownCount) return refuseFound(found.issues, found.count);
      const judged = schema["~standard"].validate(value);
      if (!(judged instanceof Promise)) return settle(value, judged, found);
      return judged.then((result) => settle(value, result, found)).catch(uncheckable);
    } catch {
      return uncheckable();
    }
  };
}

/** The places that the library refused by a rule that JSON Schema can state. */
function stated(issues: readonly LibraryIssue[]): ReadonlySet<string> {
  return new Set(issues.filter((issue) => !isOwnRule(issue)).map((issue) => toIssue(issue).path));
}

/**
 * A rule of the tool's author: zod says `custom`, arktype `predicate`, valibot `check`, `raw_check`, `partial_check`.
 */
function isOwnRule(issue: LibraryIssue & { readonly code?: unknown; readonly type?: unknown }): boolean {
  return /^(custom|predicate|.{0,8}check)$/.test(String(issue.code ?? issue.type));
}

function toIssue(issue: LibraryIssue & ReceivedNote): Issue {
  const steps = (issue.path ?? []).map((step) => pointerStep(typeof step === "object" ? step.key : step));
  return { path: steps.join(""), message: withoutReceived(issue) };
}

/** What some libraries note beside their message: valibot has `received`, arktype `actual`. */
interface ReceivedNote {
  readonly expected?: unknown;
  readonly received?: unknown;
  readonly actual?: unknown;
}

/** A message that quotes the value is replaced by what was expected. */
function withoutReceived({ message, expected, received, actual }: LibraryIssue & ReceivedNote): string {
  const value = received ?? actual;
  if (typeof value !== "string" || !message.includes(value)) return message;
  return typeof expected === "string" && !expected.includes(value) ? `expected ${expected}` : "not accepted";
}
