// A room of its own: the declarations of the package name no type of `@ai-sdk/provider`, which it does not depend on.

/**
 * A tool that a provider defines, as its package makes it: `anthropic.tools.webSearch_20250305()`,
 * `openai.tools.custom({ format })`.
 */
export interface ProviderTool {
  readonly type?: string;
  readonly id?: string;
  readonly args?: object;
}

/** By the names that calls of them have. */
export type ProviderTools = Readonly<Record<string, ProviderTool>>;
