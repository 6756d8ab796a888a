import type { Json, JsonSchema } from "../json/json.ts";
import { loadCfworkerValidator } from "./cfworker-validator.ts";
import type { Checked, CompiledSchema } from "./compiled-schema.ts";
import { compileExplainer } from "./explain.ts";
import type { JsonSchemaValidator } from "./json-schema-validator.ts";
import { refuse, uncheckable } from "./refuse.ts";

type Judge = ReturnType<JsonSchemaValidator>;

/**
 * The check of a plain JSON Schema, which means what JSON Schema says.
 * Without a plugged validator the first check waits for `@cfworker/json-schema` to load.
 */
export function plainCheck(jsonSchema: JsonSchema, validator?: JsonSchemaValidator): CompiledSchema["check"] {
  const explain = compileExplainer(jsonSchema, { closed: false });
  let judge = validator?.(jsonSchema);
  const settle = (value: Json, judgeValue: Judge): Checked => {
    try {
      const { valid, errors } = judgeValue(value);
      if (valid) return { ok: true, value };
      return refuse(explain(value, new Set(errors.map(({ path }) => path))), errors.slice(-1));
    } catch {
      return uncheckable();
    }
  };
  return (value) => {
    if (judge) return settle(value, judge);
    return loadCfworkerValidator()
      .then((load) => settle(value, (judge ??= load(jsonSchema))))
      .catch(uncheckable);
  };
}
