/** A server that speaks OpenAI's chat completions, and the variables of the environment that people keep for it. */
export interface Provider {
  readonly baseUrl: string;
  /** Wins over `baseUrl` when set. */
  readonly baseUrlVariable?: string;
  /** Left out: the server asks for no key. */
  readonly keyVariables?: readonly string[];
  /** Taken when the key is in the environment and nobody named a model; any other is `--model PROVIDER:NAME`. */
  readonly usualModel?: string;
}

/** The order is the order of preference when several keys are in the environment. */
export const PROVIDERS: ReadonlyMap<string, Provider> = new Map<string, Provider>([
  [
    "openai",
    {
      baseUrl: "https://api.openai.com/v1",
      baseUrlVariable: "OPENAI_BASE_URL",
      keyVariables: ["OPENAI_API_KEY"],
      usualModel: "gpt-5-mini",
    },
  ],
  [
    "gemini",
    {
      baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
      keyVariables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
      usualModel: "gemini-2.5-flash",
    },
  ],
  [
    "openrouter",
    {
      baseUrl: "https://openrouter.ai/api/v1",
      keyVariables: ["OPENROUTER_API_KEY"],
      usualModel: "openai/gpt-5-mini",
    },
  ],
  [
    "groq",
    { baseUrl: "https://api.groq.com/openai/v1", keyVariables: ["GROQ_API_KEY"], usualModel: "openai/gpt-oss-120b" },
  ],
  [
    "mistral",
    { baseUrl: "https://api.mistral.ai/v1", keyVariables: ["MISTRAL_API_KEY"], usualModel: "mistral-medium-latest" },
  ],
  [
    "deepseek",
    { baseUrl: "https://api.deepseek.com/v1", keyVariables: ["DEEPSEEK_API_KEY"], usualModel: "deepseek-chat" },
  ],
  [
    "together",
    { baseUrl: "https://api.together.xyz/v1", keyVariables: ["TOGETHER_API_KEY"], usualModel: "openai/gpt-oss-120b" },
  ],
  ["ollama", { baseUrl: "http://127.0.0.1:11434/v1", baseUrlVariable: "OLLAMA_BASE_URL" }],
]);
