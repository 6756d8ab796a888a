import { isJsonObject } from "../json/is-json-object.ts";
import type { Json } from "../json/json.ts";
import { compileExplainer } from "../schema/explain.ts";
import type { SchemaNode } from "../schema/schema-node.ts";

/** The first thing that is wrong with arguments, in the order in which they were given. */
export interface Mismatch {
  readonly parameter: string;
  /** Where inside the parameter, as the start of a sentence; empty for the parameter itself. */
  readonly place: string;
  /** Such as `expected string, got number`. */
  readonly message: string;
  /** The value has the wrong type, and not just a wrong value. */
  readonly isType: boolean;
}

const explainers = new WeakMap<SchemaNode, ReturnType<typeof compileExplainer>>();

/** Undefined when nothing is wrong that the schema's own words can say. */
export function firstMismatch(parameters: SchemaNode, args: Json): Mismatch | undefined {
  if (!isJsonObject(args)) return undefined;
  const keys = Object.keys(args);
  const found = explainer(parameters)(args)
    .issues.map(({ path, message }) => ({ steps: stepsOf(path), message }))
    .sort((a, b) => keys.indexOf(a.steps[0] ?? "") - keys.indexOf(b.steps[0] ?? ""))[0];
  if (found === undefined) return undefined;
  const [parameter = "", ...inside] = found.steps;
  const missing = inside.length > 0 && found.message.startsWith("missing");
  const place = placeOf(missing ? inside.slice(0, -1) : inside);
  if (missing) return { parameter, place, message: `missing required property '${inside.at(-1)}'`, isType: false };
  const message = exact(found.message, valueAt(args, found.steps));
  return { parameter, place, message, isType: /^expected [a-z, ]+, got \w+$/.test(message) };
}

function explainer(parameters: SchemaNode): ReturnType<typeof compileExplainer> {
  const known = explainers.get(parameters);
  if (known !== undefined) return known;
  const made = compileExplainer(parameters, { closed: false });
  explainers.set(parameters, made);
  return made;
}

/** The steps of a JSON Pointer (RFC 6901). */
function stepsOf(path: string): string[] {
  const steps = path.split("/").slice(1);
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function placeOf(steps: readonly string[]): string {
  return steps.map((step) => (/^\d+$/.test(step) ? `Array item ${step}: ` : `Property '${step}': `)).join("");
}

/** A number that should have been whole is called by the name of what it is. */
function exact(message: string, value: Json | undefined): string {
  const fraction = typeof value === "number" && !Number.isInteger(value) && message.startsWith("expected integer");
  return fraction ? message.replace(/got number$/, "got float") : message;
}

function valueAt(args: Json, steps: readonly string[]): Json | undefined {
  let value: Json | undefined = args;
  for (const step of steps) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}
