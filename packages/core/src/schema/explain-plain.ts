import type { Json, JsonSchema } from "../json/json.ts";
import type { Issue } from "../result/error-info.ts";
import type { Checked } from "./compiled-schema.ts";
import { compileExplainer } from "./explain.ts";
import { refuseFound } from "./refuse.ts";

/** Says why a validator refused a value. */
export type ExplainPlain = (value: Json, errors: readonly Issue[]) => Checked;

/** In our words where we have some, else in the validator's. */
export function explainPlain(jsonSchema: JsonSchema, quotes: boolean): ExplainPlain {
  const explain = compileExplainer(jsonSchema, { closed: false, quotes });
  return (value, errors) => {
    const found = explain(value, new Set(errors.map(({ path }) => path)));
    return found.count > 0 ? refuseFound(found.issues, found.count) : refuseFound(errors.slice(-1), 1);
  };
}
