import type { Json, JsonObject } from "@toolwright/core";
import { isJsonObject, present } from "@toolwright/core/internal";
import { visibleText } from "../definitions/visible-text.ts";

/** One thing that a person is asked to fill in, as terminals and pages show it. */
export interface FormField extends JsonObject {
  readonly name: string;
  readonly label: string;
  readonly kind: "text" | "number" | "integer" | "yes_no" | "choice" | "choices";
  readonly required: boolean;
}

/** Fields of one form, and things to choose from: more nobody fills in. */
const MAX_FIELDS = 30;
const MAX_CHOICES = 200;
/** Characters of a name, and of what stands beside a field. */
const MAX_NAME = 100;
const MAX_TEXT = 500;

/** The fields that a server asks for; undefined where it asks for what no form can hold. */
export function formFields(schema: Json | undefined): readonly FormField[] | undefined {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return undefined;
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const entries = Object.entries(schema.properties);
  if (entries.length > MAX_FIELDS) return undefined;
  const fields = entries.map(([name, property]) => fieldOf(name, property, required.has(name)));
  return fields.every((field) => field !== undefined) ? fields : undefined;
}

function fieldOf(name: string, property: Json, required: boolean): FormField | undefined {
  if (name === "" || name.length > MAX_NAME || name === "__proto__" || !isJsonObject(property)) return undefined;
  const { title, description, default: initial } = property;
  const kind = kindOf(property);
  if (kind === undefined) return undefined;
  return {
    name,
    label: textOf(title) ?? visibleText(name, MAX_NAME),
    required,
    ...present({ description: textOf(description) }),
    ...kind,
    ...(fits(initial, kind) && initial !== undefined && { initial }),
  };
}

type Kind = Pick<FormField, "kind"> & JsonObject;

function kindOf(property: JsonObject): Kind | undefined {
  const { type, format, items } = property;
  const limits = numbersOf(property);
  if (type === "boolean") return { kind: "yes_no" };
  if (type === "number" || type === "integer") return { kind: type, ...limits };
  if (type === "array") return isJsonObject(items) ? chosen("choices", items, limits) : undefined;
  if (type !== "string") return undefined;
  if (property.enum !== undefined || property.oneOf !== undefined) return chosen("choice", property, {});
  return { kind: "text", ...limits, ...(typeof format === "string" && FORMATS.has(format) && { format }) };
}

const FORMATS: ReadonlySet<string> = new Set(["email", "uri", "date", "date-time"]);
const LIMITS = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"] as const;

function numbersOf(property: JsonObject): JsonObject {
  return Object.fromEntries(LIMITS.flatMap((key) => (typeof property[key] === "number" ? [[key, property[key]]] : [])));
}

function chosen(kind: "choice" | "choices", of: JsonObject, limits: JsonObject): Kind | undefined {
  const { enum: values, enumNames: names, oneOf, anyOf } = of;
  const titled = oneOf ?? anyOf;
  const choices = Array.isArray(values)
    ? values.map((value, index) => choiceOf(value, Array.isArray(names) ? names[index] : undefined))
    : (Array.isArray(titled) ? titled : []).map((one) =>
        isJsonObject(one) ? choiceOf(one.const, one.title) : undefined,
      );
  if (choices.length === 0 || choices.length > MAX_CHOICES) return undefined;
  const known = choices.filter((choice) => choice !== undefined);
  return known.length === choices.length ? { kind, ...limits, choices: known } : undefined;
}

function choiceOf(value: Json | undefined, title: Json | undefined): JsonObject | undefined {
  if (typeof value !== "string" || value.length > MAX_TEXT) return undefined;
  return { value, label: textOf(title) ?? visibleText(value, MAX_TEXT) };
}

function textOf(text: Json | undefined): string | undefined {
  return typeof text === "string" && text.trim() !== "" ? visibleText(text, MAX_TEXT) : undefined;
}

/** What a server would fill in has to be of the kind that it asks for. */
function fits(initial: Json | undefined, { kind }: Kind): boolean {
  if (kind === "yes_no") return typeof initial === "boolean";
  if (kind === "number" || kind === "integer") return typeof initial === "number";
  if (kind === "choices") return Array.isArray(initial) && initial.every((one) => typeof one === "string");
  return typeof initial === "string" && initial.length <= MAX_TEXT;
}
