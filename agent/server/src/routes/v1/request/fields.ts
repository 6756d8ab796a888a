/** Undefined for a value that is taken; else why not, as the end of a sentence that begins with the field. */
type FieldRule = (value: unknown) => string | undefined;

/** What becomes of every field that a request may have; any other field is refused. */
export type FieldRules = Readonly<Record<string, FieldRule>>;

/** A field that cannot be taken. */
export interface WrongField {
  readonly param: string;
  /** One sentence that names it. */
  readonly message: string;
}

/**
 * The first field of a request that would be passed over in silence; undefined where there is none. A field that is
 * null is left out.
 */
export function wrongField(body: object, rules: FieldRules): WrongField | undefined {
  for (const [param, value] of Object.entries(body)) {
    if (value === null || value === undefined) continue;
    const name = JSON.stringify(param.slice(0, 100));
    const rule = Object.hasOwn(rules, param) ? rules[param] : undefined;
    if (rule === undefined) return { param, message: `There is no field ${name} here; leave it out.` };
    const why = rule(value);
    if (why !== undefined) return { param, message: `${name} ${why}` };
  }
  return undefined;
}

/** A field that does what the format says. */
export const works: FieldRule = () => undefined;

/** A field that is taken, and nothing here depends on it: what a provider keeps its books by. */
export const isLabel: FieldRule = () => undefined;

/** A field that asks for something that is not done here, except for the values that ask for nothing. */
export function only(values: readonly unknown[], why: string): FieldRule {
  return (value) => (values.some((taken) => JSON.stringify(taken) === JSON.stringify(value)) ? undefined : why);
}

/** A field that is never taken. */
export function refused(why: string): FieldRule {
  return () => why;
}

/** Sampling and the like: what goes to the model's provider under its own name. */
export const PASSED = [
  "temperature",
  "top_p",
  "top_k",
  "min_p",
  "seed",
  "presence_penalty",
  "frequency_penalty",
  "repetition_penalty",
  "logit_bias",
] as const;

/** Fields of both formats. */
export const COMMON_RULES: FieldRules = {
  model: works,
  stream: works,
  stream_options: works,
  tools: works,
  tool_choice: works,
  parallel_tool_calls: works,
  temperature: works,
  top_p: works,
  user: isLabel,
  metadata: isLabel,
  // The log is told.
  client_metadata: isLabel,
  safety_identifier: isLabel,
  prompt_cache_key: isLabel,
  prompt_cache_retention: isLabel,
  service_tier: only(["auto", "default"], 'has no effect here: there is one tier, "default".'),
  top_logprobs: only([0], "is not given here: leave it out."),
};
