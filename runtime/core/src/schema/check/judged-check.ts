import type { Json, JsonSchema } from "../../json/json.ts";
import type { Issue } from "../../result/error-info.ts";
import { lazy } from "../../tool/lazy.ts";
import { compileExplainer } from "../explain/explain.ts";
import type { JsonSchemaValidator } from "../validators/json-schema-validator.ts";
import type { Checked, CompiledSchema } from "./compiled-schema.ts";
import { refuseFound } from "./refuse.ts";
import { uncheckable } from "./uncheckable.ts";

const validating = lazy(() => import("../validators/cfworker-validator.ts"));

type Judge = ReturnType<JsonSchemaValidator>;

/** The check of a plain JSON Schema, by the plugged validator or by `@cfworker/json-schema`. */
export function judgedCheck(
  jsonSchema: JsonSchema,
  plugged: Judge | undefined,
  quotes = true,
): CompiledSchema["check"] {
  const explain = explainPlain(jsonSchema, quotes);
  let judge = plugged;
  return (value) => {
    if (judge !== undefined) return judged({ value, judge, explain });
    return Promise.resolve(validating())
      .then(({ cfworkerValidator }) => {
        judge ??= cfworkerValidator(jsonSchema);
        return judged({ value, judge, explain });
      })
      .catch(uncheckable);
  };
}

interface Judging {
  readonly value: Json;
  readonly judge: Judge;
  readonly explain: ExplainPlain;
}

function judged({ value, judge, explain }: Judging): Checked {
  try {
    const { valid, errors } = judge(value);
    return valid ? { ok: true, value } : explain(value, errors);
  } catch {
    return uncheckable();
  }
}

/** Says why a validator refused a value. */
type ExplainPlain = (value: Json, errors: readonly Issue[]) => Checked;

/** In our words where we have some, else in the validator's. */
function explainPlain(jsonSchema: JsonSchema, quotes: boolean): ExplainPlain {
  const explain = compileExplainer(jsonSchema, { closed: false, quotes });
  return (value, errors) => {
    const found = explain(value, new Set(errors.map(({ path }) => path)));
    return found.count > 0 ? refuseFound(found.issues, found.count) : refuseFound(errors.slice(-1), 1);
  };
}
