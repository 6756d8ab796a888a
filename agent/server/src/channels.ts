/** The conversations that the one person with the token sees; those of other endpoints are kept apart. */
export const WEB = "web";
export const OPEN_AI = "openai";
/** Conversations that responses go on in, and what is kept of each response beside them. */
export const RESPONSES = "responses";
export const RESPONSE = "response";
/** Calls that apps of MCP servers make, apart from the threads in which they are shown. */
export const APPS = "apps";

const APART: ReadonlySet<string> = new Set([OPEN_AI, RESPONSES, RESPONSE, APPS]);

/** Whether the conversations of a channel are threads that people see. */
export function isShown(channel: string): boolean {
  return !APART.has(channel);
}
