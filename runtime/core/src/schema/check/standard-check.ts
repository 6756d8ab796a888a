import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Json } from "../../json/json.ts";
import { lazy } from "../../tool/lazy.ts";
import type { Checked, CompiledSchema, StandardCheckOptions } from "./compiled-schema.ts";
import { compileKnownKeys } from "./known-keys.ts";
import { uncheckable } from "./uncheckable.ts";

const explaining = lazy(() => import("./explain-standard.ts"));

/**
 * The check of a Standard Schema: unknown keys, which libraries drop silently, then the library.
 * Whatever this quick check cannot accept is checked again by one that can say what is wrong.
 */
export function standardCheck(
  schema: StandardSchemaV1<unknown, unknown>,
  options: StandardCheckOptions,
): CompiledSchema["check"] {
  const isKnown = options.closed ? compileKnownKeys(options.jsonSchema) : undefined;
  let explained: CompiledSchema["check"] | undefined;
  const explain = async (value: Json): Promise<Checked> => {
    try {
      const { explainedCheck } = await explaining();
      explained ??= explainedCheck(schema, options);
      return await explained(value);
    } catch (error) {
      return uncheckable(error);
    }
  };
  return (value) => {
    try {
      if (isKnown?.(value) === false) return explain(value);
      const judged = schema["~standard"].validate(value);
      if (!(judged instanceof Promise)) return judged.issues ? explain(value) : { ok: true, value: judged.value };
      return judged
        .then((result) => (result.issues ? explain(value) : { ok: true as const, value: result.value }))
        .catch(uncheckable);
    } catch (error) {
      return uncheckable(error);
    }
  };
}
