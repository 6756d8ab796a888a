import { toJson } from "../../json/to-json.ts";
import { OWN_VENDOR } from "../../schema/compile-input-schema.ts";
import { compileOutputSchema } from "../../schema/compile-output-schema.ts";
import type { Logger } from "../../tool/logger.ts";
import type { Schema } from "../../tool/tool.ts";
import type { OwnSchema } from "./own-schema.ts";

/** A schema that lets every value pass, and warns of one that the given schema refuses. */
export function warningSchema(
  schema: Schema<unknown>,
  { name, logger }: { readonly name: string; readonly logger: Pick<Logger, "warn"> },
): OwnSchema<unknown> {
  const { jsonSchema, check } = compileOutputSchema(schema, { toolName: name });
  const written = () => ({ ...jsonSchema });
  const validate = async (value: unknown) => {
    const json = toJson(value);
    if (!json.ok) return { value };
    const checked = await check(json.value);
    if (checked.ok) return { value: checked.value };
    logger.warn(`Tool output validation failed for ${name}`, { issues: checked.issues });
    return { value };
  };
  return {
    "~standard": { version: 1, vendor: OWN_VENDOR, validate, jsonSchema: { input: written, output: written } },
  };
}
