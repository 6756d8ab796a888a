import type { Json, JsonSchema } from "../../json/json.ts";
import type { Issue } from "../../result/error-info.ts";

/** Whether a value fits a schema: the validated value (defaults and transforms applied), or what is wrong. */
export type Checked =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly issues: readonly Issue[];
      /** What checks the value could not be loaded: nothing is known of the value. */
      readonly isLost?: true;
    };

/** A schema made ready once, when the tool is defined. */
export interface CompiledSchema {
  /** What goes out to a model. */
  readonly jsonSchema: JsonSchema;
  /** Never throws or rejects. Synchronous where the schema library is. */
  check(value: Json): Checked | Promise<Checked>;
}

/** What the check of a Standard Schema is made from beside the schema. */
export interface StandardCheckOptions {
  readonly jsonSchema: JsonSchema;
  /** Unknown keys are refused. False for outputs, whose unknown keys are for the allowlist to drop. */
  readonly closed: boolean;
  /**
   * Whether a refusal may repeat a value. Default true; false for outputs, which may hold what their reader must not
   * see.
   */
  readonly quotes?: boolean;
}
