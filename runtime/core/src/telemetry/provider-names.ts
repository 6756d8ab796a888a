/** What the conventions call a provider: `openai:gpt-5` and most others say it in the same words. */
const KNOWN: ReadonlyMap<string, string> = new Map([
  ["amazon-bedrock", "aws.bedrock"],
  ["bedrock", "aws.bedrock"],
  ["azure", "azure.ai.openai"],
  ["google", "gcp.gemini"],
  ["gemini", "gcp.gemini"],
  ["vertex", "gcp.vertex_ai"],
  ["google-vertex", "gcp.vertex_ai"],
  ["mistral", "mistral_ai"],
  ["xai", "x_ai"],
  ["responses", "openai"],
]);

export function providerName(provider: string): string {
  return KNOWN.get(provider) ?? provider;
}
