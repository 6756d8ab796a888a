import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Json, JsonSchema } from "../json/json.ts";
import type { Issue } from "../result/error-info.ts";
import type { Checked, CompiledSchema } from "./compiled-schema.ts";
import { compileExplainer } from "./explain.ts";
import { pointerStep } from "./json-pointer.ts";
import { refuse, refuseFound, uncheckable } from "./refuse.ts";

type LibraryIssue = StandardSchemaV1.Issue;

/**
 * The check of a Standard Schema: unknown keys first, which libraries drop silently, then the library.
 * `closed` is false for outputs, whose unknown keys are for the allowlist to drop.
 */
export function standardCheck(
  schema: StandardSchemaV1<unknown, unknown>,
  options: { readonly jsonSchema: JsonSchema; readonly closed: boolean },
): CompiledSchema["check"] {
  const explain = compileExplainer(options.jsonSchema, options);
  const settle = (value: Json, judged: StandardSchemaV1.Result<unknown>): Checked => {
    if (judged.issues) return refuse(explain(value, stated(judged.issues)), judged.issues.map(toIssue));
    // What the library takes may look wrong to us (coercion), but a key is known or not.
    const found = options.closed ? explain(value) : undefined;
    return found && found.unknownCount > 0
      ? refuseFound(found.unknownKeys, found.unknownCount)
      : { ok: true, value: judged.value };
  };
  return (value) => {
    try {
      const found = options.closed ? explain(value) : undefined;
      if (found && found.count > 0 && found.count === found.unknownCount) {
        return refuseFound(found.issues, found.count);
      }
      const judged = schema["~standard"].validate(value);
      return judged instanceof Promise
        ? judged.then((result) => settle(value, result)).catch(uncheckable)
        : settle(value, judged);
    } catch {
      return uncheckable();
    }
  };
}

/** The places that the library refused by a rule that JSON Schema can state. */
function stated(issues: readonly LibraryIssue[]): ReadonlySet<string> {
  return new Set(issues.filter((issue) => !isOwnRule(issue)).map((issue) => toIssue(issue).path));
}

/** A rule of the tool's author: zod says `custom`, arktype `predicate`, valibot `check`, `raw_check`, `partial_check`. */
function isOwnRule(issue: LibraryIssue & { readonly code?: unknown; readonly type?: unknown }): boolean {
  return /^(custom|predicate|.{0,8}check)$/.test(String(issue.code ?? issue.type));
}

function toIssue({ path = [], message }: LibraryIssue): Issue {
  const steps = path.map((step) => pointerStep(typeof step === "object" ? step.key : step));
  return { path: steps.join(""), message };
}
