import type { Json, JsonSchema } from "../json/json.ts";
import type { Checked, CompiledSchema } from "./compiled-schema.ts";
import { type ExplainPlain, explainPlain } from "./explain-plain.ts";
import type { JsonSchemaValidator } from "./json-schema-validator.ts";
import { uncheckable } from "./uncheckable.ts";

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
    return import("./cfworker-validator.ts")
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
