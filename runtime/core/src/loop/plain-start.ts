import { aCount, anArray, anything, type OptionRule, withFunctions } from "../options/option-rules.ts";
import { COMMON_RULES } from "../run/runner-options.ts";

/** What most configurations are made of. What stands in a model's place is judged apart. */
export const PLAIN_RULES = {
  ...COMMON_RULES,
  model: anything,
  maxIterations: aCount(0),
  steering: withFunctions("a queue: createSteerQueue()", "waiting", "take", "sent", "ended"),
  signal: withFunctions("an AbortSignal", "addEventListener"),
};

const RULES: ReadonlyMap<string, OptionRule> = new Map(Object.entries({ ...PLAIN_RULES, tools: anArray }));

/** Whether a configuration needs no further look: it has only the commonest options, and each is what it may be. */
export function isPlainConfig(config: unknown): boolean {
  if (typeof config !== "object" || config === null || Object.getPrototypeOf(config) !== Object.prototype) return false;
  return Object.entries(config).every(([name, value]) => RULES.get(name)?.fits(value));
}

const ROLES: ReadonlySet<unknown> = new Set(["system", "user", "assistant", "tool"]);

/** Whether messages need no further look: each says in a text who speaks and what. */
export function isPlainHistory(messages: unknown): boolean {
  return Array.isArray(messages) && messages.every(isPlainMessage);
}

function isPlainMessage(message: unknown): boolean {
  if (typeof message !== "object" || message === null || "parts" in message) return false;
  const { role, content, tool_call_id: answered }: Readonly<Record<string, unknown>> = { ...message };
  return ROLES.has(role) && typeof content === "string" && (role !== "tool" || typeof answered === "string");
}
