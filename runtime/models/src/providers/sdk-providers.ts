import type { AiSdkModel } from "@toolwright/core/prompt";

interface Settings {
  readonly apiKey: string;
  readonly baseURL?: string;
  readonly fetch?: typeof globalThis.fetch;
}

/** A provider with an AI SDK package, which the user installs. */
export interface SdkProvider {
  readonly package: string;
  readonly keyVariables: readonly string[];
  /** Taken when the key is in the environment and nobody named a model. */
  readonly usualModel?: string;
  /** Rejects with `ERR_MODULE_NOT_FOUND` when the package is not installed. */
  load(): Promise<(settings: Settings, name: string) => AiSdkModel>;
}

export const SDK_PROVIDERS: ReadonlyMap<string, SdkProvider> = new Map<string, SdkProvider>([
  [
    "anthropic",
    {
      package: "@ai-sdk/anthropic",
      keyVariables: ["ANTHROPIC_API_KEY"],
      usualModel: "claude-sonnet-4-5",
      load: async () => {
        const { createAnthropic } = await import("@ai-sdk/anthropic");
        return (settings, name) => createAnthropic(settings)(name);
      },
    },
  ],
  [
    "google",
    {
      package: "@ai-sdk/google",
      keyVariables: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"],
      load: async () => {
        // The name that it has in every version of the AI SDK.
        const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
        return (settings, name) => createGoogleGenerativeAI(settings)(name);
      },
    },
  ],
]);
