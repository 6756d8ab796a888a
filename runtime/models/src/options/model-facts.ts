/** What is known of a model by its name alone. */
export interface ModelFacts {
  /** Tokens that it can read. Left out where that is not known. */
  readonly contextWindow?: number;
  /**
   * What it takes as `reasoning_effort`, the least first; none for a model that takes no such option. Left out where
   * that is not known.
   */
  readonly efforts?: readonly string[];
}

/**
 * What is known of a model, by the name that its provider gives it: `openai:gpt-5-mini`, `openrouter:openai/gpt-5-mini`
 * and `gpt-5-mini` are the same one. Empty for a name that nobody here has heard of. A server may have another one
 * behind a name, or hold it to less.
 */
export function modelFacts(name: string): ModelFacts {
  const own = name.slice(Math.max(name.lastIndexOf("/"), name.indexOf(":")) + 1).toLowerCase();
  const fitting = KNOWN.filter(([beginning]) => own.startsWith(beginning));
  const [, facts = {}] = fitting.toSorted(([one], [other]) => other.length - one.length)[0] ?? [];
  return facts;
}

const USUAL = ["low", "medium", "high"];
const NONE: readonly string[] = [];

/**
 * By how names begin; the longest one counts. From the providers' own pages:
 * https://developers.openai.com/api/docs/models, https://developers.openai.com/api/docs/guides/reasoning,
 * https://platform.claude.com/docs/en/about-claude/models/overview, https://ai.google.dev/gemini-api/docs/models,
 * https://ai.google.dev/gemini-api/docs/openai, https://api-docs.deepseek.com. What these do not say for every model of
 * a family is left out.
 */
const KNOWN: readonly (readonly [string, ModelFacts])[] = [
  ["gpt-5", { contextWindow: 400_000, efforts: ["minimal", ...USUAL] }],
  ["gpt-5-chat", { contextWindow: 128_000, efforts: NONE }],
  ["gpt-5-codex", { contextWindow: 400_000, efforts: USUAL }],
  ["gpt-5-pro", { contextWindow: 400_000, efforts: ["high"] }],
  ["gpt-5.", { efforts: USUAL }],
  ["gpt-5.1", { contextWindow: 400_000, efforts: ["none", ...USUAL] }],
  ["gpt-5.1-codex", { contextWindow: 400_000, efforts: USUAL }],
  ["gpt-5.1-chat", { contextWindow: 128_000 }],
  ["gpt-5.2", { contextWindow: 400_000, efforts: ["none", ...USUAL, "xhigh"] }],
  ["gpt-5.2-codex", { contextWindow: 400_000, efforts: USUAL }],
  ["gpt-5.2-chat", { contextWindow: 128_000 }],
  ["gpt-oss", { contextWindow: 131_072, efforts: USUAL }],
  ["gpt-4.1", { contextWindow: 1_047_576, efforts: NONE }],
  ["gpt-4o", { contextWindow: 128_000, efforts: NONE }],
  ["chatgpt-4o", { contextWindow: 128_000, efforts: NONE }],
  ["gpt-4-turbo", { contextWindow: 128_000, efforts: NONE }],
  ["gpt-3.5-turbo", { contextWindow: 16_385, efforts: NONE }],
  ["o1", { contextWindow: 200_000, efforts: USUAL }],
  ["o3", { contextWindow: 200_000, efforts: USUAL }],
  ["o4-mini", { contextWindow: 200_000, efforts: USUAL }],
  ["claude-3-", { contextWindow: 200_000, efforts: NONE }],
  ["claude-3-7", { contextWindow: 200_000, efforts: USUAL }],
  ["claude-haiku-4-5", { contextWindow: 200_000, efforts: USUAL }],
  ["claude-sonnet-4", { contextWindow: 200_000, efforts: USUAL }],
  ["claude-opus-4", { contextWindow: 200_000, efforts: USUAL }],
  ["gemini-2.0-flash", { contextWindow: 1_048_576, efforts: NONE }],
  ["gemini-2.5-", { contextWindow: 1_048_576, efforts: USUAL }],
  ["gemini-3-", { contextWindow: 1_048_576, efforts: USUAL }],
  ["deepseek-chat", { contextWindow: 128_000, efforts: NONE }],
];
