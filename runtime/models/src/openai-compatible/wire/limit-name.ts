import type { RequestHabits } from "./request-body.ts";

/**
 * OpenAI and Azure take `max_completion_tokens` for every model, and their models that reason refuse the older name
 * (https://platform.openai.com/docs/api-reference/chat/create), also behind a proxy that hands requests on. Other
 * servers know only the older one.
 */
export function limitName(baseUrl: string, model: string): RequestHabits["limitName"] {
  const hostname = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : "";
  const isOpenAi = hostname === "api.openai.com" || hostname.endsWith(".openai.azure.com");
  return isOpenAi || REASONS.test(model) ? "max_completion_tokens" : "max_tokens";
}

const REASONS = /^(?:.*\/)?(?:gpt-5|o[134](?:-|$))/;
