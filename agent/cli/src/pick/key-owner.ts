import { usualModel } from "@toolwright/models";
import type { Environment } from "../model/environment.ts";

/** A provider whose key a person may paste. */
export interface KeyOwner {
  readonly title: string;
  /** The variable of the environment that people keep its key in. */
  readonly variable: string;
}

/** Those whose usual model is known, in the order in which they are offered. */
export const KEY_OWNERS: readonly KeyOwner[] = [
  { title: "OpenAI", variable: "OPENAI_API_KEY" },
  { title: "Anthropic", variable: "ANTHROPIC_API_KEY" },
  { title: "Google Gemini", variable: "GEMINI_API_KEY" },
  { title: "OpenRouter", variable: "OPENROUTER_API_KEY" },
  { title: "Groq", variable: "GROQ_API_KEY" },
  { title: "Mistral", variable: "MISTRAL_API_KEY" },
  { title: "DeepSeek", variable: "DEEPSEEK_API_KEY" },
  { title: "Together", variable: "TOGETHER_API_KEY" },
];

/** The beginnings by which keys are known; keys of the others look alike. */
const BEGINNINGS: readonly (readonly [string, string])[] = [
  ["sk-proj-", "OPENAI_API_KEY"],
  ["sk-svcacct-", "OPENAI_API_KEY"],
  ["sk-ant-", "ANTHROPIC_API_KEY"],
  ["AIza", "GEMINI_API_KEY"],
  ["sk-or-", "OPENROUTER_API_KEY"],
  ["gsk_", "GROQ_API_KEY"],
];

/** Whose key it is; undefined where its beginning does not say it. */
export function keyOwner(key: string): KeyOwner | undefined {
  const [, variable] = BEGINNINGS.find(([beginning]) => key.startsWith(beginning)) ?? [];
  return KEY_OWNERS.find((owner) => owner.variable === variable);
}

/** Keys are one word of visible ASCII; anything else was pasted by mistake. */
export function isKey(text: string): boolean {
  return /^[\x21-\x7e]{16,512}$/.test(text);
}

/** What is said of a text that is none. */
export const NO_KEY = "That is no key: a key is one word of letters, digits and signs. It was forgotten.";

/** A model, and where its key is found. */
export interface KeyedModel {
  readonly spec: string;
  readonly environment: Environment;
}

/**
 * The usual model of a provider with a key. The key stands in an environment that is made for it: what the agent runs
 * cannot read it.
 */
export function keyedModel(key: string, { variable }: KeyOwner): KeyedModel {
  const spec = usualModel({ [variable]: key });
  if (spec === undefined) throw new Error(`${variable} names no model.`);
  return { spec, environment: { ...process.env, [variable]: key } };
}
