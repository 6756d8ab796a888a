/** What is known of a model by its name alone. */
export interface ModelFacts {
  /** Tokens that it can read. Left out where that is not known. */
  readonly contextWindow?: number;
  /**
   * What it takes as `reasoning_effort`, the least first; none for a model that takes no such option. Left out where
   * that is not known.
   */
  readonly efforts?: readonly string[];
  /**
   * The media types that it reads beside text, as `image/*` and `application/pdf`. Left out where that is not known.
   */
  readonly takes?: readonly string[];
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

const DOCUMENTS = ["image/*", "application/pdf"];
const SOUNDS = ["audio/wav", "audio/mpeg"];
const ALL = [...DOCUMENTS, ...SOUNDS];

/**
 * By how names begin; the longest one counts. From the providers' own pages:
 * https://developers.openai.com/api/docs/models, https://developers.openai.com/api/docs/guides/reasoning,
 * https://platform.claude.com/docs/en/about-claude/models/overview,
 * https://platform.claude.com/docs/en/build-with-claude/pdf-support, https://ai.google.dev/gemini-api/docs/models,
 * https://ai.google.dev/gemini-api/docs/openai, https://api-docs.deepseek.com. What these do not say for every model of
 * a family is left out.
 */
const KNOWN: readonly (readonly [string, ModelFacts])[] = [
  ["gpt-5", { contextWindow: 400_000, efforts: ["minimal", ...USUAL], takes: DOCUMENTS }],
  ["gpt-5-chat", { contextWindow: 128_000, efforts: NONE, takes: DOCUMENTS }],
  ["gpt-5-codex", { contextWindow: 400_000, efforts: USUAL, takes: DOCUMENTS }],
  ["gpt-5-pro", { contextWindow: 400_000, efforts: ["high"], takes: DOCUMENTS }],
  ["gpt-5.", { efforts: USUAL, takes: DOCUMENTS }],
  ["gpt-5.1", { contextWindow: 400_000, efforts: ["none", ...USUAL], takes: DOCUMENTS }],
  ["gpt-5.1-codex", { contextWindow: 400_000, efforts: USUAL, takes: DOCUMENTS }],
  ["gpt-5.1-chat", { contextWindow: 128_000, takes: DOCUMENTS }],
  ["gpt-5.2", { contextWindow: 400_000, efforts: ["none", ...USUAL, "xhigh"], takes: DOCUMENTS }],
  ["gpt-5.2-codex", { contextWindow: 400_000, efforts: USUAL, takes: DOCUMENTS }],
  ["gpt-5.2-chat", { contextWindow: 128_000, takes: DOCUMENTS }],
  ["gpt-oss", { contextWindow: 131_072, efforts: USUAL, takes: NONE }],
  ["gpt-4.1", { contextWindow: 1_047_576, efforts: NONE, takes: DOCUMENTS }],
  ["gpt-audio", { takes: SOUNDS }],
  ["gpt-4o-audio", { contextWindow: 128_000, efforts: NONE, takes: SOUNDS }],
  ["gpt-4o", { contextWindow: 128_000, efforts: NONE, takes: DOCUMENTS }],
  ["chatgpt-4o", { contextWindow: 128_000, efforts: NONE, takes: DOCUMENTS }],
  ["gpt-4-turbo", { contextWindow: 128_000, efforts: NONE }],
  ["gpt-3.5-turbo", { contextWindow: 16_385, efforts: NONE, takes: NONE }],
  ["o1", { contextWindow: 200_000, efforts: USUAL, takes: DOCUMENTS }],
  ["o3", { contextWindow: 200_000, efforts: USUAL, takes: DOCUMENTS }],
  ["o3-mini", { contextWindow: 200_000, efforts: USUAL, takes: NONE }],
  ["o4-mini", { contextWindow: 200_000, efforts: USUAL, takes: DOCUMENTS }],
  ["claude-3-", { contextWindow: 200_000, efforts: NONE }],
  ["claude-3-7", { contextWindow: 200_000, efforts: USUAL, takes: DOCUMENTS }],
  ["claude-haiku-4-5", { contextWindow: 200_000, efforts: USUAL, takes: DOCUMENTS }],
  ["claude-sonnet-4", { contextWindow: 200_000, efforts: USUAL, takes: DOCUMENTS }],
  ["claude-opus-4", { contextWindow: 200_000, efforts: USUAL, takes: DOCUMENTS }],
  ["gemini-2.0-flash", { contextWindow: 1_048_576, efforts: NONE, takes: ALL }],
  ["gemini-2.5-", { contextWindow: 1_048_576, efforts: USUAL, takes: ALL }],
  ["gemini-3-", { contextWindow: 1_048_576, efforts: USUAL, takes: ALL }],
  ["deepseek-chat", { contextWindow: 128_000, efforts: NONE, takes: NONE }],
];
