import type { Json, JsonSchema } from "../../json/json.ts";
import { lazy } from "../../tool/lazy.ts";
import { tooManyBranches } from "../nodes/too-many-branches.ts";
import type { JsonSchemaValidator } from "../validators/json-schema-validator.ts";
import type { CompileSchemaOptions } from "./compile-schema-options.ts";
import type { Checked, CompiledSchema } from "./compiled-schema.ts";
import { uncheckable } from "./uncheckable.ts";

const judging = lazy(() => import("./judged-check.ts"));

type Judge = ReturnType<JsonSchemaValidator>;

/**
 * The check of a plain JSON Schema, which means what JSON Schema says.
 * Without a plugged validator the first check waits for `@cfworker/json-schema` to load.
 * Throws a `TypeError` that names the tool when the schema is not JSON or the plugged validator refuses it.
 */
export function plainCheck(jsonSchema: JsonSchema, options: CompileSchemaOptions): CompiledSchema["check"] {
  const plugged = prepare(jsonSchema, options);
  let check: CompiledSchema["check"] | undefined;
  const checkFirst = async (value: Json): Promise<Checked> => {
    try {
      const { judgedCheck } = await judging();
      check ??= judgedCheck(jsonSchema, plugged, options.quotes);
      return await check(value);
    } catch (error) {
      return uncheckable(error);
    }
  };
  return (value) => (check === undefined ? checkFirst(value) : check(value));
}

function prepare(jsonSchema: JsonSchema, { toolName, validator }: CompileSchemaOptions): Judge | undefined {
  try {
    // An object of zod or other schemas is a common mistake, and as JSON Schema it would accept everything.
    if (Object.values(jsonSchema).some(isSchemaOfLibrary))
      throw new TypeError("its members are schemas, wrap them in an object schema");
    if (Object.values(jsonSchema).some(isCode) || (jsonSchema.type === undefined && isSchema(jsonSchema.jsonSchema)))
      throw new TypeError("it is no schema but holds one, give that itself: z.object({ … }), or a JSON Schema");
    // So is an object of names and types; one of `type` alone, or of words that JSON Schema does have, is a schema.
    const [name] = Object.keys(jsonSchema);
    if (name !== undefined && jsonSchema.type === undefined && Object.values(jsonSchema).every(isTypeName))
      throw new TypeError(`write { type: "object", properties: { ${name}: { type: "${jsonSchema[name]}" } } }`);
    const tooMany = tooManyBranches(jsonSchema);
    if (tooMany !== undefined) throw new TypeError(`it ${tooMany}; say the same with fewer`);
    JSON.stringify(jsonSchema);
    return validator?.(jsonSchema);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new TypeError(`Tool ${JSON.stringify(toolName)}: its JSON Schema cannot be used: ${why}.`, { cause: error });
  }
}

/** A schema or an `Output` of the AI SDK has methods. */
function isCode(value: unknown): boolean {
  return typeof value === "function";
}

function isSchema(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function isTypeName(value: unknown): boolean {
  return typeof value === "string" && /^(?:string|number|integer|boolean|array|object)\??$/.test(value);
}

function isSchemaOfLibrary(value: unknown): boolean {
  return Object(value) === value && "~standard" in Object(value);
}
