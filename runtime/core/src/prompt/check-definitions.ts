import { checkArgument, checkOptions } from "../options/check-options.ts";
import { listOf } from "../options/composed-rules.ts";
import { aFunction, anArray, anObject, aText, type OptionRule, oneOf } from "../options/option-rules.ts";
import type { SubAgent } from "./agents.ts";
import type { DefinitionProxyOptions } from "./definition-proxy.ts";
import type { StepModification } from "./effects.ts";

/** The parts of a composite tool. */
export const SUB_TOOLS: OptionRule = {
  form: "an array: [tool(name, description, schema, execute)]",
  fits: anArray.fits,
};

const DESCRIBED = listOf("an array of parts with a name and a description", {
  form: "a part",
  fits: (value) => aText.fits(Object(value).name) && aText.fits(Object(value).description),
});

/** Throws a `TypeError` for what no description of parts can be made of. */
export function checkDescribed(description: string, parts: unknown, itemType: string): void {
  checkArgument(description, { of: "The description of parts", rule: aText });
  checkArgument(parts, { of: "What is described", rule: DESCRIBED });
  checkArgument(itemType, { of: "What a part is called", rule: aText });
}

/** Throws a `TypeError` for what is no function of a prompt. */
export function checkPromptFunction(given: unknown): void {
  checkArgument(given, { of: "The prompt function", rule: PROMPT_FUNCTION });
}

const PROMPT_FUNCTION = { form: "a function: (prompt) => { prompt.$`Hello.` }", fits: aFunction.fits };

/** Throws a `TypeError` for the plain data of an agent that is none. */
export function checkAgent(given: SubAgent, of: string): void {
  const form = "an agent: agent(name, description, schema, execute)";
  checkArgument(given, { of, rule: { form, fits: anObject.fits } });
  if (typeof given.execute !== "function") {
    throw new TypeError(`Agent ${JSON.stringify(given.name)} has no execute function.`);
  }
}

/** Throws a `TypeError` for what an effect cannot be registered with. */
export function checkEffect(callback: unknown, dependencies: unknown, key: unknown): void {
  if (typeof callback !== "function") throw new TypeError("An effect is a function.");
  if (dependencies !== undefined) checkArgument(dependencies, { of: "What an effect depends on", rule: anArray });
  if (key !== undefined) checkArgument(key, { of: "The key of an effect", rule: aText });
}

const AN_ASPECT = oneOf("messages", "tools", "systems", "variables");
const A_MESSAGE = { form: "a message", fits: anObject.fits };
const NAMED = { form: "an object with a name", fits: (value: unknown) => aText.fits(Object(value).name) };
const A_VARIABLE = {
  form: "a variable",
  fits: (value: unknown) => NAMED.fits(value) && aText.fits(Object(value).value),
};
const CHANGED: Readonly<Record<StepModification[0], OptionRule>> = {
  messages: listOf("an array of messages: [{ role, content }]", A_MESSAGE),
  tools: listOf("an array of tools, or of their names: [{ name }]", NAMED),
  systems: listOf("an array of parts of the system text: [{ name }]", NAMED),
  variables: listOf("an array of variables: [{ type, name, value }]", A_VARIABLE),
};

/** Throws a `TypeError` for what an effect cannot change. */
export function checkStepModification(...[aspect, items]: StepModification): void {
  checkArgument(aspect, { of: "What an effect changes", rule: AN_ASPECT });
  checkArgument(items, { of: `The ${aspect} of a step`, rule: CHANGED[aspect] });
}

/** A definition reads as its tag, a number as its digits; an array, a promise or nothing reads as no text. */
const A_TEXT: OptionRule = {
  form: aText.form,
  fits: (value) => {
    if (typeof value !== "object" || value === null) return /^(string|number|boolean|bigint)$/.test(typeof value);
    return "toString" in value && value.toString !== Object.prototype.toString && !Array.isArray(value);
  },
};

/** A value as the model reads it. Throws a `TypeError` for what is no text, and does not read as one. */
export function textOf(name: string, value: unknown): string {
  checkArgument(value, { of: `The text of ${String(name)}`, rule: A_TEXT });
  return String(value);
}

const PROXY_RULES = { tag: aText, type: aText, name: aText, onRemind: aFunction, onDisable: aFunction };

/** Throws a `TypeError` for what no definition can give back. */
export function checkProxyOptions(options: DefinitionProxyOptions): void {
  checkOptions<DefinitionProxyOptions>(options, {
    of: "createDefinitionProxy",
    rules: PROXY_RULES,
    needed: ["tag", "type", "name", "onRemind", "onDisable"],
  });
}
