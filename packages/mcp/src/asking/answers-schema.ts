import type { JsonObject } from "@toolwright/core";
import type { FormField } from "./form-fields.ts";

/** The schema of what a person fills in. Made of the fields that were shown, so that nothing of the server's own is run. */
export function answersSchema(fields: readonly FormField[]): JsonObject {
  return {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

function schemaOf({
  kind,
  label: _label,
  name: _name,
  required: _required,
  choices,
  initial: _initial,
  ...limits
}: FormField) {
  const values = Array.isArray(choices) ? choices.map((choice) => Object(choice).value) : [];
  switch (kind) {
    case "yes_no":
      return { type: "boolean" };
    case "choice":
      return { type: "string", enum: values };
    case "choices":
      return { type: "array", items: { type: "string", enum: values }, ...limits };
    case "text":
      return { type: "string", ...limits };
    default:
      return { type: kind, ...limits };
  }
}
