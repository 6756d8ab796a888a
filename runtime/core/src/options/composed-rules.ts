// Rules made of others, for what few programs give: a plain run loads none of them.

import { anObject, type OptionRule, withFunctions } from "./option-rules.ts";

export const aNumber: OptionRule = {
  form: "a number",
  fits: (value) => typeof value === "number" && !Number.isNaN(value),
};

/** An array of nothing but such values. `form` says what to write. */
export function listOf(form: string, rule: OptionRule): OptionRule {
  return {
    form,
    fits: (value) => Array.isArray(value) && value.every(rule.fits),
    look: (value, of) => {
      if (Array.isArray(value) && rule.look !== undefined)
        for (const [at, item] of value.entries()) rule.look(item, `[${at}] of ${of}`);
    },
  };
}

/** An object in which every value is such a one, under whatever name. */
export function recordOf(form: string, rule: OptionRule): OptionRule {
  // A Map has no values of its own: it would count as an empty object.
  const isRecord = (value: unknown) => anObject.fits(value) && !(Symbol.iterator in Object(value));
  return { form, fits: (value) => isRecord(value) && Object.values(Object(value)).every(rule.fits) };
}

/** What writes warnings and errors down. */
export const aLogger: OptionRule = withFunctions(
  "a logger: { debug, info, warn, error }, each a function (message, fields), such as console",
  "debug",
  "info",
  "warn",
  "error",
);

/** A model as the loop calls it. */
export const aModelPort: OptionRule = withFunctions(
  "a ModelPort, such as createOpenAiCompatibleModel({ baseUrl, apiKey, model }) or createAiSdkModel(model)",
  "completionStream",
);
